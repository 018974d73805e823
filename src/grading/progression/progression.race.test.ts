import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { billed, enrolled } from "../../../testing/billed.ts";
import { fivePoints } from "../../../testing/five-points.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { publishedTerm, twoSessions } from "../../../testing/published-term.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { untilWaiting } from "../../../testing/waiting.ts";
import { withoutRowLock } from "../../../testing/without-guard.ts";

let portal: TestPortal;
let officer: StaffMember;
let registrar: StaffMember;
let terms: Awaited<ReturnType<typeof twoSessions>>;
beforeEach(async () => {
  portal = await startPortal(inject("place"));
  officer = await staffMember(portal, { pages: ["progressions", "progressions.change"] });
  registrar = await staffMember(portal, { pages: ["progressions", "progressions.approve"], lastname: "Registrar" });
  terms = await twoSessions(portal);
  await fivePoints(portal);
});
afterEach(() => portal.stop());

const path = "/staff/ms_progression";

/** So many students of the second semester who have passed everything. */
async function students(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let nth = 0; nth < count; nth += 1) ids.push((await enrolled(portal))._id);
  await sql`update portal.student set semester = 2 where _id = any(${ids}::uuid[])`.execute(portal.db);
  const { first = "", second = "" } = terms.courses[100] ?? {};
  const totals = Object.fromEntries(ids.map((id) => [id, [60]]));
  await publishedTerm(portal, { session: terms.session, semester: 1, courses: [first], totals });
  await publishedTerm(portal, { session: terms.session, semester: 2, courses: [second], totals });
  return ids;
}

async function proposed(): Promise<string> {
  const form = {
    fromsession: terms.session,
    fromsemester: 2,
    fromlevel: 100,
    tosession: terms.next,
    tosemester: 1,
    tolevel: 200,
  };
  const { body } = await officer.post(path, form);
  expect(body).toMatchObject({ type: "success" });
  return body._id;
}

async function approved(id: string): Promise<void> {
  const { version } = (await registrar.get(`${path}/${id}/outcomes`)).body;
  expect((await registrar.post(`${path}/${id}/approve`, { seen: version })).body).toMatchObject({ type: "success" });
}

async function ended(id: string, state = "Done"): Promise<void> {
  for (let tries = 0; tries < 800; tries += 1) {
    if ((await registrar.get(`${path}/${id}`)).body.state === state) return;
    await wait(25);
  }
  const { rows } = await sql`select last_error from graphile_worker.jobs where last_error is not null`.execute(
    portal.db,
  );
  throw new Error(`The progression is not ${state}: ${JSON.stringify(rows)}`);
}

async function ran(): Promise<string> {
  const id = await proposed();
  await approved(id);
  await ended(id);
  return id;
}

const lineOf = async (id: string, student: string) => {
  const { list } = (await registrar.get(`/staff/ms_progression_line?progression=${id}&sort=place&limit=100`)).body;
  return list.find((line: { student: { _id: string } }) => line.student._id === student);
};

const stands = async (student: string) =>
  (
    await sql<{
      status: string;
      level: number;
      semester: number;
    }>`select status, level, semester from portal.student where _id = ${student}`.execute(portal.db)
  ).rows[0];

const audited = async () =>
  (
    await sql<{ student: string; times: number }>`select subject as student, count(*)::int as times from portal.audit
    where deed = 'student.level' group by subject`.execute(portal.db)
  ).rows;

test("a progression that loses its database in the middle goes on where it was: each moved once", async () => {
  const ids = await students(130);
  const id = await proposed();
  const { rows } = await sql<{
    student: string;
  }>`select student from portal.progression_line where place = 120`.execute(portal.db);
  const held = portal.db.transaction().execute(async (trx) => {
    await sql`select from portal.student where _id = ${rows[0]?.student ?? ""} for update`.execute(trx);
    await approved(id);
    expect(await untilWaiting(portal)).toBe(true);
    const { body } = await registrar.get(`${path}/${id}`);
    expect(body).toMatchObject({ state: "Running", moved: 100, waiting: 30 });
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(trx);
  });
  await held;
  await ended(id);
  expect((await registrar.get(`${path}/${id}`)).body).toMatchObject({ moved: 130, waiting: 0, skipped: 0 });
  const notes = await audited();
  expect([notes.length, notes.filter(({ times }) => times > 1)]).toEqual([ids.length, []]);
  await expectInvariants(portal.db);
});

/** Whose status changes while the slice with them waits; without the lock on students where `before` takes it away. */
async function deferredMeanwhile(before = async (): Promise<void> => undefined): Promise<string> {
  const [one = ""] = await students(2);
  const id = await proposed();
  await before();
  await portal.db.transaction().execute(async (trx) => {
    await sql`update portal.student set status = 'Deferred' where _id = ${one}`.execute(trx);
    await approved(id);
    expect(await untilWaiting(portal)).toBe(true);
  });
  await ended(id);
  return one;
}

test("whose status changes while the class moves is passed over, with the reason", async () => {
  const one = await deferredMeanwhile();
  expect(await stands(one)).toEqual({ status: "Deferred", level: 100, semester: 2 });
  const { rows } = await sql`select state, said from portal.progression_line where student = ${one}`.execute(portal.db);
  expect(rows).toEqual([{ state: "Skipped", said: "The status is Deferred by now" }]);
});

test("without the lock the change of status would be lost", async () => {
  const one = await deferredMeanwhile(() => withoutRowLock(portal, "student"));
  expect(await stands(one)).not.toEqual({ status: "Deferred", level: 100, semester: 2 });
});

test("of two progressions that list one student one moves the student, and the other says so", async () => {
  const [one = ""] = await students(1);
  const [first, second] = [await proposed(), await proposed()];
  await Promise.all([approved(first), approved(second)]);
  await Promise.all([ended(first), ended(second)]);
  const states = [await lineOf(first, one), await lineOf(second, one)].map(({ state }) => state);
  expect(states.toSorted()).toEqual(["Done", "Skipped"]);
  expect(await stands(one)).toMatchObject({ level: 200, semester: 1 });
  expect(await audited()).toEqual([{ student: `student:${one}`, times: 1 }]);
  await expectInvariants(portal.db);
});

test("who is judged otherwise by now is passed over: nothing happens to anybody that nobody has seen", async () => {
  const [one = ""] = await students(2);
  const id = await proposed();
  await sql`update portal.course_result set "recalledAt" = now() where student = ${one} and semester = 2`.execute(
    portal.db,
  );
  await approved(id);
  await ended(id);
  expect(await lineOf(id, one)).toMatchObject({
    state: "Skipped",
    said: "Results missing by now: No result yet of CRS 112",
  });
});

test("a record that was merged meanwhile is passed over", async () => {
  const [gone = "", kept = ""] = await students(2);
  const id = await proposed();
  await sql`update portal.student set status = 'Merged', mergedinto = ${kept} where _id = ${gone}`.execute(portal.db);
  await approved(id);
  await ended(id);
  expect(await lineOf(id, gone)).toMatchObject({
    state: "Skipped",
    said: "The record was merged into another one meanwhile",
  });
});

test("within a day a progression is taken back; who has registered, was billed or moved since stays and is named", async () => {
  const [plain = "", registered = "", paying = "", moved = ""] = await students(4);
  const id = await ran();
  const { second = "" } = terms.courses[100] ?? {};
  await publishedTerm(portal, {
    session: terms.next,
    semester: 1,
    courses: [second],
    totals: { [registered]: ["awaited"] },
  });
  const { bill } = await billed(portal, paying);
  await sql`alter table portal.bill disable trigger all`.execute(portal.db);
  await sql`update portal.bill set session = ${terms.next} where _id = ${bill}`.execute(portal.db);
  await sql`alter table portal.bill enable trigger all`.execute(portal.db);
  await sql`update portal.student set level = 300 where _id = ${moved}`.execute(portal.db);
  const { body } = await registrar.post(`${path}/${id}/revert`, { reason: "The wrong session" });
  expect(body).toMatchObject({ type: "success" });
  await ended(id, "Undone");
  expect(await lineOf(id, plain)).toMatchObject({ state: "Undone" });
  expect(await stands(plain)).toMatchObject({ level: 100, semester: 2 });
  expect(await lineOf(id, registered)).toMatchObject({
    state: "Kept",
    said: "Has registered courses for the first semester 2027/2028 since",
  });
  expect(await lineOf(id, paying)).toMatchObject({
    state: "Kept",
    said: "Was billed for the first semester 2027/2028 since",
  });
  expect(await lineOf(id, moved)).toMatchObject({ state: "Kept", said: "The level or the semester was changed since" });
  expect((await registrar.post(`${path}/${id}/revert`, { reason: "Once more" })).body).toMatchObject({
    code: "already-decided",
    message: expect.stringContaining("taken back already, by"),
  });
  const again = await ran();
  expect(await lineOf(again, plain)).toMatchObject({ state: "Done" });
});

test("after a day a progression stays, by the clock of the database; and who proposed it does not take it back", async () => {
  const [one = ""] = await students(1);
  const id = await ran();
  const both = await staffMember(portal, { pages: ["progressions.change", "progressions.approve"] });
  await sql`alter table portal.progression disable trigger user`.execute(portal.db);
  await sql`update portal.progression set proposedby = ${both._id} where _id = ${id}`.execute(portal.db);
  expect((await both.post(`${path}/${id}/revert`, { reason: "My mistake" })).body.code).toBe("another-must-decide");
  await sql`update portal.progression set "finishedAt" = now() - interval '24 hours 1 second' where _id = ${id}`.execute(
    portal.db,
  );
  const { status, body } = await registrar.post(`${path}/${id}/revert`, { reason: "Too late" });
  expect([status, body.code]).toEqual([409, "too-late-to-undo"]);
  expect(body.message).toContain("more than 24 hours ago, so it stays");
  expect(await stands(one)).toMatchObject({ level: 200 });
});
