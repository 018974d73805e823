import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { catalogue } from "../../../testing/catalogue.ts";
import { fivePoints } from "../../../testing/five-points.ts";
import { halves, sheetOf } from "../../../testing/graded-marks.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { memberOf, taughtCourse } from "../../../testing/taught.ts";
import { granted } from "../../../testing/walk.ts";
import { withoutConstraint } from "../../../testing/without-guard.ts";

let portal: TestPortal;
let officer: StaffMember;
let provost: StaffMember;
let office: Awaited<ReturnType<typeof catalogue>>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  await taughtCourse(portal, "AAA 111");
  office = await catalogue(portal);
  await fivePoints(portal);
  officer = await staffMember(portal, { pages: ["moderations", "moderations.change"], lastname: "Officer" });
  provost = await staffMember(portal, { pages: ["moderations", "moderations.approve"], lastname: "Provost" });
});
afterAll(() => portal.stop());

const path = "/staff/ms_moderation";
const propose = (form: object) => officer.post(path, form);
const proposed = async (form: object): Promise<string> => (await granted(propose(form))).body._id;
const step = (by: StaffMember, id: string, deed: string, body: object = {}) => by.post(`${path}/${id}/${deed}`, body);
const stateOf = async (id: string) => (await provost.get(`${path}/${id}`)).body.state;
const totalsOf = async (student: string) => {
  const { rows } = await sql<{
    raw: number;
  }>`select ca + examination as raw from portal.score where student = ${student}`.execute(portal.db);
  return rows.map(({ raw }) => raw);
};
let made = 0;
/** A course with a sheet of one mark for each of these totals. */
async function marked(totals: readonly number[], state = "Approved") {
  made += 1;
  const course = await office.course(`MOD ${100 + made}`);
  const students = await Promise.all(totals.map(() => memberOf(portal, [course])));
  const marks = Object.fromEntries(students.map((one, at) => [one, halves(totals[at] ?? 0)]));
  await sheetOf(portal, course, marks, state);
  return { course, code: `MOD ${100 + made}`, students };
}

test("the preview tells names, raw and moderated marks, and what becomes of GPA, CGPA, class of pass and standing", async () => {
  const { course, code, students } = await marked([39, 38, 40, 55], "With board");
  const seen = (await officer.post(`${path}/preview`, { trimester: 1, from: 38, to: 40, course })).body;
  expect(seen).toMatchObject({
    students: 2,
    marks: 2,
    passes: 2,
    published: 0,
    same: true,
    courses: [{ code, marks: 2 }],
  });
  const line = seen.list.find(({ student }: { student: string }) => student === students[0]);
  expect(line).toMatchObject({
    courses: [{ code, raw: 39, total: 40 }],
    gpa: { before: "0.00", after: "1.00" },
    cgpa: { before: "0.00", after: "1.00" },
    passclass: { before: null, after: "Low Pass" },
    standing: { before: "Probation", after: "Good" },
  });
  expect(seen.classes).toEqual([{ before: null, after: "Low Pass", students: 2 }]);
  expect(seen.standings).toEqual([{ before: "Probation", after: "Good", students: 2 }]);
});

test("the specification's three fields suffice; two people make it count, what was typed stays, one revokes it", async () => {
  const { students } = await marked([21, 22, 23]);
  const reply = (await granted(propose({ trimester: 1, from: 22, to: 24 }))).body;
  expect(reply.message).toContain("22 and 23 become 24 is proposed, for 2 marks");
  expect(reply.message).toContain("Provost or");
  const row = (await officer.get(`${path}/${reply._id}`)).body;
  expect(row).toMatchObject({ state: "Proposed", touched: 2, reason: "Moderated as the board of examiners decided" });
  await granted(step(provost, reply._id, "approve"));
  expect(await stateOf(reply._id)).toBe("Approved");
  expect(await totalsOf(students[1] ?? "")).toEqual([22]);
  const again = await step(provost, reply._id, "approve");
  expect([again.status, again.body.code]).toEqual([409, "already-decided"]);
  await granted(step(provost, reply._id, "revoke", { reason: "The board decided otherwise" }));
  expect(await stateOf(reply._id)).toBe("Revoked");
  await proposed({ trimester: 1, from: 22, to: 24 });
});

test("from and to are at least 1, and to lies above from", async () => {
  for (const [form, field, says] of [
    [{ trimester: 1, from: 0, to: 40 }, "from", "From must be at least 1"],
    [{ trimester: 1, from: 38, to: 0 }, "to", "To must be at least 1"],
    [{ trimester: 1, from: 40, to: 40 }, "to", "To must be greater than From"],
    [{ trimester: 3, from: 38, to: 40 }, "trimester", "Semester must be a whole number from 1 to 2"],
    [{ trimester: 1, from: 38.5, to: 40 }, "from", "From must be a whole number"],
    [{ trimester: 1, from: 38 }, "to", "To is required"],
  ] as const)
    expect((await propose(form)).body.errors[field]).toContain(says);
  const other = await propose({ trimester: 2, from: 38, to: 40, course: office.usual.programme });
  expect(other.body).toMatchObject({ code: "choice-not-found" });
});

test("nobody approves what he or she proposed", async () => {
  const both = await staffMember(portal, { pages: ["moderations", "moderations.change", "moderations.approve"] });
  const id = (await granted(both.post(path, { trimester: 2, from: 5, to: 6 }))).body._id;
  const own = await step(both, id, "approve");
  expect([own.status, own.body.code]).toEqual([403, "another-must-decide"]);
  const others = await step(officer, id, "withdraw");
  expect([others.status, others.body.code]).toEqual([403, "only-proposer-withdraws"]);
  await granted(step(both, id, "withdraw"));
});

test("run twice, or of a range that overlaps, it is refused: of all courses and of one too", async () => {
  const { course, code } = await marked([12]);
  const id = await proposed({ trimester: 1, from: 12, to: 14, course });
  for (const form of [
    { trimester: 1, from: 12, to: 14, course },
    { trimester: 1, from: 13, to: 20, course },
    { trimester: 1, from: 10, to: 13 },
  ]) {
    const { body } = await propose(form);
    expect(body.code).toBe("moderation-overlaps");
    expect(body.message).toContain(`12 and 13 become 14 in ${code}, proposed`);
  }
  await proposed({ trimester: 1, from: 14, to: 15, course });
  await granted(step(provost, id, "decline", { reason: "Not for one course alone" }));
  await proposed({ trimester: 1, from: 12, to: 14, course });
});

test("it is not approved once it would touch other marks than were seen", async () => {
  const { course, students } = await marked([31]);
  const form = { trimester: 1, from: 31, to: 33, course };
  const { seen } = (await officer.post(`${path}/preview`, form)).body;
  const late = await memberOf(portal, [course]);
  await sheetOf(portal, course, { [late]: halves(32) });
  const refused = await propose({ ...form, seen });
  expect([refused.status, refused.body.code]).toEqual([409, "looks-different-now"]);
  const id = await proposed(form);
  expect((await provost.get(`${path}/${id}/effect`)).body).toMatchObject({ marks: 2, same: true });
  await sheetOf(portal, course, { [students[0] ?? ""]: halves(32), [late]: halves(31) });
  expect((await provost.get(`${path}/${id}/effect`)).body).toMatchObject({ marks: 2, same: false });
  const others = await step(provost, id, "approve");
  expect(others.body.message).toContain("2 marks are touched as then, but not the same ones");
  await sheetOf(portal, course, { [late]: halves(50) });
  const fewer = await step(provost, id, "approve");
  expect([fewer.status, fewer.body.code]).toEqual([409, "looks-different-now"]);
  expect(fewer.body.message).toContain("It looks different now: 1 mark instead of 2");
  expect(await stateOf(id)).toBe("Proposed");
});

test("of two at once of all courses and of one, one is kept; without the lock both would be", async () => {
  const apart = await startPortal(inject("place"));
  await taughtCourse(apart, "AAA 111");
  const course = await (await catalogue(apart)).course("MOD 199");
  const one = await staffMember(apart, { pages: ["moderations", "moderations.change"] });
  const forms = [
    { trimester: 1, from: 61, to: 63, course },
    { trimester: 1, from: 61, to: 63 },
  ];
  const bothAtOnce = async () => {
    await sql`create or replace function portal.slow() returns trigger language plpgsql as
      'begin perform pg_sleep(0.4); return new; end'`.execute(apart.db);
    await sql`create or replace trigger slow before insert on portal.moderation for each row execute function portal.slow()`.execute(
      apart.db,
    );
    const answers = await Promise.all(forms.map((form) => one.post(path, form)));
    return answers.map(({ body }) => body.code ?? body.type).sort();
  };
  expect(await bothAtOnce()).toEqual(["moderation-overlaps", "success"]);
  await sql`update portal.moderation set state = 'Withdrawn', "decidedAt" = now(), decidedby = proposedby`.execute(
    apart.db,
  );
  await sql`create or replace function portal.lock_marks(session uuid, semester int) returns void language plpgsql as
    'begin end'`.execute(apart.db);
  expect(await bothAtOnce()).toEqual(["success", "success"]);
  await apart.stop();
});

test("without the constraint one course would be moderated twice", async () => {
  const apart = await startPortal(inject("place"));
  await taughtCourse(apart, "AAA 111");
  const keep = () =>
    sql`insert into portal.moderation (_id, session, trimester, "from", "to", reason, proposedby)
      select gen_random_uuid(), s._id, 1, 38, 40, 'Twice', p._id from portal.session s, portal.staff p limit 1`.execute(
      apart.db,
    );
  await keep();
  await expect(keep()).rejects.toThrow("moderation_apart");
  await withoutConstraint(apart, "moderation", "moderation_apart");
  await keep();
  await apart.stop();
});

test("what must not be, is not", () => expectInvariants(portal.db));
