import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { perform, portalItself } from "#platform/write/perform.server.ts";
import { registrationsFollow } from "../../../testing/catalogue.ts";
import { examsOffice, farFromTheMinute, publicationPath as path } from "../../../testing/exams-office.ts";
import { halves, sheetOf } from "../../../testing/graded-marks.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { markedBeforeRegistered } from "../../../testing/past-mark.ts";
import { evidenceOf } from "../../../testing/published.ts";
import { staffMember } from "../../../testing/staff.ts";
import { memberOf } from "../../../testing/taught.ts";
import { granted } from "../../../testing/walk.ts";
import { nextSlice } from "./make/make.server.ts";

let desk: Awaited<ReturnType<typeof examsOffice>>;
beforeAll(async () => {
  desk = await examsOffice();
});
afterAll(() => desk.stop());

let made = 0;
async function courseWith(totals: readonly number[], state = "Approved", of = desk) {
  made += 1;
  const code = `PUB ${100 + made}`;
  const course = await of.office.course(code);
  const students = await Promise.all(totals.map(() => memberOf(of.portal, [course])));
  await sheetOf(
    of.portal,
    course,
    Object.fromEntries(students.map((one, at) => [one, halves(totals[at] ?? 0)])),
    state,
  );
  return { course, code, students };
}

test("two people publish at a minute; the preview tells who, what is missing and the spread; each student gets one mail", async () => {
  const { portal, officer, provost, batches, proposed, step, approved, minuteCame, rowOf, resultsOf, profile } = desk;
  const { code, students } = await courseWith([70, 30]);
  const late = await courseWith([55], "With board");
  const seen = (await granted(officer.post(`${path}/preview`, { batches }))).body;
  expect(seen).toMatchObject({ students: 3, results: 2, missing: 1, same: true, unprofiled: [], clashes: [] });
  expect(seen.batches[0]).toMatchObject({ gpa: { least: "0.00", middle: "0.00", most: "5.00" }, results: 2 });
  expect(seen.awaited).toEqual([{ code: late.code, name: expect.any(String), state: "With board", students: 1 }]);
  const id = await proposed({ seen: seen.seen });
  const own = await step(officer, id, "approve");
  expect(own.status, "who proposes holds no right to approve").toBe(403);
  await approved(id);
  expect(await rowOf(id)).toMatchObject({ state: "Planned", students: 2, results: 2, missing: 1 });
  expect(await resultsOf(students[1] ?? "")).toEqual([{ course: code, total: 30, passline: 40, recalled: false }]);
  const { rows } = await sql`select from portal.result_profile where _id = ${profile} and "usedAt" is not null`.execute(
    portal.db,
  );
  expect(rows).toHaveLength(1);
  await minuteCame(id);
  expect((await rowOf(id)).state).toBe("Published");
  const mails = await portal.db
    .selectFrom("outgoing_mail")
    .select(["recipient", "subject"])
    .where("subject", "like", "%are out%")
    .execute();
  expect(mails).toHaveLength(2);
  const [letter] = await portal.letters(mails[0]?.recipient ?? "", 1);
  expect(letter?.text).toContain("Your results of the first semester of");
  expect(letter?.text).not.toMatch(/\b(70|30)\b/);
  await desk.work();
  expect(
    await portal.db.selectFrom("outgoing_mail").select("_id").where("subject", "like", "%are out%").execute(),
  ).toHaveLength(2);
  // The late sheet follows with the next publication of the same class, and nothing else.
  await sheetOf(portal, late.course, {}, "Approved");
  const next = await proposed();
  await approved(next);
  expect(await rowOf(next)).toMatchObject({ results: 1, students: 1 });
  await granted(provost.post(`${path}/${next}/call-off`, { reason: "Wait for the others" }));
  await desk.work();
  expect((await rowOf(next)).state).toBe("Called off");
});

test("a minute that is over is refused, when it is proposed and when it is approved", async () => {
  await courseWith([45]);
  const past = await desk.propose({ at: "2020-01-01T10:00:00Z" });
  expect(past.body).toMatchObject({ code: "time-is-over", errors: { at: expect.stringContaining("still to come") } });
  const id = await desk.proposed({ at: desk.soon(1) });
  await sql`select pg_sleep(1.2)`.execute(desk.portal.db);
  const late = await desk.step(desk.provost, id, "approve");
  expect(late.body.code).toBe("time-is-over");
  await granted(desk.step(desk.provost, id, "decline", { reason: "Too late" }));
});

test("nobody approves his or her own publication, and one class stands in one open publication", async () => {
  await courseWith([46]);
  const { provost, batches, soon, step, propose } = desk;
  const id = (await granted(provost.post(path, { batches, at: soon() }))).body._id;
  const own = await step(provost, id, "approve");
  expect([own.status, own.body.code]).toEqual([403, "another-must-decide"]);
  const twice = await propose();
  expect(twice.body.code).toBe("proposal-waits-already");
  expect(twice.body.message).toContain("stands in another publication (proposed)");
  await granted(step(provost, id, "withdraw"));
});

test("what the board approves after the proposal is not approved unseen", async () => {
  const before = await courseWith([47]);
  const late = await courseWith([48], "With board");
  const id = await desk.proposed();
  await sheetOf(desk.portal, late.course, {}, "Approved");
  const refused = await desk.step(desk.provost, id, "approve");
  expect([refused.status, refused.body.code]).toEqual([409, "looks-different-now"]);
  expect(refused.body.message).toMatch(/\d+ results would go out instead of \d+/);
  await granted(desk.step(desk.officer, id, "withdraw"));
  expect(await desk.resultsOf(before.students[0] ?? "")).toEqual([]);
});

const drop = (student: string) =>
  sql`update portal.course_registration_line l set "droppedAt" = now(), dropping = 'Left', droppedby = (select _id from portal.staff limit 1)
    from portal.course_registration r where r._id = l.registration and r.student = ${student} and l."droppedAt" is null`.execute(
    desk.portal.db,
  );
const emailOf = async (student: string): Promise<string> => {
  const named = desk.portal.db.selectFrom("student").select("emailaddress").where("_id", "=", student);
  return (await named.executeTakeFirstOrThrow()).emailaddress ?? "";
};

test("a course dropped between approval and minute is not published, whether its result was made already or not", async () => {
  const { portal, proposed, step, provost, work, resultsOf } = desk;
  const first = await courseWith([61, 62]);
  const id = await proposed();
  await granted(step(provost, id, "approve"));
  await drop(first.students[0] ?? "");
  await work();
  expect(await resultsOf(first.students[0] ?? "")).toEqual([]);
  expect(await resultsOf(first.students[1] ?? "")).toHaveLength(1);
  await drop(first.students[1] ?? "");
  expect(await resultsOf(first.students[1] ?? "")).toMatchObject([{ recalled: true }]);
  await registrationsFollow(portal);
  await desk.minuteCame(id);
});

test("a recall by two people takes everything back, tells why, and the sheet can be returned then; it is published anew", async () => {
  const { portal, officer, provost, proposed, approved, minuteCame, resultsOf, rowOf, step, work } = desk;
  const { course, students } = await courseWith([63, 65]);
  const [student = "", dropped = ""] = students;
  const id = await proposed();
  const early = await officer.post(`${path}/${id}/recall`, { reason: "The wrong column was read" });
  expect(early.body.code).toBe("list-not-released");
  await approved(id);
  await drop(dropped);
  await registrationsFollow(portal);
  await minuteCame(id);
  await expect(sheetOf(portal, course, {}, "Returned")).rejects.toThrow("results of this sheet are published");
  const { _id: recall } = (await granted(officer.post(`${path}/${id}/recall`, { reason: "The wrong column was read" })))
    .body;
  const again = await provost.post(`${path}/${id}/recall`, { reason: "The wrong column was read" });
  expect(again.body.code).toBe("proposal-waits-already");
  expect(await resultsOf(student)).toMatchObject([{ recalled: false }]);
  await granted(provost.post(`/staff/ms_publication_recall/${recall}/approve`, {}));
  await work();
  expect((await rowOf(id)).state).toBe("Recalled");
  expect(await resultsOf(student)).toMatchObject([{ recalled: true }]);
  const letters = await portal.letters(await emailOf(student), 2);
  expect(letters.find(({ subject }) => subject.includes("were taken back"))?.text).toContain(
    "The wrong column was read",
  );
  // Whose only result was withdrawn before the minute read nothing, and is told of nothing.
  const { rows } = await sql`select from portal.outgoing_mail where recipient = ${await emailOf(dropped)}`.execute(
    portal.db,
  );
  expect(rows).toEqual([]);
  await sheetOf(portal, course, { [student]: halves(64) }, "Approved");
  const anew = await proposed();
  await approved(anew);
  expect(await resultsOf(student)).toMatchObject(
    [
      { total: 63, recalled: true },
      { total: 64, recalled: false },
    ].toSorted((one, other) => Number(one.recalled) - Number(other.recalled)),
  );
  await granted(step(provost, anew, "call-off", { reason: "Enough" }));
  await work();
});

test("a corrected mark that was recalled goes out corrected; what is called off is taken back at once", async () => {
  const { portal, officer, provost, batches, proposed, approved, minuteCame, resultsOf, step, work } = desk;
  const { students } = await courseWith([38]);
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
  const form = { result, ca: 20, examination: 38, reason: "A page of the script was not marked" };
  const { _id } = (
    await granted(corrector.post("/staff/ms_rectification", { ...form, evidence: await evidenceOf(portal, corrector) }))
  ).body;
  await granted(second.post(`/staff/ms_rectification/${_id}/approve`, { seen: 1 }));
  const recall = (await granted(officer.post(`${path}/${id}/recall`, { reason: "Another column was wrong" }))).body._id;
  await granted(provost.post(`/staff/ms_publication_recall/${recall}/approve`, {}));
  await work();
  expect(await resultsOf(student)).toMatchObject([{ recalled: true }, { recalled: true }]);
  expect((await granted(officer.post(`${path}/preview`, { batches }))).body.corrected).toBe(1);
  const anew = await proposed();
  await approved(anew);
  expect((await resultsOf(student)).filter(({ recalled }) => !recalled)).toMatchObject([{ total: 58 }]);
  await granted(step(provost, anew, "call-off", { reason: "Enough" }));
  expect((await resultsOf(student)).filter(({ recalled }) => !recalled)).toEqual([]);
  await work();
});

test("students whom no profile grades are named, and nothing is published while there are any", async () => {
  const { portal, propose } = desk;
  await courseWith([51]);
  await sql`create table portal.uses as select * from portal.result_profile_use`.execute(portal.db);
  await sql`delete from portal.result_profile_use`.execute(portal.db);
  const { body } = await propose();
  expect(body.code).toBe("profile-missing");
  expect(body.message).toMatch(/students? of .* who entered in .* have no result profile/);
  await sql`insert into portal.result_profile_use select * from portal.uses`.execute(portal.db);
  await sql`drop table portal.uses`.execute(portal.db);
});

test("a mark of before in the same course and semester stands; the sheet's is left out and told", async () => {
  const { portal, officer, batches, proposed, approved, resultsOf, step, provost, work } = desk;
  const { code, students } = await courseWith([52]);
  const session = sql`(select c.session from portal.course c where c.code = ${code})`;
  const before = { student: students[0] ?? "", session, course: code, ca: 20, examination: 30 };
  await markedBeforeRegistered(portal, before);
  const seen = (await officer.post(`${path}/preview`, { batches })).body;
  expect(seen.clashes).toMatchObject([{ course: code }]);
  const id = await proposed();
  await approved(id);
  expect(await resultsOf(students[0] ?? "")).toEqual([]);
  await granted(step(provost, id, "call-off", { reason: "Enough" }));
  await work();
});

test("a kill in the middle goes on where it was, and nothing is there twice", async () => {
  const { portal, proposed, approvedUnmade, step, provost, work, rowOf } = desk;
  const { course, students } = await courseWith([53, 54, 55]);
  await farFromTheMinute();
  const id = await proposed();
  const { students: told } = await rowOf(id);
  await approvedUnmade(id);
  // The first slice is kept, and the process dies: the second never comes to its end.
  await perform(portal.db, portalItself, (one) => nextSlice(one, "", id));
  await expect(
    perform(portal.db, portalItself, async (one) => {
      await nextSlice(one, "", id);
      throw new Error("killed");
    }),
  ).rejects.toThrow("killed");
  expect((await rowOf(id)).state).toBe("Being made");
  await expect(sheetOf(portal, course, {}, "Returned")).rejects.toThrow("results of this sheet are being made");
  await Promise.all([work(), work()]);
  expect((await rowOf(id)).state).toBe("Planned");
  expect(told).toBeGreaterThan(2);
  const { rows } = await sql<{
    student: string;
    count: number;
  }>`select student, count(*)::int as count from portal.course_result
    where student = any(${students}::uuid[]) and "recalledAt" is null group by student`.execute(portal.db);
  expect(rows.map(({ count }) => count)).toEqual([1, 1, 1]);
  await granted(step(provost, id, "call-off", { reason: "Enough" }));
  await work();
});

test("of two publications of one class at once no result is there twice; without the index it would be", async () => {
  const apart = await examsOffice();
  const { students } = await courseWith([56], "Approved", apart);
  const both = await Promise.all([apart.propose(), apart.propose()]);
  expect(both.map(({ body }) => body.code ?? body.type).sort()).toEqual(["proposal-waits-already", "success"]);
  const first = both.find(({ body }) => body._id)?.body._id;
  // The other one all the same, as if the lock held nothing.
  await sql`insert into portal.publication (_id, session, semester, title, "at", sheets, seen, proposedby)
    select gen_random_uuid(), session, semester, title, "at", sheets, seen, proposedby from portal.publication`.execute(
    apart.portal.db,
  );
  await sql`insert into portal.publication_batch select p._id, b.programme, b.level from portal.publication p, portal.publication_batch b
    where p._id <> ${first}`.execute(apart.portal.db);
  const { rows: all } = await sql<{ _id: string }>`select _id from portal.publication`.execute(apart.portal.db);
  for (const { _id } of all) await apart.approvedUnmade(_id);
  await Promise.all([apart.work(), apart.work()]);
  expect(await apart.resultsOf(students[0] ?? "")).toHaveLength(1);
  const again = () =>
    sql`insert into portal.course_result select (r).* from (select jsonb_populate_record(r, jsonb_build_object('_id', gen_random_uuid())) as r
    from portal.course_result r limit 1) r`.execute(apart.portal.db);
  await expect(again()).rejects.toThrow("course_result_once");
  await sql`drop index portal.course_result_once`.execute(apart.portal.db);
  await again();
  await apart.stop();
});

test("what must not be, is not", () => expectInvariants(desk.portal.db));
