import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { newId } from "#platform/database/id.server.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { admittingSession, currentAdmission, sessionsById } from "./session.read.server.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const change = (set: object) => portal.db.updateTable("session").set(set).where("code", "=", "2026").execute();
const inDays = (days: number) => sql`now() + make_interval(days => ${days})`;

beforeEach(async () => {
  await change({ admission: true, opens: inDays(-30), closes: inDays(90) });
});

test("the session that admits is open between its two times", async () => {
  const session = await admittingSession(portal.db);
  expect(session).toMatchObject({ code: "2026", name: "2026/2027" });
  expect(Date.parse(session.opens)).toBeLessThan(Date.now());
  expect(Date.parse(session.closes)).toBeGreaterThan(Date.now());
});

test("before it opens a person hears when", async () => {
  await change({ opens: "2080-01-05T08:00:00+01:00", closes: "2080-03-01T00:00:00+01:00" });
  await expect(admittingSession(portal.db)).rejects.toMatchObject({
    code: "applications-not-open-yet",
    status: 200,
    message: "Applications for 2026/2027 open on Friday 5 January 2080 at 8:00 am. Please come back then",
  });
});

test("after it closed a person hears since when", async () => {
  await change({ opens: "2020-01-05T08:00:00+01:00", closes: "2020-03-01T00:00:00+01:00" });
  await expect(admittingSession(portal.db)).rejects.toMatchObject({
    code: "applications-closed",
    message: expect.stringContaining("Applications for 2026/2027 closed at the end of Saturday 29 February 2020"),
  });
  expect((await currentAdmission(portal.db)).state).toBe("closed");
});

test("the closing time itself is closed already, by the database's clock", async () => {
  const state = await portal.db.transaction().execute(async (trx) => {
    await trx.updateTable("session").set({ closes: sql`now()` }).where("code", "=", "2026").execute();
    return (await currentAdmission(trx)).state;
  });
  expect(state).toBe("closed");
});

test("no session that admits means none is open, and no sentence signs anybody out", async () => {
  await change({ admission: false });
  await expect(admittingSession(portal.db)).rejects.toMatchObject({
    code: "no-session-admits",
    message: expect.stringContaining("Applications are not open at the moment"),
  });
  await expect(admittingSession(portal.db)).rejects.not.toThrow("expired");
});

test("records find their sessions", async () => {
  const { _id } = await admittingSession(portal.db);
  expect(await sessionsById(portal.db, [_id])).toEqual(new Map([[_id, { _id, code: "2026", name: "2026/2027" }]]));
  expect((await sessionsById(portal.db, [])).size).toBe(0);
});

const session = { code: "2027", name: "2027/2028", opens: "2027-01-01T00:00Z", closes: "2027-02-01T00:00Z" };

test.each([
  ["session_code_length", { code: "1" }],
  ["session_code_length", { code: "20272" }],
  ["session_code", { code: "2026" }],
  ["session_name", { name: "2026/2027" }],
  ["session_semester", { semester: 3 }],
  ["session_semester", { semester: 0 }],
  ["session_one_runs", { status: true }],
  ["session_one_admits", { admission: true }],
  ["session_closes_after_opening", { closes: session.opens }],
  ["session_admission_has_dates", { admission: true, opens: null }],
])("the database holds %s against %j", async (constraint, wrong) => {
  const adding = portal.db
    .insertInto("session")
    .values({ _id: newId(), ...session, ...wrong })
    .execute();
  await expect(adding).rejects.toMatchObject({ constraint });
});

test.each([
  ["registration_window_late_after_start", { late: "2026-01-04" }],
  ["registration_window_end_after_late", { end: "2026-01-19" }],
  ["registration_window_semester", { semester: 3 }],
])("a registration window is held to %s against %j", async (constraint, wrong) => {
  const dates = { semester: 1, start: "2026-01-05", late: "2026-01-20", end: "2026-02-01" };
  const { _id } = await admittingSession(portal.db);
  const adding = portal.db
    .insertInto("registration_window")
    .values({ _id: newId(), session: _id, ...dates, ...wrong })
    .execute();
  await expect(adding).rejects.toMatchObject({ constraint });
});
