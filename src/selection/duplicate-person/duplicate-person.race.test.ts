import { sql } from "kysely";
import { afterAll, expect, inject, test } from "vitest";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { payer } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { staffMember } from "../../../testing/staff.ts";
import { untilWaiting } from "../../../testing/waiting.ts";
import { granted, walk } from "../../../testing/walk.ts";
import { findDuplicatePersons } from "./duplicate-person.job.server.ts";

const started: TestPortal[] = [];
afterAll(() => Promise.all(started.map((portal) => portal.stop())));

const path = "/staff/ms_duplicate_pair";

/** Two alike accounts with a proposed merge, and who approves it. */
async function desk({ unguarded }: { unguarded: boolean }) {
  const portal = await startPortal(inject("place"));
  started.push(portal);
  const [kept, gone] = [await payer(portal), await payer(portal)];
  await sql`update portal.bio set firstname = 'Amina', middlename = null, lastname = 'Sule', dateofbirth = '1999-09-09'
    where applicant in (${kept._id}, ${gone._id})`.execute(portal.db);
  await findDuplicatePersons.run(portal.app);
  const { _id } = await portal.db
    .selectFrom("duplicate_pair")
    .select("_id")
    .where("one", "in", [kept._id, gone._id])
    .where("other", "in", [kept._id, gone._id])
    .executeTakeFirstOrThrow();
  const pages = ["duplicate-persons", "duplicate-persons.change", "duplicate-persons.approve"] as const;
  const [first, other] = [await staffMember(portal, { pages }), await staffMember(portal, { pages })];
  const programme = (await gone.programme())._id;
  if (unguarded) await sql`drop trigger payment_reference_unlocked on portal.payment_reference`.execute(portal.db);
  return { portal, kept, gone, id: _id, first, other, programme };
}

const stateOf = async ({ portal, gone }: Awaited<ReturnType<typeof desk>>) =>
  (await portal.db.selectFrom("payment_reference").select("state").where("applicant", "=", gone._id).execute()).map(
    ({ state }) => state,
  );

/** A reference is asked for while the merge of its account is being approved, which waits to write its audit. */
async function askedMeanwhile(at: Awaited<ReturnType<typeof desk>>) {
  const { portal, kept, gone, id, first, other, programme } = at;
  await granted(first.post(`${path}/${id}/merge`, { kept: kept._id, reason: "One face" }));
  const { version } = (await granted(first.get(`${path}/${id}/compare`))).body;
  const answers = await whileTableHeld(portal, "audit", 2, async () => {
    const approving = other.post(`${path}/${id}/approve`, { seen: version, reason: "Seen both papers" });
    await untilWaiting(portal, 1);
    const asking = gone.post("/ms_application_fee", { programme });
    return () => Promise.all([approving, asking]);
  });
  return answers();
}

test("a reference that is asked for during the merge is refused; without the guard there would be one to pay", async () => {
  const at = await desk({ unguarded: false });
  const [approved, asked] = await askedMeanwhile(at);
  expect(approved.body).toMatchObject({ type: "success" });
  expect(asked.body).toMatchObject({ code: "account-locked" });
  expect(await stateOf(at)).toEqual([]);
  await expectInvariants(at.portal.db);

  const open = await desk({ unguarded: true });
  await askedMeanwhile(open);
  expect(await stateOf(open)).toEqual(["OPEN"]);
});

test("a merge that is approved while a reference is being made waits for it, and ends or refuses it", async () => {
  const at = await desk({ unguarded: false });
  const { portal, kept, gone, id, first, other, programme } = at;
  await granted(first.post(`${path}/${id}/merge`, { kept: kept._id, reason: "One face" }));
  const { version } = (await granted(first.get(`${path}/${id}/compare`))).body;
  const answers = await whileTableHeld(portal, "audit", 2, async () => {
    const asking = gone.post("/ms_application_fee", { programme });
    await untilWaiting(portal, 1);
    const approving = other.post(`${path}/${id}/approve`, { seen: version, reason: "Seen both papers" });
    return () => Promise.all([asking, approving]);
  });
  const [, approved] = await answers();
  const states = await stateOf(at);
  // Either the provider was still being asked, so the merge says to wait; or the reference was there, and is cancelled.
  if (approved.body.type === "success") expect(states).toEqual(["CANCELLED"]);
  else expect(approved.body).toMatchObject({ code: "reference-being-made" });
  await expectInvariants(portal.db);
});

/** Two who lock, each the other's side, at once: `locks` counts the accounts that are locked. */
test("of two who lock the two sides of one pair at once one does, and the other reads it", async () => {
  const { portal, kept, gone, id, first, other } = await desk({ unguarded: false });
  const answers = await whileTableHeld(portal, "audit", 2, async () => {
    const both = [
      first.post(`${path}/${id}/lock`, { gone: gone._id, reason: "Same face" }),
      other.post(`${path}/${id}/lock`, { gone: kept._id, reason: "Same face" }),
    ];
    return () => Promise.all(both);
  });
  expect((await answers()).map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await portal.db.selectFrom("account_lock").selectAll().execute()).toHaveLength(1);
});

test("an application with a locked account is refused, and its payment stays unused", async () => {
  const portal = await startPortal(inject("place"));
  started.push(portal);
  const walked = await walk(portal, 4711);
  const { _id, programme, rrr, person } = walked;
  await sql`insert into portal.account_lock (applicant) values (${_id})`.execute(portal.db);
  const again = await walked.post("/ms_applications", { programme, payment: rrr, type: person.mode });
  expect(again.body, "what was submitted before is answered as ever").toMatchObject({ type: "success" });
  const refused = await walked.post("/ms_application_fee", { programme });
  expect(refused.body).toMatchObject({ code: "account-locked" });
});
