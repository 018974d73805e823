import { sql } from "kysely";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { enrolled } from "../../../testing/billed.ts";
import { fivePoints } from "../../../testing/five-points.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { publishedTerm, type Total, twoSessions } from "../../../testing/published-term.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { signedInStudent } from "../../../testing/student.ts";
import { untilWaiting } from "../../../testing/waiting.ts";

let portal: TestPortal;
let officer: StaffMember;
let registrar: StaffMember;
let terms: Awaited<ReturnType<typeof twoSessions>>;
beforeEach(async () => {
  portal = await startPortal(inject("place"));
  officer = await staffMember(portal, { pages: ["standings", "standings.change"] });
  registrar = await staffMember(portal, { pages: ["standings", "standings.approve"], lastname: "Registrar" });
  terms = await twoSessions(portal);
  await fivePoints(portal);
});
afterEach(() => portal.stop());

const path = "/staff/ms_standing";
const term = (semester: number) => ({ session: terms.session, semester });

/** A student with these totals, a semester after the other. */
async function graded(first: Total, second: Total | null, student?: string): Promise<string> {
  const _id = student ?? (await enrolled(portal))._id;
  const own = terms.courses[100];
  if (!own) throw new Error("no courses");
  await publishedTerm(portal, { ...term(1), courses: [own.first], totals: { [_id]: [first] } });
  if (second !== null) await publishedTerm(portal, { ...term(2), courses: [own.second], totals: { [_id]: [second] } });
  return _id;
}

const find = async (semester = 2, who = officer) => (await who.post(`${path}/find`, term(semester))).body;
const listed = async () => (await registrar.get(`${path}?limit=100`)).body.list;
const approve = async (who = registrar, standing = "") => {
  const query = `state=Proposed${standing && `&standing=${standing}`}`;
  const { total } = (await registrar.get(`${path}?${query}`)).body;
  return who.post(`${path}/approve`, { query, count: total });
};

test.each(["session", "programme"])("a %s that is none is refused at its field", async (field) => {
  const { status, body } = await officer.post(`${path}/find`, { ...term(2), [field]: "' or 1=1--" });
  expect([status, body.code, Object.keys(body.errors)]).toEqual([200, "choice-not-found", [field]]);
});

test("the rules find who is on probation or to be withdrawn, with the figure and the rule in words, once each", async () => {
  await graded(60, 60);
  const low = await graded(40, 10);
  const lowest = await graded(30, 40);
  expect(await find()).toMatchObject({
    looked: 3,
    proposed: 2,
    message: "Of 3 students with results 2 standings are proposed",
  });
  expect(await listed()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        student: expect.objectContaining({ _id: low }),
        standing: "Probation",
        rule: "CGPA 0.50 below 1.00 at the end of the semester",
      }),
      expect.objectContaining({
        student: expect.objectContaining({ _id: lowest }),
        standing: "Withdrawal",
        rule: "CGPA 0.50 below 1.00 at the end of 2 semesters in a row",
      }),
    ]),
  );
  expect(await find()).toMatchObject({
    proposed: 0,
    known: 2,
    message: "Of 3 students with results nobody new is found. 2 standings stood already",
  });
  expect((await officer.post(`${path}/find`, { session: terms.next, semester: 1 })).body.code).toBe(
    "nothing-published",
  );
  await expectInvariants(portal.db);
});

test("of who is excused from a whole semester nothing new is found, by GPA as by CGPA", async () => {
  await sql`update portal.standing_rule set measure = 'GPA'`.execute(portal.db);
  await graded(10, "excused");
  const low = await graded(60, 10);
  expect(await find()).toMatchObject({ looked: 2, proposed: 1 });
  expect(await listed()).toEqual([expect.objectContaining({ student: expect.objectContaining({ _id: low }) })]);
});

test("another approves many at once: a probation is told, a withdrawal changes the status", async () => {
  const low = await graded(40, 10);
  const lowest = await graded(10, 10);
  await find();
  const both = await staffMember(portal, { pages: ["standings", "standings.change", "standings.approve"] });
  expect((await approve()).body).toMatchObject({ type: "success", decided: 2, message: "2 standings are approved" });
  const { rows } = await sql<{
    status: string;
  }>`select status from portal.student where _id in (${low}, ${lowest}) order by status`.execute(portal.db);
  expect(rows.map(({ status }) => status)).toEqual(["Active", "Withdrawn"]);
  const { rows: changes } =
    await sql`select kind, reason, proposedby, decidedby, state from portal.status_change where student = ${lowest}`.execute(
      portal.db,
    );
  expect(changes).toEqual([
    {
      ...{ kind: "Academic standing", reason: "CGPA below 1.00 at the end of 2 semesters in a row" },
      ...{ proposedby: officer._id, decidedby: registrar._id, state: "Applied" },
    },
  ]);
  const { rows: mails } = await sql<{
    subject: string;
  }>`select subject from portal.outgoing_mail order by subject`.execute(portal.db);
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringContaining(": you are on probation after the second semester 2026/2027"),
    expect.stringContaining(": your status is Withdrawn"),
  ]);
  await graded(30, 10);
  expect(await find(2, both)).toMatchObject({ proposed: 1 });
  const own = await approve(both);
  expect([own.status, own.body.code]).toEqual([403, "another-must-decide"]);
  await expectInvariants(portal.db);
});

/** Straight into the database: a rectification of a total. */
async function rectified(student: string, total: number): Promise<void> {
  const { rows } = await sql<{
    _id: string;
  }>`update portal.course_result set "supersededAt" = now() where student = ${student} and semester = 2 and "supersededAt" is null returning _id`.execute(
    portal.db,
  );
  await sql`insert into portal.course_result (_id, student, session, semester, programme, level, class, course, title, units, moduletype, ca,
      examination, total, passline, publication, "visibleAt", supersedes)
    select gen_random_uuid(), student, session, semester, programme, level, class, course, title, units, moduletype, 40, ${total}::int - 40,
      ${total}::int, passline, publication, now(), _id from portal.course_result where _id = ${rows[0]?._id}`.execute(
    portal.db,
  );
}

test("a figure that was corrected since is not approved: it is found anew", async () => {
  const low = await graded(40, 10);
  await find();
  await rectified(low, 60);
  const { status, body } = await approve();
  expect([status, body.code]).toEqual([409, "figures-have-changed"]);
  expect(body.message).toContain("is in good standing by now, with a CGPA of 2.50. It was proposed by another figure");
  expect(await find()).toMatchObject({ proposed: 0, overtaken: 1 });
  expect((await listed())[0]).toMatchObject({ state: "Overtaken" });
});

test("a probation that was approved falls away once the figure is good, and a worse one is proposed anew", async () => {
  const low = await graded(40, 10);
  await find();
  await approve();
  await rectified(low, 60);
  expect(await find()).toMatchObject({ proposed: 0, overtaken: 1 });
});

test("of two approvals at once one decides, and the other reads that it is decided", async () => {
  const low = await graded(10, 10);
  await find();
  const { rows } = await sql<{ _id: string }>`select _id from portal.standing_proposal`.execute(portal.db);
  const other = await staffMember(portal, { pages: ["standings", "standings.approve"] });
  const chosen = { ids: rows.map(({ _id }) => _id), count: 1 };
  const replies = await portal.db.transaction().execute(async (trx) => {
    await sql`select from portal.standing_proposal for update`.execute(trx);
    const both = [
      registrar.post(`${path}/approve`, chosen),
      other.post(`${path}/decline`, { ...chosen, reason: "Illness" }),
    ];
    expect(await untilWaiting(portal, 2)).toBe(true);
    return { both };
  });
  const codes = (await Promise.all(replies.both)).map(({ body }) => body.code ?? body.type);
  expect(codes.toSorted()).toEqual(["already-decided", "success"]);
  const { rows: changes } = await sql`select from portal.status_change where student = ${low}`.execute(portal.db);
  expect(changes.length).toBeLessThanOrEqual(1);
  await expectInvariants(portal.db);
});

test("a withdrawal waits where another change of the status waits, and who proposed it takes it back", async () => {
  const lowest = await graded(10, 10);
  await find();
  const registry = await staffMember(portal, { pages: ["student-status", "student-status.change", "students"] });
  await registry.post("/staff/ms_student_status", {
    student: lowest,
    status: "Deferred",
    kind: "Health",
    reason: "A long illness",
  });
  expect((await approve()).body.code).toBe("proposal-waits-already");
  const { body } = await officer.post(`${path}/withdraw`, { query: "state=Proposed", count: 1 });
  expect(body).toMatchObject({ decided: 1 });
  expect(await find()).toMatchObject({ proposed: 1 });
});

test("a student reads the own standing and nobody else's, and nobody decides about the own record", async () => {
  const me = await signedInStudent(portal);
  await sql`update portal.student set programme = ${terms.programme}, session = ${terms.session} where _id = ${me.student}`.execute(
    portal.db,
  );
  await graded(40, 10, me.student);
  await graded(40, 10);
  await find();
  expect((await me.get("/student/standing")).body).toEqual([]);
  await approve();
  expect((await me.get("/student/standing")).body).toMatchObject([
    {
      standing: "Probation",
      rule: "CGPA 0.50 below 1.00 at the end of the semester",
      session: "2026/2027",
      semester: 2,
    },
  ]);
});
