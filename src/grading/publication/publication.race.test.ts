import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { perform, portalItself } from "#platform/write/perform.server.ts";
import { examsOffice, farFromTheMinute, publicationPath as path } from "../../../testing/exams-office.ts";
import { halves, sheetOf } from "../../../testing/graded-marks.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { markedBeforeRegistered } from "../../../testing/past-mark.ts";
import { evidenceOf } from "../../../testing/published.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { memberOf } from "../../../testing/taught.ts";
import { untilWaiting } from "../../../testing/waiting.ts";
import { granted } from "../../../testing/walk.ts";
import { nextSlice } from "./make/make.server.ts";

let desk: Awaited<ReturnType<typeof examsOffice>>;
let rules: StaffMember;
beforeAll(async () => {
  desk = await examsOffice();
  rules = await staffMember(desk.portal, {
    pages: ["result-profiles", "result-profiles.change", "students", "student-results"],
  });
});
afterAll(() => desk.stop());

let made = 0;
async function courseWith(totals: readonly number[], state = "Approved") {
  made += 1;
  const code = `PUR ${100 + made}`;
  const course = await desk.office.course(code);
  const students = await Promise.all(totals.map(() => memberOf(desk.portal, [course])));
  const marks = Object.fromEntries(students.map((one, at) => [one, halves(totals[at] ?? 0)]));
  await sheetOf(desk.portal, course, marks, state);
  return { course, code, students };
}

const profilePath = () => `/staff/ms_result_profile/${desk.profile}`;
async function withPassMark(passmark: number): Promise<void> {
  const { name, description, status } = (await granted(rules.get(profilePath()))).body;
  await granted(rules.put(profilePath(), { name, description, status, passmark }));
}

/** What a proposal is answered once `between` has happened to it; the proposal is withdrawn then. */
async function approvedAfter(between: () => Promise<unknown>) {
  const id = await desk.proposed();
  await between();
  const { status, body } = await desk.step(desk.provost, id, "approve");
  if (status !== 200) await granted(desk.step(desk.officer, id, "withdraw"));
  return { status, code: body.code, message: body.message };
}
const unlike = { status: 409, code: "looks-different-now", message: expect.stringContaining("It looks different now") };

test("no other rules, cohorts, clashes or students are approved than were seen", async () => {
  const { portal, office, profile } = desk;
  const { code, students } = await courseWith([37, 52]);
  expect(await approvedAfter(() => withPassMark(35))).toEqual(unlike);
  expect(await approvedAfter(() => withPassMark(40))).toEqual(unlike);
  const { programme, session } = await portal.db
    .selectFrom("student")
    .select(["programme", "session"])
    .where("_id", "=", students[0] ?? "")
    .executeTakeFirstOrThrow();
  const copy = (await granted(rules.post(`${profilePath()}/copy`, {}))).body._id;
  const name = () => rules.post("/staff/ms_result_profile_use", { session, programme, profile: copy });
  let use = "";
  expect(
    await approvedAfter(async () => {
      use = (await granted(name())).body._id;
    }),
  ).toEqual(unlike);
  expect(await approvedAfter(() => granted(rules.delete(`/staff/ms_result_profile_use/${use}`)))).toEqual(unlike);
  const past = {
    student: students[1] ?? "",
    session: sql`${office.usual.session}`,
    course: code,
    ca: 20,
    examination: 30,
  };
  expect(await approvedAfter(() => markedBeforeRegistered(desk.portal, past))).toEqual(unlike);
  // What a rule is called and that results of others stand by it already changes nothing.
  const id = await desk.proposed();
  await sql`update portal.result_profile set name = name || ' of old', "usedAt" = now(), version = version + 1 where _id = ${profile}`.execute(
    portal.db,
  );
  await desk.approved(id);
  expect(await desk.resultsOf(students[0] ?? "")).toMatchObject([{ total: 37, passline: 40 }]);
  await granted(desk.step(desk.provost, id, "call-off", { reason: "Enough" }));
  await desk.work();
});

test("from the approval on nobody changes the rules by which it is graded, made or not", async () => {
  await courseWith([38]);
  const id = await desk.proposed();
  await sql`alter table portal.result_profile disable trigger result_profile_kept`.execute(desk.portal.db);
  await sql`update portal.result_profile set "usedAt" = null where _id = ${desk.profile}`.execute(desk.portal.db);
  await sql`alter table portal.result_profile enable trigger result_profile_kept`.execute(desk.portal.db);
  await granted(desk.step(desk.provost, id, "approve"));
  const { name, description, status } = (await granted(rules.get(profilePath()))).body;
  const late = await rules.put(profilePath(), { name, description, status, passmark: 35 });
  expect(late.body.code).toBe("result-profile-used");
  await desk.work();
  await granted(desk.step(desk.provost, id, "call-off", { reason: "Enough" }));
  await desk.work();
});

test("who waits to call off until the minute is over is refused, for students have read it", async () => {
  const { portal, provost, step, rowOf } = desk;
  await courseWith([57]);
  const id = await desk.proposed({ at: desk.soon(6) });
  await desk.approved(id);
  const { at, session } = await portal.db
    .selectFrom("publication")
    .select(["at", "session"])
    .where("_id", "=", id)
    .executeTakeFirstOrThrow();
  const asking = await portal.db.transaction().execute(async (trx) => {
    await sql`select portal.lock_marks(${session}::uuid, 1)`.execute(trx);
    const asked = step(provost, id, "call-off", { reason: "Wait for the others" });
    expect(await untilWaiting(portal), "it waits for the semester").toBe(true);
    expect(Date.now(), "it was asked before the minute").toBeLessThan(Date.parse(at));
    await sql`select pg_sleep(extract(epoch from ${at}::timestamptz - clock_timestamp()) + 0.2)`.execute(trx);
    return { asked };
  });
  expect((await asking.asked).body.code).toBe("results-published-already");
  await desk.work();
  expect((await rowOf(id)).state).toBe("Published");
});

test("whose results are made when the minute comes reads nothing before all are made; then all are there", async () => {
  const { portal, rowOf } = desk;
  const { students } = await courseWith([58, 59]);
  await farFromTheMinute();
  const shown = async () =>
    Promise.all(
      students.map(async (one) => (await granted(rules.get(`/staff/ms_academic_record/${one}`))).body.semesters.length),
    );
  const id = await desk.proposed({ at: desk.soon(3) });
  await desk.approvedUnmade(id);
  await perform(portal.db, portalItself, (one) => nextSlice(one, "", id));
  expect(await desk.resultsOf(students[0] ?? ""), "they are made").toHaveLength(1);
  const { at } = await portal.db.selectFrom("publication").select("at").where("_id", "=", id).executeTakeFirstOrThrow();
  await sql`select pg_sleep(greatest(0, extract(epoch from ${at}::timestamptz - clock_timestamp()) + 0.2))`.execute(
    portal.db,
  );
  expect([(await rowOf(id)).state, ...(await shown())]).toEqual(["Being made", 0, 0]);
  await desk.work();
  expect([(await rowOf(id)).state, ...(await shown())]).toEqual(["Published", 1, 1]);
  const earlier = () =>
    sql`update portal.course_result set "visibleAt" = now() where publication = ${id}`.execute(portal.db);
  await expect(earlier()).rejects.toThrow("a published result stays");
  // Without the guard the minute of what is read already would move.
  await sql`alter table portal.course_result disable trigger course_result_guard`.execute(portal.db);
  await earlier();
  await sql`alter table portal.course_result enable trigger course_result_guard`.execute(portal.db);
});

test("the board and a moderation see the mark that goes out: as it was corrected before it was recalled", async () => {
  const { portal, officer, provost, work, minuteCame, approved, proposed } = desk;
  const { course, code, students } = await courseWith([38]);
  const [student = ""] = students;
  const id = await proposed();
  await approved(id);
  await minuteCame(id);
  const corrector = await staffMember(portal, { pages: ["rectifications", "rectifications.change"] });
  const second = await staffMember(portal, { pages: ["rectifications", "rectifications.approve"] });
  const { _id: result } = await portal.db
    .selectFrom("course_result")
    .select("_id")
    .where("student", "=", student)
    .executeTakeFirstOrThrow();
  const form = { result, ca: 20, examination: 41, reason: "A page of the script was not marked" };
  const { _id } = (
    await granted(corrector.post("/staff/ms_rectification", { ...form, evidence: await evidenceOf(portal, corrector) }))
  ).body;
  await granted(second.post(`/staff/ms_rectification/${_id}/approve`, { seen: 1 }));
  const recall = (await granted(officer.post(`${path}/${id}/recall`, { reason: "Another column was wrong" }))).body._id;
  await granted(provost.post(`/staff/ms_publication_recall/${recall}/approve`, {}));
  await work();
  const board = await staffMember(portal, { pages: ["students", "broadsheets", "moderations", "moderations.change"] });
  const { programme, level, session } = await portal.db
    .selectFrom("course_registration")
    .select(["programme", "level", "session"])
    .where("student", "=", student)
    .executeTakeFirstOrThrow();
  const asked = `programme=${programme}&level=${level}&semester=1&session=${session}`;
  const sheet = (await granted(board.get(`/staff/ms_pre_result?${asked}`))).body;
  const place = sheet.courses.findIndex((one: { code: string }) => one.code === code);
  const row = sheet.rows.find((one: { student: string }) => one.student === student);
  expect(row.cells[place]).toMatchObject({ raw: 61, total: 61, state: "Raw" });
  const effect = (from: number) =>
    granted(board.post("/staff/ms_moderation/preview", { trimester: 1, from, to: from + 2, course }));
  expect((await effect(38)).body).toMatchObject({ marks: 0 });
  expect((await effect(61)).body).toMatchObject({ marks: 1, list: [{ courses: [{ code, raw: 61, total: 63 }] }] });
});

test("what must not be, is not", () => expectInvariants(desk.portal.db));
