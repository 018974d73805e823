import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { coded } from "../../../testing/bursar.ts";
import { registeredFor } from "../../../testing/catalogue.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { earlierSession } from "../../../testing/lecturer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { openRegistration } from "../../../testing/registration.ts";
import type { Student } from "../../../testing/student.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let term: Awaited<ReturnType<typeof openRegistration>>;
let before: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  term = await openRegistration(portal);
  before = await earlierSession(portal);
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});
beforeEach(() => term.opens());

interface Line {
  readonly code: string;
  readonly kind: string;
  readonly missing: string | null;
  readonly awaited: string | null;
}

const offeredOf = async (me: Student): Promise<Line[]> => (await granted(me.get("/student/registration"))).body.offered;
const offer = async (me: Student, code: string) => (await offeredOf(me)).find((one) => one.code === code);
const carriedOf = async (me: Student) =>
  (await offeredOf(me)).filter(({ kind }) => kind === "Carry-over").map(({ code }) => code);

/** A mark of the time before the portal. */
const marked = (me: Student, code: string, total: number, session = before) =>
  sql`insert into portal.past_mark (_id, student, session, semester, course, title, units, total)
    values (gen_random_uuid(), ${me.student}, ${session}, 1, ${code}, 'Marked', 2, ${total})`.execute(portal.db);

/** A course of the session before, and the same in the one that runs. */
async function taughtTwice(code: string, more: Record<string, unknown> = {}): Promise<string> {
  term.ids[code] ??= await term.course(code, more);
  return term.course(code, { session: before, ...more });
}

test("a course that was taken before opens what asks for it while its result is awaited, and a failed one does not", async () => {
  const earlier = await taughtTwice("CRS 111");
  const [sat, failed, fresh] = [await term.student(200), await term.student(200), await term.student(200)];
  await registeredFor(portal, sat.student, [earlier]);
  await marked(failed, "CRS 111", 39);
  await registeredFor(portal, failed.student, [earlier]);
  expect(await offer(sat, "CRS 211")).toMatchObject({ missing: null, awaited: "CRS 111" });
  expect(await offer(failed, "CRS 211")).toMatchObject({ missing: "CRS 111", awaited: null });
  expect(await offer(fresh, "CRS 211")).toMatchObject({ missing: "CRS 111", awaited: null });
  expect(await carriedOf(sat)).toEqual([]);
  expect(await carriedOf(failed)).toEqual(["CRS 111"]);
  expect((await term.send(sat, ["CRS 211", "CRS 212"])).body).toMatchObject({ type: "success" });
  const { body } = await term.send(failed, ["CRS 111", "CRS 211"]);
  expect(body).toMatchObject({ code: "prerequisite-missing" });
});

test("what is taken in the same semester, or was never approved, opens nothing", async () => {
  const [now, waiting] = [await term.student(200), await term.student(200)];
  await granted(term.send(now, ["CRS 111", "CRS 212"]));
  expect(await offer(now, "CRS 211")).toMatchObject({ missing: "CRS 111", awaited: null });
  const { rows } = await sql<{ _id: string }>`select _id from portal.course
    where session = ${before} and code = 'CRS 111'`.execute(portal.db);
  const registration = await registeredFor(portal, waiting.student, [rows[0]?._id ?? ""]);
  await sql`update portal.course_registration_line set "approvedAt" = null where registration = ${registration}`.execute(
    portal.db,
  );
  await sql`update portal.course_registration set state = 'Waiting' where _id = ${registration}`.execute(portal.db);
  expect(await offer(waiting, "CRS 211")).toMatchObject({ missing: "CRS 111", awaited: null });
});

test("what is passed is not found, not registered and fills no units", async () => {
  const me = await term.student(200);
  await sql`insert into portal.past_mark (_id, student, session, semester, course, title, units, total)
    values (gen_random_uuid(), ${me.student}, ${term.session}, 1, 'CRS 111', 'Passed', 2, 70)`.execute(portal.db);
  const found = async (code: string) => (await me.get(`/student/registration/courses?q=${code}`)).body;
  expect(await found("crs+111")).toEqual([]);
  expect(await found("eng+111")).toMatchObject([{ code: "ENG 111" }]);
  expect((await term.send(me, ["CRS 212", "CRS 111"])).body).toMatchObject({
    code: "choice-not-found",
    errors: { courses: expect.stringContaining("is passed") },
  });
});

test("a failed course that was taken again is no carry-over while its result is awaited", async () => {
  const me = await term.student(200);
  await marked(me, "CRS 111", 39, await earliest());
  expect(await carriedOf(me)).toEqual(["CRS 111"]);
  const { rows } = await sql<{ _id: string }>`select _id from portal.course
    where session = ${before} and code = 'CRS 111'`.execute(portal.db);
  await registeredFor(portal, me.student, [rows[0]?._id ?? ""]);
  expect(await carriedOf(me)).toEqual([]);
  expect(await offer(me, "CRS 211")).toMatchObject({ missing: null, awaited: "CRS 111" });
});

/** A session before the one before. */
async function earliest(): Promise<string> {
  const { rows } = await sql<{ _id: string }>`insert into portal.session (_id, code, name, status, admission, semester)
    values (gen_random_uuid(), '1998', '1998/1999', false, false, 1) returning _id`.execute(portal.db);
  return rows[0]?._id ?? "";
}

test("a carry-over stays one once it is registered and approved: it cannot be left by a change", async () => {
  const [stays, missed] = [await taughtTwice("CRS 131"), await taughtTwice("CRS 132")];
  expect(missed).not.toBe(stays);
  const me = await term.student();
  await registeredFor(portal, me.student, [stays]);
  await portal.db.updateTable("student").set({ level: 200 }).where("_id", "=", me.student).execute();
  expect(await carriedOf(me)).toContain("CRS 132");
  await granted(term.send(me, [...(await carriedOf(me)), "CRS 212"]));
  const carried = await carriedOf(me);
  expect(carried).toContain("CRS 132");
  const left = await term.send(me, [...carried.filter((code) => code !== "CRS 132"), "CRS 212"], { version: 1 });
  expect(left.body).toMatchObject({ code: "carry-over-left" });
});

test("what was added to a semester, or became compulsory, after somebody had registered in it is no carry-over", async () => {
  const [there, was] = [await taughtTwice("CRS 141"), await taughtTwice("CRS 142", { moduletype: "Elective" })];
  const me = await term.student();
  await registeredFor(portal, me.student, [there]);
  await portal.db.updateTable("student").set({ level: 200 }).where("_id", "=", me.student).execute();
  await taughtTwice("CRS 143");
  await taughtTwice("GSE 144", { general: true, moduletype: "General" });
  const { version, programme, session, _title, _id, createdAt, ...course } = (
    await granted(term.officer.get(`/staff/ms_course/${was}`))
  ).body;
  const core = { ...course, programme: programme._id, session: session._id, moduletype: "Core" };
  await granted(term.officer.put(`/staff/ms_course/${was}`, core, { "if-match": String(version) }));
  const later = ["CRS 142", "CRS 143", "GSE 144"];
  expect((await carriedOf(me)).filter((code) => later.includes(code))).toEqual([]);
  const other = await term.student();
  await registeredFor(portal, other.student, [there]);
  await portal.db.updateTable("student").set({ level: 200 }).where("_id", "=", other.student).execute();
  expect((await carriedOf(other)).filter((code) => later.includes(code))).toEqual(later);
});

test("a failed elective is offered again, and may be left for another of its group; a failed core course may not", async () => {
  const group = { moduletype: "Elective", choice: "Second language", choose: 1 };
  for (const code of ["FRE 151", "HAU 151"]) await taughtTwice(code, group);
  const me = await term.student(200);
  await marked(me, "FRE 151", 12);
  expect(await carriedOf(me)).toEqual(["FRE 151"]);
  expect((await term.send(me, ["CRS 212", "EDU 111"])).body).toMatchObject({ type: "success" });
  const again = await term.send(me, ["CRS 212", "EDU 111", "HAU 151"], { version: 1 });
  expect(again.body).toMatchObject({ type: "success" });
  const repeated = await term.send(me, ["CRS 212", "FRE 151"], { version: 2 });
  expect(repeated.body).toMatchObject({ type: "success" });
  await marked(me, "ENG 111", 12);
  expect((await term.send(me, ["CRS 212", "EDU 111"], { version: 3 })).body).toMatchObject({ code: "carry-over-left" });
  const repeating = await term.student();
  await marked(repeating, "FRE 151", 12);
  expect((await term.send(repeating, ["CRS 111", "ENG 111"])).body).toMatchObject({ code: "group-short" });
  expect((await term.send(repeating, ["CRS 111", "ENG 111", "FRE 151"])).body).toMatchObject({ type: "success" });
});

test("a carry-over that asks for another failed one waits until that is passed", async () => {
  const me = await term.student(200);
  await marked(me, "CRS 111", 39);
  await marked(me, "CRS 211", 30);
  expect((await term.send(me, ["CRS 212", "EDU 111"])).body.errors.courses).toBe(
    "CRS 111 Introduction to the Old Testament is a carry-over, and carry-overs come first. Add it",
  );
  expect((await term.send(me, ["CRS 111", "CRS 211"])).body).toMatchObject({ code: "prerequisite-missing" });
  expect((await term.send(me, ["CRS 111", "CRS 212"])).body).toMatchObject({ type: "success" });
});

test("a carry-over without a place waits, and who holds one of its places cannot leave it", async () => {
  const seats = (count: number | null) =>
    portal.db.updateTable("course_class").set({ seats: count }).where("code", "=", "ENG 111").execute();
  const [first, late] = [await term.student(200), await term.student(200)];
  for (const me of [first, late]) await marked(me, "ENG 111", 20);
  await granted(term.send(first, ["ENG 111", "CRS 212"]));
  await seats(1); // Others hold more than that.
  expect((await term.send(late, ["ENG 111", "CRS 212"])).body).toMatchObject({ code: "class-full" });
  expect((await term.send(late, ["CRS 212"])).body).toMatchObject({ type: "success" });
  expect((await term.send(first, ["CRS 212", "EDU 111"], { version: 1 })).body).toMatchObject({
    code: "carry-over-left",
  });
  await seats(null);
});

test("who repeats a level needs no other elective of a group of which enough is passed, nor more than can be had", async () => {
  const [one, two] = ["One craft", "Two crafts"];
  for (const code of ["ART 161", "ART 162"])
    await taughtTwice(code, { moduletype: "Elective", choice: one, choose: 1, semester: 1, level: 300 });
  for (const code of ["MUS 161", "MUS 162", "MUS 163"])
    await taughtTwice(code, { moduletype: "Elective", choice: two, choose: 2, semester: 1, level: 300 });
  for (const code of ["CRS 311", "CRS 312"]) term.ids[code] = await term.course(code, { level: 300 });
  const own = ["CRS 311", "CRS 312"];
  const [fresh, me] = [await term.student(300), await term.student(300)];
  expect((await term.send(fresh, own)).body.errors.courses).toBe(
    "One craft: choose 1 course. You have none now. Add 1. Two crafts: choose 2 courses. You have none now. Add 2",
  );
  for (const code of ["ART 161", "MUS 161"]) await marked(me, code, 60);
  expect((await term.send(me, own)).body.errors.courses).toBe(
    "Two crafts: choose 2 courses, of which you have passed 1. You have none now. Add 1",
  );
  expect((await term.send(me, [...own, "ART 162", "MUS 162"])).body).toMatchObject({
    code: "group-over",
    errors: { courses: "One craft: choose 1 course, of which you have passed 1. You have 1 now. Leave out 1" },
  });
  expect((await term.send(me, [...own, "MUS 162"])).body).toMatchObject({ type: "success" });
});

test("what the new combination does not teach is carried over no more, whether it was failed, missed or is registered", async () => {
  const programme = await coded(portal, "programme", "NCE-BIO-CHE");
  for (const session of [term.session, before])
    for (const code of ["CHE 171", "CHE 172"]) {
      const course = await term.course(code, { session, programme });
      if (session === term.session) term.ids[code] = course;
    }
  const earlier = await term.course("CHE 173", { session: before, programme });
  const [moved, stays] = [await term.student(100), await term.student(100)];
  for (const me of [moved, stays]) {
    await portal.db.updateTable("student").set({ programme }).where("_id", "=", me.student).execute();
    await marked(me, "CHE 171", 20);
    await registeredFor(portal, me.student, [earlier]);
    await portal.db.updateTable("student").set({ level: 200 }).where("_id", "=", me.student).execute();
    expect(await carriedOf(me)).toEqual(expect.arrayContaining(["CHE 171", "CHE 172"]));
  }
  const { programme: crs } = term.usual;
  await portal.db.updateTable("student").set({ programme: crs }).where("_id", "=", moved.student).execute();
  expect((await carriedOf(moved)).filter((code) => code.startsWith("CHE"))).toEqual([]);
  const owed = await carriedOf(moved);
  expect((await term.send(moved, [...owed, "CRS 212"])).body).toMatchObject({ type: "success" });
});
