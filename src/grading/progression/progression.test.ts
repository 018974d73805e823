import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { billed, enrolled } from "../../../testing/billed.ts";
import { fivePoints } from "../../../testing/five-points.ts";
import { pastMark, setting } from "../../../testing/graduands.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { publishedTerm, type Total, twoSessions } from "../../../testing/published-term.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { signedInStudent } from "../../../testing/student.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let officer: StaffMember;
let registrar: StaffMember;
let terms: Awaited<ReturnType<typeof twoSessions>>;
beforeEach(async () => {
  portal = await startPortal(inject("place"));
  officer = await staffMember(portal, { pages: ["progressions", "progressions.change"] });
  registrar = await staffMember(portal, { pages: ["progressions", "progressions.approve"], lastname: "Registrar" });
  terms = await twoSessions(portal, [100, 300]);
  await fivePoints(portal);
});
afterEach(() => portal.stop());

const path = "/staff/ms_progression";
const onwards = (fromlevel = 100) => ({
  ...{ fromsession: terms.session, fromsemester: 2, fromlevel },
  ...{ tosession: terms.next, tosemester: 1, tolevel: fromlevel + 100 },
});

/** A student of the second semester with these totals in the first and the second. */
async function student(
  first: Total | null,
  second: Total | null,
  more: Parameters<typeof enrolled>[1] = {},
): Promise<string> {
  const { _id } = await enrolled(portal, more);
  await sql`update portal.student set semester = 2, entrylevel = level where _id = ${_id}`.execute(portal.db);
  const own = terms.courses[more.level ?? 100];
  if (!own) throw new Error("no courses at this level");
  if (first !== null)
    await publishedTerm(portal, {
      session: terms.session,
      semester: 1,
      courses: [own.first],
      totals: { [_id]: [first] },
    });
  if (second !== null)
    await publishedTerm(portal, {
      session: terms.session,
      semester: 2,
      courses: [own.second],
      totals: { [_id]: [second] },
    });
  return _id;
}

async function proposed(form: object = onwards()): Promise<string> {
  const { body } = await officer.post(path, form);
  expect(body).toMatchObject({ type: "success" });
  return body._id;
}

const versionOf = async (id: string) => (await registrar.get(`${path}/${id}/outcomes`)).body.version;
const approve = async (id: string, who = registrar) => who.post(`${path}/${id}/approve`, { seen: await versionOf(id) });

async function ended(id: string, state = "Done"): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if ((await registrar.get(`${path}/${id}`)).body.state === state) return;
    await wait(25);
  }
  const { rows } = await sql<{
    last_error: string;
  }>`select last_error from graphile_worker.jobs where last_error is not null`.execute(portal.db);
  throw new Error(`The progression is not ${state}: ${rows[0]?.last_error}`);
}

const ran = async (form: object = onwards()): Promise<string> => {
  const id = await proposed(form);
  expect((await approve(id)).body).toMatchObject({ type: "success" });
  await ended(id);
  return id;
};

const placeOf = async (id: string) =>
  (
    await sql<{
      level: number;
      semester: number;
    }>`select level, semester from portal.student where _id = ${id}`.execute(portal.db)
  ).rows[0];
const linesOf = async (id: string) =>
  (await registrar.get(`/staff/ms_progression_line?progression=${id}&sort=place&limit=100`)).body.list;
const lineOf = async (id: string, of: string) =>
  (await linesOf(id)).find((line: { student: { _id: string } }) => line.student._id === of);

test("a dry run says of each student what becomes of it and why, and changes nothing", async () => {
  const good = await student(60, 60);
  const carries = await student(30, 60);
  const low = await student(40, 10);
  const lowest = await student(10, 10);
  const idle = await student(60, null);
  const awaiting = await student(60, "awaited");
  const owing = await student(60, 60);
  await billed(portal, owing);
  const away = await student(60, 60, { status: "Deferred" });
  const { body } = await officer.post(`${path}/preview`, onwards());
  expect(body).toMatchObject({
    title: "100 level, second semester 2026/2027, to 200 level, first semester 2027/2028",
    people: 8,
    moving: 3,
    before: 0,
  });
  const said = Object.fromEntries(
    body.outcomes.flatMap(({ outcome, first }: { outcome: string; first: { student: string; reason: string }[] }) =>
      first.map((one) => [one.student, [outcome, one.reason]]),
    ),
  );
  expect(said).toEqual({
    [good]: ["Promoted", "CGPA 4.00"],
    [carries]: ["Promoted", "CGPA 2.00; 1 carry-over: CRS 111"],
    [low]: ["Probation", "CGPA 0.50; on probation; 1 carry-over: CRS 112"],
    [lowest]: [
      "Withdrawal due",
      "CGPA 0.00: the rule proposes withdrawal. Decide about it first, in Academic standing",
    ],
    [idle]: ["Not registered", "No course of the second semester is registered"],
    [awaiting]: ["Results missing", "No result yet of CRS 112"],
    [owing]: ["Owing", expect.stringMatching(/^₦[\d,.]+ of the session is not paid$/)],
    [away]: ["Away", "The status is Deferred"],
  });
  expect(await placeOf(good)).toEqual({ level: 100, semester: 2 });
});

test("at the last level whoever passes the audit for the award is graduating, and everybody else goes on there with what is missing", async () => {
  const finalist = (first: Total, second: Total) => student(first, second, { level: 300 });
  const [done, general, carries] = [await finalist(60, 60), await finalist(60, 60), await finalist(30, 60)];
  await setting(portal, "unitsToGraduate", "NCE 4");
  await terms.office.course("GSE 311", { level: 300, moduletype: "General", general: true });
  for (const one of [done, carries]) await pastMark(portal, one, "GSE 311", 55);
  const { body } = await officer.post(`${path}/preview`, onwards(300));
  expect(body).toMatchObject({ people: 3, moving: 3 });
  expect(body.outcomes[0].first.find(({ student: of }: { student: string }) => of === done)).toMatchObject({
    reason: "CGPA 3.67; There is no project",
    tolevel: 300,
  });
  await setting(portal, "awardProject", "not asked");
  const id = await ran(onwards(300));
  expect(await lineOf(id, done)).toMatchObject({
    outcome: "Graduating",
    reason: "CGPA 3.67; meets everything that the award asks for",
    state: "Stays",
  });
  const goesOn = { outcome: "Spill-over", tolevel: 300, tosemester: 1, state: "Done" };
  expect(await lineOf(id, general)).toMatchObject({
    ...goesOn,
    reason: "CGPA 4.00; 1 compulsory course to pass: GSE 311 (never registered); GSE: no course is passed",
  });
  expect(await lineOf(id, carries)).toMatchObject({
    ...goesOn,
    reason: "CGPA 2.33; 1 compulsory course to pass: CRS 311 (not passed)",
  });
  expect(await Promise.all([done, general, carries].map(placeOf))).toEqual([
    { level: 300, semester: 2 },
    { level: 300, semester: 1 },
    { level: 300, semester: 1 },
  ]);
  await expectInvariants(portal.db);
});

test("who went on at the last level is offered what is missing, and stands on the next graduation list once it is passed", async () => {
  await setting(portal, "awardProject", "not asked");
  await setting(portal, "unitsToGraduate", "NCE 4");
  const me = await signedInStudent(portal);
  const { session, next, programme, office } = terms;
  await sql`update portal.student set level = 300, entrylevel = 300, semester = 2, programme = ${programme}, session = ${session}
    where _id = ${me.student}`.execute(portal.db);
  const { first = "", second = "" } = terms.courses[300] ?? {};
  const totals = (total: number) => ({ [me.student]: [total] });
  await publishedTerm(portal, { session, semester: 1, courses: [first], totals: totals(30) });
  await publishedTerm(portal, { session, semester: 2, courses: [second], totals: totals(60) });
  const id = await ran(onwards(300));
  expect(await lineOf(id, me.student)).toMatchObject({
    outcome: "Spill-over",
    reason: "CGPA 2.00; 2 units passed of 4; 2 are missing; 1 compulsory course to pass: CRS 311 (not passed)",
  });
  const again = await office.course("CRS 311", { level: 300, session: next });
  await sql`update portal.session set status = false`.execute(portal.db);
  await sql`update portal.session set status = true, semester = 1 where _id = ${next}`.execute(portal.db);
  const { body } = await granted(me.get("/student/registration"));
  expect(body.offered).toEqual([expect.objectContaining({ _id: again, code: "CRS 311", kind: "Carry-over" })]);
  await publishedTerm(portal, { session: next, semester: 1, courses: [again], totals: totals(50) });
  const board = await staffMember(portal, { pages: ["graduations", "graduations.change"] });
  const list = (await granted(board.post("/staff/ms_graduation/check", { session: next }))).body;
  expect(list.ready).toEqual([expect.objectContaining({ student: me.student })]);
});

test("by a rule of the college whoever owes moves on, and whoever carries too much repeats the level", async () => {
  const owing = await student(60, 60);
  await billed(portal, owing);
  const carries = await student(30, 60);
  await sql`insert into portal.setting (name, value) values ('progressionOwing', '"Moves"'), ('progressionCarriedUnits', '1')`.execute(
    portal.db,
  );
  const id = await ran();
  expect(await lineOf(id, owing)).toMatchObject({
    outcome: "Promoted",
    reason: expect.stringMatching(/^CGPA 4.00; ₦.* not paid$/),
  });
  expect(await lineOf(id, carries)).toMatchObject({
    outcome: "Repeat",
    reason: "CGPA 2.00; 1 carry-over: CRS 111; 2 units, and at most 1 are taken along",
  });
  expect([await placeOf(owing), await placeOf(carries)]).toEqual([
    { level: 200, semester: 1 },
    { level: 100, semester: 1 },
  ]);
});

test("within a session whoever has registered moves, with or without results", async () => {
  const one = await student("awaited", null);
  const idle = await student(null, null);
  await sql`update portal.student set semester = 1 where _id in (${one}, ${idle})`.execute(portal.db);
  const form = { ...onwards(), fromsemester: 1, tosession: terms.session, tosemester: 2, tolevel: 100 };
  const id = await ran(form);
  expect(await lineOf(id, one)).toMatchObject({ outcome: "Promoted", reason: "1 course registered" });
  expect(await lineOf(id, idle)).toMatchObject({ outcome: "Not registered", state: "Stays" });
  expect(await placeOf(one)).toEqual({ level: 100, semester: 2 });
});

test("a step that is none is refused at its field", async () => {
  const wrong = [
    [{ tolevel: 300 }, "tolevel", "Into another session 100 level leads to 200. Choose 200"],
    [{ tosession: terms.session }, "tosemester", "To semester must come after From semester in one session"],
    [{ tosession: terms.session, fromsemester: 1, tosemester: 2 }, "tolevel", "Within a session the level stays"],
    [{ fromsession: terms.next, tosession: terms.session }, "tosession", "To session must come after From session"],
  ] as const;
  for (const [more, field, sentence] of wrong) {
    const { body } = await officer.post(`${path}/preview`, { ...onwards(), ...more });
    expect(body.errors[field]).toContain(sentence);
  }
  const { body } = await officer.post(path, onwards());
  expect(body).toMatchObject({ code: "nobody-moves" });
});

test("who proposed a progression does not approve it, and what was seen is what is proposed", async () => {
  const both = await staffMember(portal, { pages: ["progressions", "progressions.change", "progressions.approve"] });
  await student(60, 60);
  const { body: looked } = await both.post(`${path}/preview`, onwards());
  const other = await student(60, 60);
  const { status, body: refused } = await both.post(path, { ...onwards(), seen: looked.seen });
  expect([status, refused.code]).toEqual([409, "list-has-changed"]);
  const { body } = await both.post(path, onwards());
  const own = await approve(body._id, both);
  expect([own.status, own.body.code]).toEqual([403, "another-must-decide"]);
  expect(await placeOf(other)).toEqual({ level: 100, semester: 2 });
  expect((await registrar.post(`${path}/${body._id}/approve`, { seen: 99 })).body.code).toBe("version-stale");
});

test("a class that is moved twice moves once; who stayed and is ready by now moves the second time", async () => {
  const one = await student(60, 60);
  const late = await student(60, "awaited");
  await ran();
  expect(await placeOf(late)).toEqual({ level: 100, semester: 2 });
  const { second = "" } = terms.courses[100] ?? {};
  await publishedTerm(portal, { session: terms.session, semester: 2, courses: [second], totals: { [late]: [50] } });
  expect((await officer.post(`${path}/preview`, onwards())).body).toMatchObject({ before: 1, people: 1, moving: 1 });
  await ran();
  expect(await placeOf(late)).toEqual({ level: 200, semester: 1 });
  expect(await placeOf(one)).toEqual({ level: 200, semester: 1 });
  await sql`update portal.student set level = 100, semester = 2 where _id = ${one}`.execute(portal.db);
  expect((await officer.post(path, onwards())).body.code).toBe("nobody-moves");
});
