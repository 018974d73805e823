import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { decideRun, drawnRun, frozenRunOf } from "../../../testing/frozen-run.ts";
import { tableHeldFor, whileTableHeld } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { type Candidate, candidate } from "../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { openProgramme } from "../../../testing/ready-applicant.ts";
import { type ReleaseDesk, releaseDesk } from "../../../testing/release-desk.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { untilWaiting } from "../../../testing/waiting.ts";
import { granted } from "../../../testing/walk.ts";
import { withoutRowLock } from "../../../testing/without-guard.ts";

let portal: TestPortal;
let office: ReleaseDesk;
let dean: StaffMember;
let other: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  office = await releaseDesk(portal);
  dean = await staffMember(portal, { pages: ["programme-moves", "programme-moves.approve"] });
  other = (await openProgramme(portal, 1)).programme;
  await sql`update portal.intake set entryrules = '{}'::jsonb, seats = 50`.execute(portal.db);
});
afterAll(() => portal.stop());

/** Somebody who asks for another programme. */
async function asking(): Promise<{ person: Candidate; id: string }> {
  const person = await candidate(portal);
  const form = { application: person.application, programme: other, reason: "I sat its subjects" };
  return { person, id: (await granted(person.post("/ms_programme_move", form))).body._id };
}

const approve = (id: string) => dean.post(`/staff/ms_programme_move/${id}/approve`, { seen: 1 });

const programmeOf = async ({ application }: Candidate) =>
  (
    await portal.db
      .selectFrom("application")
      .select("programme")
      .where("_id", "=", application)
      .executeTakeFirstOrThrow()
  ).programme;

test("of an approval and the applicant who takes the request back, one is first", async () => {
  const { person, id } = await asking();
  const before = await programmeOf(person);
  const replies = await whileTableHeld(portal, "audit", 2, () =>
    Promise.all([approve(id), person.post(`/ms_programme_move/${id}/withdraw`)]),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await programmeOf(person)).toBe(replies[0]?.status === 200 ? other : before);
  await expectInvariants(portal.db);
});

test("of two answers in one moment one counts", async () => {
  const { person, id } = await asking();
  await granted(person.post(`/ms_programme_move/${id}/withdraw`));
  const clerk = await staffMember(portal, { pages: ["programme-moves.change"] });
  const form = { codes: person.code, programme: other, days: "7 days", reason: "Seats are free there" };
  await granted(clerk.post("/staff/ms_programme_move", form));
  const { _id } = await portal.db
    .selectFrom("programme_move")
    .select("_id")
    .where("application", "=", person.application)
    .where("state", "=", "Proposed")
    .executeTakeFirstOrThrow();
  await granted(approve(_id));
  const replies = await whileTableHeld(portal, "audit", 2, () =>
    Promise.all(["accept", "decline"].map((word) => person.post(`/ms_programme_move/${_id}/${word}`))),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  await expectInvariants(portal.db);
});

/** Somebody whom another programme is offered, and who has not answered. */
async function offeredMove(): Promise<{ person: Candidate; id: string }> {
  const person = await candidate(portal);
  const clerk = await staffMember(portal, { pages: ["programme-moves.change"] });
  const form = { codes: person.code, programme: other, days: "7 days", reason: "Seats are free there" };
  await granted(clerk.post("/staff/ms_programme_move", form));
  const { _id: id } = await portal.db
    .selectFrom("programme_move")
    .select("_id")
    .where("application", "=", person.application)
    .executeTakeFirstOrThrow();
  await granted(approve(id));
  return { person, id };
}

test.each(["accept", "decline"])(
  "whoever withdraws in the moment of an answer (%s) hears no fault, and nothing stays open",
  async (answer) => {
    const { person, id } = await offeredMove();
    const before = await programmeOf(person);
    const withdraw = () => person.post(`/ms_applications/${person.application}/withdraw`, { reason: "Distance" });
    const replies = await whileTableHeld(portal, "audit", 2, () =>
      Promise.all([person.post(`/ms_programme_move/${id}/${answer}`), withdraw()]),
    );
    expect(replies.map(({ status }) => status).every((status) => status === 200 || status === 409)).toBe(true);
    expect(replies[1]?.body.type).toBe("success");
    const answered = replies[0]?.body.type === "success";
    const { state } = await portal.db
      .selectFrom("programme_move")
      .select("state")
      .where("_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(state).toBe(answered ? (answer === "accept" ? "Moved" : "Declined") : "Lapsed");
    expect(await programmeOf(person)).toBe(answered && answer === "accept" ? other : before);
    await expectInvariants(portal.db);
  },
);

test("of a withdrawal and another programme that is approved in one moment, neither is lost, and nothing stays open", async () => {
  const { person, id } = await asking();
  const before = await programmeOf(person);
  const replies = await whileTableHeld(portal, "audit", 2, () =>
    Promise.all([approve(id), person.post(`/ms_applications/${person.application}/withdraw`, { reason: "Distance" })]),
  );
  expect(replies[1]?.body.type).toBe("success");
  const { rows } = await sql<{ open: number }>`select count(*)::int as open from portal.programme_move
    where application = ${person.application} and state in ('Asked', 'Proposed', 'Offered')`.execute(portal.db);
  expect(rows[0]?.open).toBe(0);
  expect(await programmeOf(person)).toBe(replies[0]?.body.type === "success" ? other : before);
  await expectInvariants(portal.db);
});

/** Somebody who asks for another programme, on a list that waits to be agreed to. */
async function onProposedList() {
  const { person, id } = await asking();
  const run = await drawnRun(portal, office, [person.application]);
  await granted(decideRun(office.registrar, run, "propose"));
  return { person, id, run };
}

/** A list that holds somebody is agreed to while that one's change of programme, which was first, waits to write its letter. */
async function agreedWhileMoving({ person, id, run }: Awaited<ReturnType<typeof onProposedList>>) {
  const [moving, freezing] = await tableHeldFor(portal, "outgoing_mail", async () => {
    const move = approve(id);
    await untilWaiting(portal);
    const freeze = decideRun(office.provost, run, "approve");
    // With the guard it waits for the change; without it, it is over before the change is.
    await Promise.race([freeze, untilWaiting(portal, 2)]);
    return [move, freeze].map((one) => ({ one }));
  });
  return { person, moved: await moving?.one, frozen: await freezing?.one };
}

test("a merit list waits for a change of programme that is being made, and is then agreed to by nobody", async () => {
  const { person, moved, frozen } = await agreedWhileMoving(await onProposedList());
  expect(moved?.body.type).toBe("success");
  expect(frozen?.body).toMatchObject({ code: "corrected-since-draw", message: expect.stringContaining(person.code) });
});

test("a seat in a list that is agreed to keeps the application where it is, whoever approves what was asked before", async () => {
  const { person, id, run } = await onProposedList();
  const before = await programmeOf(person);
  await granted(decideRun(office.provost, run, "approve"));
  const refused = await approve(id);
  expect(refused.body).toMatchObject({ type: "error", code: "decision-under-way" });
  expect(await programmeOf(person)).toBe(before);
  const choices = await person.put(`/ms_application_choices/${person.application}`, { choices: [] });
  expect(choices.body.code).toBe("decision-under-way");
});

test("who has a seat on a list that is agreed to and who waits on it read the same of their wishes", async () => {
  const people = [await candidate(portal), await candidate(portal)];
  const programme = await programmeOf(people[0] as Candidate);
  await sql`update portal.intake set seats = taken + 1 + (select count(*)
      from portal.merit_place p join portal.merit_run r on r._id = p.run
      where r.state = 'Frozen' and p.outcome = 'Offer' and p.programme = ${programme}) where programme = ${programme}`.execute(
    portal.db,
  );
  await frozenRunOf(
    portal,
    office,
    people.map(({ application }) => application),
  );
  const { rows } = await sql<{ outcome: string }>`select outcome from portal.merit_place
    where application = any(${people.map(({ application }) => application)}::uuid[]) order by 1`.execute(portal.db);
  expect(rows.map(({ outcome }) => outcome)).toEqual(["Offer", "Waiting"]);
  for (const person of people) {
    const [{ askwhy, choosewhy }] = (await person.get("/ms_programme_move")).body;
    expect([askwhy, choosewhy]).toEqual([
      expect.stringContaining("has begun to decide"),
      expect.stringContaining("has begun to decide"),
    ]);
    const form = { application: person.application, programme: other, reason: "I sat its subjects" };
    expect((await person.post("/ms_programme_move", form)).body.code).toBe("decision-under-way");
  }
  await sql`update portal.intake set seats = 50`.execute(portal.db);
});

test("without the lock of the list, it gives a seat to who is on the way elsewhere", async () => {
  const bare = await onProposedList();
  await withoutRowLock(portal, "merit_run");
  const { moved, frozen } = await agreedWhileMoving(bare);
  expect([moved?.body.type, frozen?.body.type]).toEqual(["success", "success"]);
});
