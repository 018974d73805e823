import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openStartPool } from "#platform/database/connect.server.ts";
import { type Caller, caller } from "../../testing/applicant.ts";
import { payer } from "../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../testing/portal.ts";
import { secondPortal } from "../../testing/second-portal.ts";
import { staffMember } from "../../testing/staff.ts";
import { migrateAll } from "./server/database.server.ts";

let portal: TestPortal;
const folder = mkdtempSync(join(tmpdir(), "portal-migrations-"));
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(async () => {
  await portal.stop();
  rmSync(folder, { recursive: true });
});

/** Tables whose rows are read or returned whole, or by nearly every request. */
const hot = [
  "applicant",
  "referee",
  "payment_reference",
  "programme",
  "outgoing_mail",
  "sign_in",
  "staff",
  "alevel_result",
];

/** The next version's migrations: they add a column to every hot table. */
async function migrateFurther(version: number): Promise<void> {
  cpSync("migrations", folder, { recursive: true });
  const columns = hot.map((table) => `alter table portal.${table} add column later_${version} text;`);
  writeFileSync(join(folder, `999${version}_columns.sql`), columns.join("\n"));
  const pool = openStartPool({ ...inject("place"), database: portal.database }, "portal:next");
  await migrateAll(pool, pathToFileURL(`${folder}/`)).finally(() => pool.end());
}

/** Asks again and again until it is told to end; answers what was not answered with 200. */
function askOn(work: readonly (() => Promise<{ status: number; body: unknown }>)[]) {
  const bad: unknown[] = [];
  let going = true;
  const ask = async (one: () => Promise<{ status: number; body: unknown }>) => {
    while (going) {
      const { status, body } = await one();
      if (status !== 200) bad.push([one.toString(), status, body]);
    }
  };
  const asking = Promise.all(work.map(ask));
  return async () => {
    going = false;
    await asking;
    return bad;
  };
}

const father = { firstname: "Musa", lastname: "Bello", phonenumber: "08031234567", homeaddress: "No. 4, Kano" };

const addAndRemove = (person: Caller) => async () => {
  const added = await person.post("/ms_applicant_referee", father);
  const { _id } = added.body;
  return added.status === 200 ? person.delete(`/ms_applicant_referee/${_id}`, { delete: "Delete" }) : added;
};

test("while the next version adds columns to hot tables, every request is answered", { timeout: 120_000 }, async () => {
  const person = await payer(portal);
  const { trxcode } = await person.reference();
  const desk = await staffMember(portal, { pages: ["applications", "programmes", "staff"] });
  const stop = askOn([
    () => person.get("/ms_dashboard"),
    () => person.get("/ms_programme"),
    () => person.get("/ms_applicant/bio"),
    () => person.get("/ms_application_fee"),
    () => person.get(`/ms_application_fee/${trxcode}`),
    addAndRemove(person),
    () => person.get("/ms_applicant_referee"),
    () => desk.get("/staff/ms_staff?limit=5"),
    () => desk.get("/staff/ms_programme?limit=5"),
  ]);
  for (const version of [1, 2]) {
    await pause(2_000);
    await migrateFurther(version);
  }
  await pause(1_000);
  expect(await stop()).toEqual([]);
});

test("the next version answers beside the one before", async () => {
  const next = await secondPortal(portal, inject("place"));
  const stop = askOn([() => caller(portal).get("/portal"), () => caller(next).get("/portal")]);
  await migrateFurther(3);
  expect(await stop()).toEqual([]);
  await next.stop();
});
