import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { request } from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { bootDebian, type DebianRoot } from "../testing/debian-root.ts";
import { keepEvidence } from "../testing/evidence.ts";

vi.setConfig({ testTimeout: 900_000, hookTimeout: 300_000 });

/** What a college's filled copy of operation/portal.env says; a name under .local gets a certificate of Caddy's own. */
const college = {
  PUBLIC_URL: "https://portal.local",
  SMTP_URL: "smtp://127.0.0.1:2525",
  MAIL_FROM: "Admissions <no-reply@portal.local>",
  REMITA_URL: "https://login.remita.net",
  REMITA_MERCHANT_ID: "1234567",
  REMITA_API_KEY: "a-key-of-the-drill",
  ADMIN_EMAIL: "registrar@portal.local",
  ADMIN_PASSWORD: "first words of the drill",
};

let debian: DebianRoot;
beforeAll(async () => {
  debian = await bootDebian();
});
afterAll(() => debian?.remove());

/** Over Caddy's TLS, whose certificate is compared. */
function ask(path: string, body?: object): Promise<{ status: number; text: string }> {
  const ca = readFileSync(debian.inside("var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt"));
  return new Promise((resolve, reject) => {
    const call = request(
      `https://portal.local${path}`,
      {
        ca,
        method: body ? "POST" : "GET",
        headers: body ? { "content-type": "application/json", origin: college.PUBLIC_URL } : {},
        lookup: (_name, { all }, found) =>
          all ? found(null, [{ address: "127.0.0.1", family: 4 }]) : found(null, "127.0.0.1", 4),
        timeout: 20_000,
      },
      (reply) => {
        let text = "";
        reply.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        reply.on("end", () => resolve({ status: reply.statusCode ?? 0, text }));
      },
    );
    call.on("error", reject).on("timeout", () => call.destroy(new Error("no answer in 20 s")));
    call.end(body && JSON.stringify(body));
  });
}

const signIn = () =>
  ask("/api/staff/ms_staff/login", { emailaddress: college.ADMIN_EMAIL, password: college.ADMIN_PASSWORD });
const sql = (statement: string) =>
  debian.run("runuser", "-u", "postgres", "--", "psql", "-XAtqc", statement, "portal").trim();

test("an empty Debian is a running college in under 15 minutes", async (context) => {
  const lines = Object.entries(college).map(([name, value]) => `${name}=${value}`);
  writeFileSync(debian.inside("root/college.env"), `${lines.join("\n")}\n`, { mode: 0o600 });
  const begun = performance.now();
  debian.run("/root/portal/operation/install.sh", "/root/college.env");
  const seconds = (performance.now() - begun) / 1000;
  expect(await ask("/readyz")).toMatchObject({ status: 200, text: "ready" });
  expect((await ask("/")).text).toContain("<!doctype html>");
  expect(await signIn()).toMatchObject({ status: 200 });
  expect(seconds).toBeLessThan(900);
  keepEvidence(context, { asked: "at most 900 s", measured: `${seconds.toFixed(0)} s` });
});

test("http leads to https, and what is for the college alone is not shown", async () => {
  const plain = get({ host: "127.0.0.1", headers: { host: "portal.local" } });
  const [reply] = (await once(plain, "response")) as [IncomingMessage];
  expect([reply.resume().statusCode, reply.headers.location]).toEqual([308, "https://portal.local/"]);
  expect((await ask("/metrics")).status).toBe(404);
  expect((await ask("/mail")).status).toBe(404);
});

test("every unit is valid, none has failed, and each is exposed by 3 of 10 at most", (context) => {
  const units = ["portal@1.service", "portal-backup.service", "portal-copy.service"];
  expect(debian.run("systemd-analyze", "verify", ...units)).not.toContain("portal");
  expect(debian.run("systemctl", "--failed", "--plain", "--no-legend").trim()).toBe("");
  for (const unit of units) {
    const said = debian.run("systemd-analyze", "security", "--no-pager", "--threshold=30", unit);
    const exposure = /Overall exposure level for \S+: ([\d.]+)/.exec(said)?.[1];
    expect(Number(exposure)).toBeLessThanOrEqual(3);
    keepEvidence(context, { asked: `${unit} at most 3.0`, measured: `${exposure}` });
  }
});

test("logs end: the journal after 30 days or 2 GB, PostgreSQL's after ten weeks", (context) => {
  const settings = debian.run("systemd-analyze", "cat-config", "systemd/journald.conf");
  const last = (name: string) => settings.match(new RegExp(`^${name}=.*`, "gm"))?.at(-1);
  expect(["Storage", "MaxRetentionSec"].map(last)).toEqual(["Storage=persistent", "MaxRetentionSec=30day"]);
  // What the journal that runs has taken of it, in its own words.
  const begun = debian.run("journalctl", "--no-pager", "--output", "cat", "--grep", "^System Journal").trim();
  expect(begun.split("\n").at(-1)).toContain("max 2.0G");
  expect(debian.run("systemctl", "is-active", "logrotate.timer").trim()).toBe("active");
  expect(debian.run("logrotate", "--debug", "/etc/logrotate.conf")).toMatch(
    /rotating pattern: \/var\/log\/postgresql\/\*\.log\s+weekly \(10 rotations\)/,
  );
  debian.run("logrotate", "--force", "/etc/logrotate.d/postgresql-common");
  const kept = debian.run("sh", "-c", "ls /var/log/postgresql/*-main.log.1; cat /var/log/postgresql/*-main.log.1");
  expect(kept).toContain("database system is ready to accept connections");
  sql("do $$ begin raise log 'written after the turn'; end $$");
  expect(debian.run("sh", "-c", "cat /var/log/postgresql/*-main.log")).toContain("written after the turn");
  keepEvidence(context, {
    asked: "2 GB, 30 days, ten weeks",
    measured: "as asked, and PostgreSQL writes on after a turn",
  });
});

test("another version and the way back leave no request without an answer", async (context) => {
  let rolling = true;
  const statuses: Record<string, number> = {};
  const asking = (async () => {
    while (rolling) {
      const answer = await ask("/").then(
        ({ status }) => String(status),
        (fault: Error) => fault.message,
      );
      statuses[answer] = (statuses[answer] ?? 0) + 1;
      await pause(50);
    }
  })();
  const before = debian.run("readlink", "/opt/portal/current");
  await debian.begin("/root/portal/operation/upgrade.sh");
  const after = debian.run("readlink", "/opt/portal/current");
  await debian.begin("/root/portal/operation/upgrade.sh", "back");
  rolling = false;
  await asking;
  expect(after).not.toBe(before);
  expect(debian.run("readlink", "/opt/portal/current")).toBe(before);
  expect(statuses).toEqual({ 200: expect.any(Number) });
  expect(await signIn()).toMatchObject({ status: 200 });
  keepEvidence(context, { asked: "each answered 200", measured: `${statuses[200]} of ${statuses[200]}` });
});

test("a table that was dropped is back, as it was a second before, within 10 minutes", async (context) => {
  debian.run("systemctl", "start", "portal-backup.service");
  const entries = sql("select count(*) from portal.audit");
  const picture = "/var/lib/portal/files/of-the-drill";
  // The first file that somebody sends makes the folder.
  debian.run("runuser", "-u", "portal", "--", "install", "-D", "-m", "600", "/dev/null", picture);
  debian.run("systemctl", "start", "portal-copy.service");
  const time = sql("select now()");
  await pause(1100);
  debian.run("rm", picture);
  debian.run("systemctl", "start", "portal-copy.service");
  sql("drop table portal.audit cascade");
  const begun = performance.now();
  debian.run("/opt/portal/current/operation/restore.sh", time);
  const seconds = (performance.now() - begun) / 1000;
  expect(debian.run("stat", "--format", "%U", picture).trim()).toBe("portal");
  expect(Number(sql("select count(*) from portal.audit"))).toBeGreaterThanOrEqual(Number(entries));
  expect(await signIn()).toMatchObject({ status: 200 });
  expect(seconds).toBeLessThan(600);
  keepEvidence(context, { asked: "at most 600 s", measured: `${seconds.toFixed(0)} s` });
});
