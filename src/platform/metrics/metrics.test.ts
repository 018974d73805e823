import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller } from "../../../testing/applicant.ts";
import { freePort } from "../../../testing/free-port.ts";
import { figureOf, metricsAt } from "../../../testing/metrics.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { portalVersion } from "../portal/version.server.ts";
import { asOpenMetrics, countedHere, counter, durations, gauge } from "./metrics.server.ts";

let portal: TestPortal;
let port = 0;
beforeAll(async () => {
  port = await freePort();
  portal = await startPortal(inject("place"), { METRICS_PORT: String(port) });
});
afterAll(() => portal.stop());

const scraped = () => metricsAt(port);

test("everybody's port does not show the figures, and the figures' port shows nothing else", async () => {
  expect((await fetch(`${portal.url}/metrics`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: "POST" })).status).toBe(404);
});

test("requests are counted by route, never by the address as it was sent", async () => {
  const line = 'portal_http_requests_total{method="GET",route="/healthz",status="200"}';
  const before = figureOf((await scraped()).text, line);
  await fetch(`${portal.url}/healthz`);
  await fetch(`${portal.url}/files/a-secret-name?sign=a-secret-sign`);
  const { type, text } = await scraped();
  expect(type).toBe("application/openmetrics-text; version=1.0.0; charset=utf-8");
  expect(figureOf(text, line)).toBe(before + 1);
  expect(text).not.toContain("a-secret");
  expect(text).toContain('route="/files/:name"');
});

test("a refused sign-in is counted with its reason", async () => {
  const counted = async () => {
    const lines = (await scraped()).text
      .split("\n")
      .filter((line) => line.startsWith('portal_sign_ins_refused_total{who="applicant"'));
    return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
  };
  const before = await counted();
  await caller(portal).post("/ms_applicant/login", {
    emailaddress: "nobody@example.com",
    password: "a wrong password",
  });
  expect(await counted()).toBe(before + 1);
});

test("mails that wait and failed, jobs and impossible states are numbers of the database", async () => {
  const failed = async () => figureOf((await scraped()).text, 'portal_mails{state="failed"}');
  expect(await failed()).toBe(0);
  await portal.app.portal.pool.query(`insert into portal.outgoing_mail (_id, recipient, subject, body, state)
    values (gen_random_uuid(), 'a@example.com', 's', 'b', 'failed')`);
  expect(await failed()).toBe(1);
  const { text } = await scraped();
  for (const state of ["waiting", "late", "failed"]) expect(text).toContain(`portal_jobs{state="${state}"} `);
  expect(text).toContain('portal_impossible_states{state="found"} 0');
  expect(text).toContain(`portal_version_info{version="${portalVersion}"} 1`);
});

test("every figure that the dashboard and the alerts name is shown", async () => {
  const { text } = await scraped();
  const families = new Set([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = ""]) => name));
  const files = ["alerts.yml", "grafana-dashboard.json"].map((name) =>
    readFileSync(`operation/monitoring/${name}`, "utf8"),
  );
  const named = new Set(files.flatMap((file) => file.match(/\bportal_\w+/g) ?? []));
  expect(named.size).toBeGreaterThan(12);
  const unknown = [...named].filter((name) => !families.has(name.replace(/_(total|bucket|sum|count)$/, "")));
  expect(unknown).toEqual([]);
  const unwatched = [...families].filter((name) => !files.some((file) => file.includes(name)));
  expect(unwatched).toEqual([]);
});

test("the text is that of OpenMetrics: kinds, units, buckets that grow, and its end", () => {
  const seen = counter("portal_test_seen", 'How often, "so" \\ and\nso.');
  seen.add({ what: 'a "quoted" \\ word\n' });
  const lasted = durations("portal_test_lasted_seconds", "How long.", [0.5, 1]);
  for (const seconds of [0.2, 0.7, 3]) lasted.observe({}, seconds);
  const own = countedHere().filter(({ name }) => name.startsWith("portal_test_"));
  expect(asOpenMetrics([...own, gauge("portal_test_size_bytes", "How much.", [[{}, 5]], "bytes")])).toBe(
    `# TYPE portal_test_seen counter
# HELP portal_test_seen How often, \\"so\\" \\\\ and\\nso.
portal_test_seen_total{what="a \\"quoted\\" \\\\ word\\n"} 1
# TYPE portal_test_lasted_seconds histogram
# UNIT portal_test_lasted_seconds seconds
# HELP portal_test_lasted_seconds How long.
portal_test_lasted_seconds_bucket{le="0.5"} 1
portal_test_lasted_seconds_bucket{le="1.0"} 2
portal_test_lasted_seconds_bucket{le="+Inf"} 3
portal_test_lasted_seconds_count 3
portal_test_lasted_seconds_sum 3.9
# TYPE portal_test_size_bytes gauge
# UNIT portal_test_size_bytes bytes
# HELP portal_test_size_bytes How much.
portal_test_size_bytes 5
# EOF
`,
  );
});
