import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { enrolled } from "../../../testing/billed.ts";
import { fivePoints } from "../../../testing/five-points.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type ResultsDesk, resultsDesk } from "../../../testing/published.ts";
import { publishedFor, recalled } from "../../../testing/published-mark.ts";
import { staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let desk: ResultsDesk;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  await fivePoints(portal);
  desk = await resultsDesk(portal);
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const path = "/staff/ms_rectification";
const rowsOf = async (student: string) =>
  (
    await sql<{
      _id: string;
      ca: number;
      examination: number;
      total: number;
      stands: boolean;
      supersedes: string | null;
      publication: string;
    }>`
      select _id, ca, examination, total, "supersededAt" is null as stands, supersedes, publication from portal.course_result
      where student = ${student} order by "createdAt", supersedes nulls first`.execute(portal.db)
  ).rows;

test("a published mark is corrected by another row once a second person agrees; the earlier one stays beside it", async () => {
  const me = await desk.student({ ca: 20, examination: 15 });
  const { body } = await granted(desk.propose(me.result));
  expect(body.message).toMatch(/Bola Ade.* may approve it/);
  expect(await rowsOf(me.student)).toHaveLength(1);
  const seen = (await granted(desk.approver.get(`${path}/${body._id}/standing`))).body;
  expect(seen).toMatchObject({
    state: "Proposed",
    own: false,
    was: { ca: 20, examination: 15, total: 35 },
    becomes: { ca: 20, examination: 35, total: 55 },
    effect: {
      total: 55,
      moderated: false,
      before: {
        gpa: "0.00",
        cgpa: "0.00",
        passClass: null,
        standing: "Probation",
        carryOvers: [desk.code],
        grade: "F",
      },
      after: { gpa: "3.00", cgpa: "3.00", passClass: "Merit", standing: "Good", carryOvers: [], grade: "C" },
    },
  });
  expect((await fetch(`${portal.url}${seen.evidence}`)).status).toBe(200);
  expect((await granted(desk.approve(body._id))).body.message).toContain("is corrected");
  const [before, after] = await rowsOf(me.student);
  expect(before).toMatchObject({ _id: me.result, total: 35, stands: false });
  expect(after).toMatchObject({ total: 55, stands: true, supersedes: me.result, publication: before?.publication });
  const [mail] = await portal.letters(me.emailaddress, 1);
  expect(mail?.subject).toContain(`your result in ${desk.code} was corrected`);
  expect(mail?.text).not.toMatch(/\b(55|35)\b/);
  expect((await granted(me.get("/student/inquiries"))).body.corrected).toMatchObject([
    { course: desk.code, before: { ca: 20, examination: 15, total: 35 }, after: { total: 55 } },
  ]);
});

test("a corrected mark is lifted by the moderation in force as every other one was", async () => {
  const other = await resultsDesk(portal);
  const me = await other.student({ ca: 10, examination: 10 });
  await sql`insert into portal.moderation (_id, session, trimester, class, code, "from", "to", reason, state, proposedby, decidedby, "decidedAt")
    values (gen_random_uuid(), ${other.office.usual.session}, 1, ${other.taught}, ${other.code}, 38, 40, 'Lifted', 'Approved', ${other.head._id},
      ${other.officer._id}, now() - interval '1 day')`.execute(portal.db);
  const { _id } = (await granted(other.propose(me.result, { ca: 20, examination: 18 }))).body;
  const { effect } = (await granted(other.approver.get(`${path}/${_id}/standing`))).body;
  expect(effect).toMatchObject({ total: 40, moderated: true, after: { grade: "E" } });
  await granted(other.approve(_id));
  expect((await rowsOf(me.student))[1]).toMatchObject({ ca: 20, examination: 18, total: 40 });
});

test("who proposed does not approve, nobody decides about the own record, and what was changed since is looked at again", async () => {
  const me = await desk.student();
  const both = await staffMember(portal, {
    pages: ["rectifications", "rectifications.change", "rectifications.approve"],
  });
  const { _id } = (await granted(desk.propose(me.result, {}, both))).body;
  expect((await desk.approve(_id, both)).body.code).toBe("another-must-decide");
  const own = await staffMember(portal, {
    pages: ["rectifications", "rectifications.change", "rectifications.approve"],
  });
  await sql`update portal.staff set emailaddress = (select emailaddress from portal.applicant where _id = ${me._id}) where _id = ${own._id}`.execute(
    portal.db,
  );
  expect((await desk.approve(_id, own)).body.code).toBe("own-file");
  expect((await own.get(`${path}/${_id}/standing`)).status).toBe(404);
  expect((await desk.propose(me.result, { ca: 21 }, own)).body.code).toBe("own-file");
  const late = await desk.approve(_id, desk.approver, 9);
  expect([late.status, late.body.code]).toEqual([409, "version-stale"]);
  expect((await desk.officer.post(`${path}/${_id}/withdraw`, {})).body.code).toBe("only-proposer-withdraws");
  await granted(both.post(`${path}/${_id}/withdraw`, {}));
  const again = (await granted(desk.propose(me.result))).body._id;
  await granted(desk.approver.post(`${path}/${again}/decline`, { reason: "The script shows 15" }));
  expect(await rowsOf(me.student)).toHaveLength(1);
  expect((await desk.approve(again, desk.approver, 2)).body.code).toBe("already-decided");
});

test("what cannot be right is refused by name", async () => {
  const other = await resultsDesk(portal);
  const me = await other.student({ ca: 20, examination: 15 });
  // Its most marks are not those of the profile; it is gone again before anybody asks how it was approved.
  await sql`insert into portal.score_sheet (_id, class, session, semester, camax, exammax, state, submittedby, "submittedAt")
    values (gen_random_uuid(), ${other.taught}, ${other.office.usual.session}, 1, 30, 70, 'Approved', ${other.lecturer._id}, now())`.execute(
    portal.db,
  );
  const refused: readonly (readonly [Record<string, unknown>, string, string])[] = [
    [{ ca: 20, examination: 15 }, "already-so", "ca"],
    [{ ca: 31, examination: 35 }, "mark-above-maximum", "ca"],
    [{ ca: 20, examination: 71 }, "mark-above-maximum", "examination"],
    [{ ca: 101 }, "form-invalid", "ca"],
    [{ ca: -1 }, "form-invalid", "ca"],
    [{ ca: 39.5 }, "form-invalid", "ca"],
    [{ ca: 20, examination: null }, "form-invalid", "examination"],
    [{ code: "Absent" }, "form-invalid", "code"],
    [{ result: "0190e0a5-0000-7000-8000-000000000000" }, "choice-not-found", "result"],
    [{ reason: "" }, "form-invalid", "reason"],
  ];
  for (const [form, code, field] of refused) {
    const { body } = await other.propose(me.result, form);
    expect([form, body.code, Object.keys(body.errors ?? {})]).toEqual([form, code, [field]]);
  }
  const { body } = await other.officer.post(path, {
    result: me.result,
    ca: 20,
    examination: 40,
    reason: "Wrong",
    evidence: "0123456789abcdef0123456789abcdef.pdf",
  });
  expect(body.code).toBe("evidence-missing");
  await granted(other.propose(me.result, { ca: null, examination: null, code: "Absent" }));
  expect((await other.propose(me.result)).body.code).toBe("proposal-waits-already");
  await sql`delete from portal.score_sheet where class = ${other.taught}`.execute(portal.db);
});

test("a past mark, a result that is not read yet and one that was taken back are not corrected here", async () => {
  const me = await desk.student();
  const before = await enrolled(portal);
  const { rows } = await sql<{
    _id: string;
  }>`insert into portal.past_mark (_id, student, session, semester, course, title, units, total)
    values (gen_random_uuid(), ${before._id}, ${desk.office.usual.session}, 2, 'PHY 900', 'Optics', 2, 50) returning _id`.execute(
    portal.db,
  );
  expect((await desk.propose(rows[0]?._id ?? "")).body.errors.result).toContain("Correct it under Past marks");
  const later = await desk.office.course("PHY 901");
  const planned = await publishedFor(portal, me.student, later, { visibleAt: "now() + interval '1 hour'" });
  expect((await desk.propose(planned)).body.code).toBe("result-not-published");
  const { _id } = (await granted(desk.propose(me.result))).body;
  await recalled(portal, me.result);
  const decided = await desk.approve(_id, desk.approver, 2);
  expect([decided.status, decided.body.code]).toEqual([409, "already-decided"]);
  expect(decided.body.message).toContain("Overtaken");
  const moved = await desk.propose(me.result);
  expect([moved.status, moved.body.code]).toEqual([409, "result-has-moved"]);
});

test("a lecturer proposes about the own class, a head about the own department, and nobody about another's", async () => {
  const other = await resultsDesk(portal);
  const me = await desk.student();
  expect((await desk.propose(me.result, {}, other.lecturer)).status).toBe(404);
  expect((await other.lecturer.get(`${path}/result/${me.result}`)).status).toBe(404);
  // Not even the name of a student without a result within reach.
  const beyond = await other.lecturer.get(`${path}/student/${me.student}`);
  expect([beyond.status, JSON.stringify(beyond.body).includes("name")]).toEqual([404, false]);
  for (const who of [desk.lecturer, other.head, desk.officer])
    expect((await granted(who.get(`${path}/student/${me.student}`))).body.results).toHaveLength(1);
  const { _id } = (await granted(desk.propose(me.result, {}, desk.lecturer))).body;
  expect((await granted(desk.lecturer.get(path))).body.list).toContainEqual(expect.objectContaining({ _id }));
  expect((await granted(other.lecturer.get(path))).body.list).toEqual([]);
  expect((await other.lecturer.get(`${path}/${_id}/standing`)).status).toBe(404);
  await granted(desk.lecturer.post(`${path}/${_id}/withdraw`, {}));
  const theirs = await other.student();
  await granted(desk.propose(theirs.result, {}, other.head));
});

test("whoever has graduated is corrected still, and a corrected mark is corrected once more", async () => {
  const me = await desk.student({ ca: 20, examination: 15 });
  await sql`update portal.student set status = 'Graduated' where _id = ${me.student}`.execute(portal.db);
  await sql`insert into portal.status_change (_id, student, name, fromstatus, status, kind, reason, effective, state, "decidedAt", "appliedAt")
    values (gen_random_uuid(), ${me.student}, 'A', 'Active', 'Graduated', 'Graduation', 'List', current_date, 'Applied', now(), now())`.execute(
    portal.db,
  );
  expect((await granted(desk.officer.get(`${path}/result/${me.result}`))).body.student.status).toBe("Graduated");
  await desk.corrected(me.result);
  const [, after] = await rowsOf(me.student);
  await desk.corrected(after?._id ?? "", { examination: 36 });
  const shown = (await granted(desk.officer.get(`${path}/result/${(await rowsOf(me.student))[2]?._id}`))).body;
  expect(shown.earlier).toMatchObject([{ mark: { total: 55 } }, { mark: { total: 35 } }]);
  const moved = await desk.propose(me.result);
  expect([moved.status, moved.body.code]).toEqual([409, "result-has-moved"]);
});
