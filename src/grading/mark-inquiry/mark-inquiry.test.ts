import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { billed, paidTuition } from "../../../testing/billed.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type ResultsDesk, resultsDesk } from "../../../testing/published.ts";
import { recalled } from "../../../testing/published-mark.ts";
import type { Student } from "../../../testing/student.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let desk: ResultsDesk;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await resultsDesk(portal);
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const path = "/staff/ms_mark_inquiry";
const own = "/student/inquiries";
const question = "I answered all five questions, and only four were added up.";
const ask = (me: Student & { readonly result: string }, more: object = {}) =>
  me.post(own, { result: me.result, question, ...more });
const asked = async (me: Student & { readonly result: string }): Promise<string> => (await granted(ask(me))).body._id;
const answer = (id: string, to: string, who = desk.lecturer, seen = 1) =>
  who.post(`${path}/${id}/answer`, { answer: to, words: "Question five was not added up", seen });
const mine = async (me: Student) => (await granted(me.get(own))).body;
const subjects = async (to: string) =>
  (
    await portal.db
      .selectFrom("outgoing_mail")
      .select("subject")
      .where("recipient", "=", to)
      .orderBy("createdAt")
      .execute()
  ).map(({ subject }) => subject.replace(/^.*: /, ""));

test("a student asks about a mark, the lecturer answers that it stands, and the student reads so", async () => {
  const me = await desk.student();
  const [open] = (await mine(me)).askable;
  expect(open).toMatchObject({ result: me.result, course: desk.code, mark: { ca: 20, examination: 15, total: 35 } });
  const _id = await asked(me);
  expect(await mine(me)).toMatchObject({
    askable: [],
    inquiries: [{ _id, state: "Asked", question, mark: { total: 35 } }],
  });
  expect((await ask(me)).body.code).toBe("asked-already");
  const seen = (await granted(desk.lecturer.get(`${path}/${_id}/standing`))).body;
  expect(seen).toMatchObject({ may: true, overdue: false, lecturers: ["Mrs Musa Garba"], mark: { total: 35 } });
  await granted(answer(_id, "Stands"));
  expect((await mine(me)).inquiries).toMatchObject([{ state: "Stands", answer: "Question five was not added up" }]);
  expect((await answer(_id, "To be corrected", desk.head, 2)).body.code).toBe("already-decided");
  expect(await subjects(me.emailaddress)).toEqual([
    `your question about ${desk.code} was sent`,
    `your question about ${desk.code} is answered`,
  ]);
});

test("what is to be corrected is corrected by two people alone, and that ends the case", async () => {
  const me = await desk.student();
  const _id = await asked(me);
  await granted(answer(_id, "To be corrected", desk.head));
  expect((await mine(me)).inquiries).toMatchObject([{ state: "To be corrected", corrected: null }]);
  const first = (await granted(desk.propose(me.result))).body._id;
  expect((await answer(_id, "Stands", desk.head, 3)).body.code).toBe("proposal-waits-already");
  await granted(
    desk.approver.post(`/staff/ms_rectification/${first}/decline`, { reason: "The scan is of another script" }),
  );
  expect((await granted(desk.head.get(`${path}/${_id}/standing`))).body).toMatchObject({
    rectification: null,
    may: true,
  });
  const rectification = await desk.corrected(me.result);
  expect((await granted(desk.head.get(`${path}/${_id}/standing`))).body).toMatchObject({
    state: "Corrected",
    rectification,
  });
  const { inquiries, corrected, askable } = await mine(me);
  expect(inquiries).toMatchObject([
    { state: "Corrected", mark: { total: 35 }, corrected: { ca: 20, examination: 35, total: 55 } },
  ]);
  expect(corrected).toHaveLength(1);
  // The new mark is another one, which may be asked about once more.
  expect(askable).toMatchObject([{ course: desk.code, mark: { total: 55 } }]);
  expect((await subjects(me.emailaddress)).at(-1)).toBe(`your question about ${desk.code} led to a correction`);
  for (const { text } of await portal.letters(me.emailaddress, 3)) expect(text).not.toMatch(/\b(35|55)\b/);
});

test("nobody asks after the last day, about another's mark, or about one that is held back", async () => {
  const late = await desk.student({ visibleAt: "now() - interval '15 days'" });
  expect((await ask(late)).body).toMatchObject({ code: "inquiry-closed", message: expect.stringContaining("until") });
  const last = await desk.student({ visibleAt: "now() - interval '14 days'" });
  await granted(ask(last));
  const [me, other] = [await desk.student(), await desk.student()];
  expect((await ask({ ...me, result: other.result })).body.code).toBe("choice-not-found");
  expect((await ask(await desk.student({ visibleAt: "now() + interval '1 hour'" }))).body.code).toBe(
    "choice-not-found",
  );
  expect((await ask(me, { question: "Why?" })).body.errors.question).toContain("Say in a sentence");
  await sql`insert into portal.hold (_id, student, name, kind, blocks, reason, office, placedby)
    values (gen_random_uuid(), ${me.student}, 'Held', 'Library', '{results}', 'A book', 'Library', ${desk.head._id})`.execute(
    portal.db,
  );
  expect((await ask(me)).body).toMatchObject({ code: "results-held-back", message: expect.stringContaining("A book") });
  expect(await mine(me)).toMatchObject({ askable: [], inquiries: [] });
});

test("who owes what opens the results asks nothing about them, and reads no mark of a case that was open before", async () => {
  const me = await desk.student();
  const _id = await asked(me);
  await portal.db.deleteFrom("instalment").execute();
  await sql`insert into portal.instalment (_id, session, semester, name, share, due, opens)
    values (gen_random_uuid(), ${desk.office.usual.session}, 1, 'All', 100, '2030-01-01', '{results}')`.execute(
    portal.db,
  );
  const { bill } = await billed(portal, me.student);
  expect((await mine(me)).inquiries).toMatchObject([{ _id, state: "Asked", mark: null }]);
  // The answer is about the mark: neither the page nor the mail has it.
  await granted(answer(_id, "Stands"));
  expect((await mine(me)).inquiries).toMatchObject([{ state: "Stands", mark: null, answer: null }]);
  const letters = await portal.letters(me.emailaddress, 2);
  expect(letters.at(-1)?.text).toContain("the answer is not in this mail");
  for (const { text } of letters) expect(text).not.toContain("Question five");
  await paidTuition(portal, me, bill);
  await portal.db.deleteFrom("instalment").execute();
  expect((await mine(me)).inquiries).toMatchObject([{ answer: "Question five was not added up" }]);
});

test("a question is taken back until it is answered, and may be asked again; one about a recalled mark is over", async () => {
  const me = await desk.student();
  const _id = await asked(me);
  await granted(me.post(`${own}/${_id}/withdraw`, {}));
  expect((await me.post(`${own}/${_id}/withdraw`, {})).body.code).toBe("already-decided");
  const again = await asked(me);
  const stranger = await desk.student();
  expect((await stranger.post(`${own}/${again}/withdraw`, {})).status).toBe(404);
  await recalled(portal, me.result);
  expect((await mine(me)).inquiries[0]).toMatchObject({ _id: again, state: "Recalled" });
  const late = await answer(again, "Stands", desk.lecturer, 2);
  expect([late.status, late.body.code]).toEqual([409, "already-decided"]);
  const moved = await ask(me);
  expect([moved.status, moved.body.code]).toEqual([409, "result-has-moved"]);
});

test("lecturers, the head and the office read what is asked of their classes; overdue ones stand in their list", async () => {
  const other = await resultsDesk(portal);
  const me = await other.student();
  const _id = await asked(me);
  expect((await desk.lecturer.get(`${path}/${_id}/standing`)).status).toBe(404);
  expect((await answer(_id, "Stands", desk.lecturer)).status).toBe(404);
  const listed = async (who = other.head, query = "") =>
    (await granted(who.get(`${path}?${query}`))).body.list.map((row: { _id: string }) => row._id);
  expect(await listed(desk.lecturer)).not.toContain(_id);
  for (const who of [other.lecturer, other.head, other.officer]) expect(await listed(who)).toContain(_id);
  expect(await listed(other.head, "overdue=true")).toEqual([]);
  await sql`update portal.mark_inquiry set due = current_date - 2 where _id = ${_id}`.execute(portal.db);
  expect(await listed(other.head, "overdue=true")).toEqual([_id]);
  expect((await answer(_id, "Stands", other.head, 9)).body.code).toBe("version-stale");
});

test("of two questions at once about one mark one is kept; without the constraint both would be", async () => {
  const me = await desk.student();
  const both = async () => {
    const { asking } = await whileTableHeld(portal, "audit", 1, async () => ({ asking: [ask(me), ask(me)] }));
    return (await Promise.all(asking)).map(({ body }) => body.code ?? "done").sort();
  };
  expect(await both()).toEqual(["asked-already", "done"]);
  const { rows } = await sql<{
    definition: string;
  }>`select pg_get_indexdef('portal.mark_inquiry_once'::regclass) as definition`.execute(portal.db);
  await sql`drop index portal.mark_inquiry_once`.execute(portal.db);
  expect(await both()).toEqual(["done", "done"]);
  await sql`update portal.mark_inquiry set state = 'Withdrawn' where student = ${me.student}`.execute(portal.db);
  await sql.raw(rows[0]?.definition ?? "").execute(portal.db);
});
