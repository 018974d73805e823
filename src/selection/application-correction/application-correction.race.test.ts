import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { decideRun, drawnRun } from "../../../testing/frozen-run.ts";
import { tableHeldFor, whileTableHeld } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { candidate } from "../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import {
  type CorrectionDesk,
  correctableThing,
  correctionDesk,
  dateOfBirth,
} from "../../../testing/record-correction.ts";
import { releaseDesk } from "../../../testing/release-desk.ts";
import { untilWaiting } from "../../../testing/waiting.ts";
import { granted } from "../../../testing/walk.ts";
import { withoutApplicantLock, withoutRowLock } from "../../../testing/without-guard.ts";

let portal: TestPortal;
let desk: CorrectionDesk;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await correctionDesk(portal);
});
afterAll(() => portal.stop());

/** Somebody whose date of birth waits to be corrected. */
async function asked() {
  const person = await candidate(portal);
  const { body } = await granted(desk.ask(person, dateOfBirth));
  return { person, _id: body._id as string };
}

type Asked = Awaited<ReturnType<typeof asked>>;

/** Both have read what they decide about before either writes. */
const atOnce = <T>(all: readonly (() => Promise<T>)[]) =>
  whileTableHeld(portal, "outgoing_mail", 2, () => Promise.all(all.map((one) => one())));

async function standing({ person, _id }: Asked) {
  const { rows } = await sql<{ state: string; born: string }>`
    select c.state, a.snapshot #>> '{bio,dateofbirth}' as born from portal.record_correction c
    join portal.application a on a._id = ${person.application} where c._id = ${_id}`.execute(portal.db);
  return rows[0];
}

test("of two who decide at once one does, and the other hears who", async () => {
  const wanted = await asked();
  const replies = await atOnce([() => desk.decide(wanted._id, "approve"), () => desk.decide(wanted._id, "decline")]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
    code: "already-decided",
    message: expect.stringMatching(/^This correction is (Approved|Declined) already, by Mrs Chinedu Okafor on /),
  });
  const { state, born } = (await standing(wanted)) ?? {};
  expect(born).toBe(state === "Approved" ? "2004-02-29" : "2007-03-27");
  await expectInvariants(portal.db);
});

test("of an approval and the owner who takes the request back, one is first", async () => {
  const wanted = await asked();
  const replies = await Promise.all([
    desk.decide(wanted._id, "approve"),
    wanted.person.post(`/ms_record_correction/${wanted._id}/withdraw`),
  ]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { state, born } = (await standing(wanted)) ?? {};
  expect(born).toBe(state === "Approved" ? "2004-02-29" : "2007-03-27");
});

test("an approval and a change by the owner in the same moment both stand", async () => {
  const wanted = await asked();
  const { person } = wanted;
  const contact = await correctableThing(person, "contact");
  const values = Object.fromEntries(contact.fields.map(({ name, value }: Record<string, string>) => [name, value]));
  const change = { noun: "application", record: person.application, kind: "contact" };
  const replies = await Promise.all([
    desk.decide(wanted._id, "approve"),
    person.post("/ms_record_correction", { ...change, values: { ...values, homeaddress: "9 Market Road" } }),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  const { body } = await granted(desk.clerk.get(`/staff/ms_review/${person.application}/file`));
  expect(body.bio).toMatchObject({ dateofbirth: "2004-02-29", homeaddress: "9 Market Road" });
  await expectInvariants(portal.db);
});

test("of two requests for the same thing in the same moment one waits", async () => {
  const person = await candidate(portal);
  const replies = await Promise.all([desk.ask(person, dateOfBirth), desk.ask(person, dateOfBirth)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("a list that is drawn while a correction waits for its turn is agreed to by nobody", async () => {
  const office = await releaseDesk(portal);
  const person = await candidate(portal);
  const values = { stateoforigin: "Kogi", lgaoforigin: "Dekina" };
  const { body } = await granted(desk.ask(person, { kind: "origin", values }));
  const { approved, run } = await portal.db.transaction().execute(async (trx) => {
    await trx.selectFrom("applicant").select("_id").where("_id", "=", person._id).forUpdate().execute();
    const approving = desk.decide(body._id, "approve");
    await untilWaiting(portal);
    return { approved: { approving }, run: await drawnRun(portal, office, [person.application]) };
  });
  await granted(approved.approving);
  expect((await decideRun(office.registrar, run, "propose")).body).toMatchObject({
    type: "error",
    code: "corrected-since-draw",
    message: expect.stringContaining(`${person.code} was corrected since`),
  });
});

test("of a correction and a list that is agreed to in the same moment, the list waits and is agreed to by nobody", async () => {
  const office = await releaseDesk(portal);
  const person = await candidate(portal);
  const run = await drawnRun(portal, office, [person.application]);
  await granted(decideRun(office.registrar, run, "propose"));
  const values = { stateoforigin: "Kogi", lgaoforigin: "Dekina" };
  const { body } = await granted(desk.ask(person, { kind: "origin", values }));
  // The correction is made and not yet over; the list is agreed to meanwhile.
  const { correcting, agreeing } = await tableHeldFor(portal, "outgoing_mail", async () => {
    const begun = desk.decide(body._id, "approve");
    await untilWaiting(portal);
    const meanwhile = decideRun(office.provost, run, "approve");
    await untilWaiting(portal, 2, 2_000);
    return { correcting: { begun }, agreeing: { meanwhile } };
  });
  await granted(correcting.begun);
  expect((await agreeing.meanwhile).body).toMatchObject({ type: "error", code: "corrected-since-draw" });
  const { rows } = await sql<{ state: string }>`select state from portal.merit_run where _id = ${run}`.execute(
    portal.db,
  );
  expect(rows[0]?.state).toBe("Proposed");
});

test("what is asked while a list is being frozen waits for a decision, which hears of the frozen list", async () => {
  const office = await releaseDesk(portal);
  const person = await candidate(portal);
  const run = await drawnRun(portal, office, [person.application]);
  await granted(decideRun(office.registrar, run, "propose"));
  const values = { stateoforigin: "Kogi", lgaoforigin: "Dekina" };
  const [asking, agreed] = await Promise.all([
    desk.ask(person, { kind: "origin", values }),
    decideRun(office.provost, run, "approve"),
  ]);
  expect([asking.status, agreed.body.type]).toEqual([200, "success"]);
  const { willstay } = (await granted(desk.registrar.get(`/staff/ms_record_correction/${asking.body._id}/file`))).body;
  expect(willstay).toEqual([expect.stringContaining("was frozen before: rank, seat and quota in it stay")]);
  await granted(desk.decide(asking.body._id, "approve"));
  expect((await granted(office.registrar.get(`/staff/ms_merit_run/${run}/hash`))).body.intact).toBe(true);
});

test("without the locks and the database's own guard, what is declined is corrected all the same", async () => {
  const [guarded, bare] = [await asked(), await asked()];
  await withoutRowLock(portal, "record_correction");
  await withoutApplicantLock(portal);
  const both = ({ _id }: Asked) => atOnce([() => desk.decide(_id, "approve"), () => desk.decide(_id, "decline")]);
  // The locks alone gone: whoever is second finds a correction that is decided, and nothing of it is kept.
  const replies = await both(guarded);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const { state, born } = (await standing(guarded)) ?? {};
  expect(born).toBe(state === "Approved" ? "2004-02-29" : "2007-03-27");
  await sql`alter table portal.record_correction_rows disable trigger record_correction_guard`.execute(portal.db);
  expect((await both(bare)).map(({ status }) => status)).toEqual([200, 200]);
});
