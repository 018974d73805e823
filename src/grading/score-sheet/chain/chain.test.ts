import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { fivePoints } from "../../../../testing/five-points.ts";
import { lecturerOf } from "../../../../testing/lecturer.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { type ChainedSheet, sheetChain } from "../../../../testing/sheet-chain.ts";
import { stateOf } from "../../../../testing/sheets.ts";
import { type StaffMember, staffMember } from "../../../../testing/staff.ts";
import { memberOf } from "../../../../testing/taught.ts";
import { granted } from "../../../../testing/walk.ts";
import { newId } from "../../../platform/database/id.server.ts";

let portal: TestPortal;

beforeAll(async () => {
  portal = await startPortal(inject("place"));
  await fivePoints(portal);
}, 120_000);

afterAll(() => portal.stop());

const { classWith, post, pass, submitted, passed, withBoard, boardBody, approved } = sheetChain(() => portal);

/** The text of a mail is dropped once it is sent: what was written is read where it lies. */
const mailsTo = async (address: string) => {
  const { rows } = await sql`select from portal.outgoing_mail where recipient = ${address}`.execute(portal.db);
  return rows.length === 0 ? [] : portal.letters(address, rows.length);
};

test("a sheet goes from its lecturer by head, dean and examinations office to the board, each step dated", async () => {
  const of = await classWith();
  const { offices } = of;
  expect((await submitted(of)).body.message).toContain("is sent in, and its marks are locked. It is with the head of");
  expect((await passed(offices.head, of)).body.message).toContain("It is with the dean of");
  await passed(offices.dean, of);
  expect((await passed(offices.examinations, of)).body.message).toContain("It is with the board now");
  const { message } = (await approved(of)).body;
  expect(message).toBe(`${of.code} approved by minute AB/26/14 of 5 January 2026`);
  const { body } = await offices.examinations.get(`/staff/ms_score_sheet/${of.sheet}/chain`);
  expect(body.state).toBe("Approved");
  expect(
    body.steps.map(({ to, by, minute }: { to: string; by: string; minute: string | null }) => [to, by, minute]),
  ).toEqual([
    ["With head", "Mrs Musa Garba", null],
    ["With dean", "Mrs Hauwa Sani", null],
    ["With examinations", "Mrs Ladi Dean", null],
    ["With board", "Mrs Bisi Exams", null],
    ["Approved", "Mrs Chidi Board", "AB/26/14"],
  ]);
  expect(body.steps.at(-1).minuteday).toBe("2026-01-05");
  expect(body.spread).toMatchObject({ marked: 2, failed: 1, failing: 33, lowest: 45, highest: 70 });
});

test("the office of the examinations passes nothing to the board's decision, which needs a minute", async () => {
  const of = await classWith();
  await withBoard(of);
  const { body } = await pass(of.offices.examinations, of);
  expect(body).toMatchObject({ type: "error", code: "board-decides" });
  expect(
    (await of.offices.board.post("/staff/ms_pre_result/approve", { ...(await boardBody(of)), minute: "" })).body.type,
  ).toBe("error");
  const ahead = await of.offices.board.post("/staff/ms_pre_result/approve", {
    ...(await boardBody(of)),
    day: "2999-01-01",
  });
  expect(ahead.body.errors.day).toContain("still to come");
});

test("missing marks keep a sheet from being sent in, by name, unless each has a code", async () => {
  const of = await classWith([[30, 40], undefined, [10, null]]);
  const { body } = await post(of.lecturer, of, "submit", {});
  expect(body).toMatchObject({ type: "error", code: "marks-missing" });
  const { rows } = await sql<{
    name: string;
  }>`select name from portal.student where _id = any(${of.students.slice(1)}::uuid[])`.execute(portal.db);
  for (const { name } of rows) expect(body.message).toContain(name);
  expect(body.message).toContain("ABS, EXC, MAL or NCA");
  await sql`update portal.score set ca = null, code = 'Excused' where sheet = ${of.sheet} and student = ${of.students[2]}`.execute(
    portal.db,
  );
  await sql`insert into portal.score (_id, sheet, student, code, typedby)
    values (${newId()}, ${of.sheet}, ${of.students[1]}, 'Absent', ${of.lecturer._id})`.execute(portal.db);
  await submitted(of);
});

test("a sheet that was sent in is written to by nobody, and is sent in once", async () => {
  const of = await classWith();
  await submitted(of);
  await expect(
    sql`update portal.score set examination = 60 where sheet = ${of.sheet} and student = ${of.students[0]}`.execute(
      portal.db,
    ),
  ).rejects.toMatchObject({ constraint: "score_sheet_locked" });
  const { body } = await post(of.lecturer, of, "submit", {});
  expect(body).toMatchObject({ code: "sent-already" });
  expect(body.message).toContain("Mrs Musa Garba");
});

test("marks that were typed after the lecturer looked are not sent in unseen, nor decided on", async () => {
  const of = await classWith();
  await sql`update portal.score_sheet set marksversion = 4 where _id = ${of.sheet}`.execute(portal.db);
  expect((await post(of.lecturer, of, "submit", { seen: 3 })).body.code).toBe("version-stale");
  await granted(post(of.lecturer, of, "submit", { seen: 4 }));
  const { status, body } = await pass(of.offices.head, of, { seen: 3 });
  expect([status, body.code]).toEqual([409, "version-stale"]);
});

test("only the lecturer in charge sends a sheet in; the examinations office in that one's place, with a reason", async () => {
  const of = await classWith();
  const colleague = await lecturerOf(portal, of.course);
  const { status, body } = await post(colleague, of, "submit", {});
  expect([status, body.code]).toEqual([403, "charge-of-another"]);
  expect(body.message).toContain("Mrs Musa Garba is in charge");
  expect((await post(of.offices.examinations, of, "submit", {})).body.errors.reason).toContain("Say why");
  await granted(post(of.offices.examinations, of, "submit", { reason: "The lecturer is in hospital" }));
  const [letter] = await mailsTo(of.lecturer.emailaddress);
  expect(letter?.subject).toMatch(/was sent in for you$/);
  expect(letter?.text).toContain("Mrs Bisi Exams has sent in the score sheet");
  expect(letter?.text).toContain("The lecturer is in hospital");
  // Who has sent it in decides no later step of it.
  await passed(of.offices.head, of);
  await passed(of.offices.dean, of);
  const own = await pass(of.offices.examinations, of);
  expect([own.status, own.body.code]).toEqual([403, "another-must-decide"]);
});

test("whose turn it is not, hears whose it is", async () => {
  const of = await classWith();
  await submitted(of);
  const { status, body } = await pass(of.offices.dean, of);
  expect([status, body.code]).toEqual([403, "turn-of-another"]);
  expect(body.message).toContain("This waits for the head of");
});

test("nobody decides twice: for a head who sends in the own class, or is absent, decides who may for the whole college", async () => {
  const of = await classWith();
  const { head, dean, examinations } = of.offices;
  await sql`update portal.course_allocation set incharge = false where class = ${of.taught}`.execute(portal.db);
  await sql`insert into portal.course_allocation (_id, course, staff, incharge) values (${newId()}, ${of.course}, ${head._id}, true)`.execute(
    portal.db,
  );
  const heading = await staffMember(portal, { pages: [] });
  await sql`insert into portal.user_permission (_id, staff, page, scope)
    select gen_random_uuid(), ${head._id}, _id, 'department' from portal.page where key = 'my-courses.change'`.execute(
    portal.db,
  );
  await granted(post(head, of, "submit", {}));
  const { status, body } = await pass(head, of);
  expect([status, body.code]).toEqual([403, "another-must-decide"]);
  await passed(examinations, of);
  await passed(dean, of);
  // And the one who stood in for the head takes no step of the own office.
  expect((await pass(examinations, of)).body.code).toBe("another-must-decide");
  const other = await staffMember(portal, { pages: ["score-sheets", "score-sheets.approve"] });
  await passed(other, of);
  expect(await stateOf(portal, of.sheet)).toBe("With board");
  expect(heading._id).not.toBe(head._id);
});

/** From now on a student of the class is a member of staff. */
const isStudent = async ({ students }: ChainedSheet, { _id }: StaffMember) => {
  const { emailaddress } = await portal.db
    .selectFrom("staff")
    .select("emailaddress")
    .where("_id", "=", _id)
    .executeTakeFirstOrThrow();
  await sql`update portal.student set emailaddress = ${emailaddress}, applicant = null where _id = ${students[0]}`.execute(
    portal.db,
  );
};

test("who typed marks decides about no step of the sheet, and nothing waits for that one", async () => {
  const of = await classWith();
  const { head, examinations } = of.offices;
  await sql`update portal.score set typedby2 = ${head._id} where sheet = ${of.sheet} and student = ${of.students[0]}`.execute(
    portal.db,
  );
  await submitted(of);
  const waits = async (who: StaffMember) =>
    (await granted(who.get("/staff/ms_score_sheet/waiting"))).body.some(({ _id }: { _id: string }) => _id === of.sheet);
  const { status, body } = await pass(head, of);
  expect([status, body.code]).toEqual([403, "another-must-decide"]);
  expect(body.message).toContain(`You typed marks of ${of.code}`);
  expect([await waits(head), await waits(examinations)]).toEqual([false, true]);
  await passed(examinations, of);
});

test("nobody decides about a sheet with a mark of their own: another does, and the board's secretary neither", async () => {
  const of = await classWith([
    [30, 40],
    [20, 30],
  ]);
  const { head, dean, examinations, board } = of.offices;
  await isStudent(of, head);
  await submitted(of);
  const own = await pass(head, of);
  expect([own.status, own.body.code]).toEqual([403, "own-file"]);
  const returned = await post(head, of, "return", { reason: "Once more" });
  expect([returned.status, returned.body.code]).toEqual([403, "own-file"]);
  const sheets = [{ _id: of.sheet, seen: 0, state: "With head" }];
  expect((await head.post("/staff/ms_score_sheet/pass", { sheets })).body.code).toBe("nothing-clear");
  await passed(examinations, of);
  await passed(dean, of);
  await passed(await staffMember(portal, { pages: ["score-sheets", "score-sheets.approve"] }), of);
  await isStudent(of, board);
  const minute = await board.post("/staff/ms_pre_result/approve", await boardBody(of));
  expect([minute.status, minute.body.code]).toEqual([403, "own-file"]);
  expect(await stateOf(portal, of.sheet)).toBe("With board");
});

test("a returned sheet is open again, its lecturer reads why, and the chain begins anew", async () => {
  const of = await classWith();
  await submitted(of);
  await passed(of.offices.head, of);
  const reason = "Question 4 was not marked";
  expect((await post(of.offices.dean, of, "return", {})).body.errors.reason).toContain("required");
  await granted(post(of.offices.dean, of, "return", { reason }));
  expect(await stateOf(portal, of.sheet)).toBe("Returned");
  const [mail] = await mailsTo(of.lecturer.emailaddress);
  expect(mail?.subject).toContain(`the score sheet of ${of.code} is returned`);
  expect(mail?.text).toContain(reason);
  await sql`update portal.score set examination = 41 where sheet = ${of.sheet} and student = ${of.students[0]}`.execute(
    portal.db,
  );
  await withBoard(of);
  await approved(of);
});

test("whoever dropped the course keeps the score on the sheet, is asked for nothing, and stands apart", async () => {
  const of = await classWith([[30, 40], [20, 30], undefined]);
  const drop = (student: string | undefined) =>
    sql`update portal.course_registration_line l set "droppedAt" = now()
    from portal.course_registration r where r._id = l.registration and r.student = ${student} and l.course = ${of.course}`.execute(
      portal.db,
    );
  await drop(of.students[1]);
  await drop(of.students[2]);
  await submitted(of);
  const { body } = await of.lecturer.get(`/staff/ms_score_sheet/${of.sheet}/chain`);
  expect(body.rows.map(({ student }: { student: string }) => student)).toEqual([of.students[0]]);
  expect(body.left.map(({ student }: { student: string }) => student)).toEqual([of.students[1]]);
  // Who joins after it was sent in is a finding of whoever decides, and stops no step.
  const late = await memberOf(portal, [of.course]);
  await sql`update portal.course_registration_line set "approvedAt" = now()
    where registration in (select _id from portal.course_registration where student = ${late})`.execute(portal.db);
  const seen = (await of.offices.head.get(`/staff/ms_score_sheet/${of.sheet}/chain`)).body;
  expect(seen.findings[0]).toContain("no mark, and no code in its place");
  await passed(of.offices.head, of);
});

test("of many sheets those are passed on in which nothing is found; the others stay", async () => {
  const [clear, odd] = [
    await classWith([
      [30, 40],
      [20, 30],
    ]),
    await classWith(Array.from({ length: 6 }, () => [20, 19] as const)),
  ];
  for (const of of [clear, odd]) await submitted(of);
  // Both classes stand in one department.
  const head = odd.offices.head;
  await sql`update portal.course_class set department = (select department from portal.course_class where _id = ${odd.taught})
    where _id = ${clear.taught}`.execute(portal.db);
  const list = (await head.get("/staff/ms_score_sheet/waiting")).body;
  const findings = new Map(list.map((one: { _id: string; findings: string[] }) => [one._id, one.findings]));
  expect(findings.get(clear.sheet)).toEqual([]);
  expect(findings.get(odd.sheet)).toEqual(
    expect.arrayContaining([
      "All 6 students have 20 and 19",
      "6 students have 39, just below the pass mark, and none of the totals around it",
      "100 % have not passed",
    ]),
  );
  const sheets = [clear, odd].map(({ sheet }) => ({ _id: sheet, seen: 0, state: "With head" }));
  const { body } = await granted(head.post("/staff/ms_score_sheet/pass", { sheets }));
  expect(body).toMatchObject({
    passed: 1,
    left: 1,
    message: "1 sheet passed on. 1 other stays as it is: look at each",
  });
  expect([await stateOf(portal, clear.sheet), await stateOf(portal, odd.sheet)]).toEqual(["With dean", "With head"]);
  expect((await head.post("/staff/ms_score_sheet/pass", { sheets })).body.code).toBe("nothing-clear");
});

test("what waits for somebody stands on the dashboard with the way to it", async () => {
  const of = await classWith();
  await submitted(of);
  const lines = (await of.offices.head.get("/staff/ms_staff_dashboard")).body.waiting ?? [];
  expect(JSON.stringify(lines)).toMatch(/score sheets? waits? for the head of department/);
});

test("a sheet beyond one's reach is not there", async () => {
  const of = await classWith();
  const stranger = await staffMember(portal, {
    pages: ["score-sheets", "my-courses"],
    scope: "unit",
    department: await otherDepartment(of),
  });
  expect((await stranger.get(`/staff/ms_score_sheet/${of.sheet}/chain`)).status).toBe(404);
  expect((await of.lecturer.get("/staff/ms_score_sheet/nothing/chain")).status).toBe(404);
});

const otherDepartment = async ({ taught }: ChainedSheet) =>
  (
    await sql<{ _id: string }>`select _id from portal.department
    where _id <> (select department from portal.course_class where _id = ${taught}) limit 1`.execute(portal.db)
  ).rows[0]?._id ?? "";
