import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { lagosToday } from "#kit/value/dates.rules.ts";
import { billed, paidTuition } from "../../../../testing/billed.ts";
import { headOver } from "../../../../testing/head.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { openRegistration } from "../../../../testing/registration.ts";
import { type StaffMember, staffMember } from "../../../../testing/staff.ts";
import type { Student } from "../../../../testing/student.ts";
import { granted } from "../../../../testing/walk.ts";

let portal: TestPortal;
let term: Awaited<ReturnType<typeof openRegistration>>;
let head: StaffMember;
const path = "/staff/ms_registration";
const two = ["CRS 111", "ENG 111"];

beforeAll(async () => {
  portal = await startPortal(inject("place"));
  term = await openRegistration(portal);
  head = await headOver(portal, "programme", term.usual.programme);
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

/** Registration opens with three fifths of the bill. */
async function gated(): Promise<void> {
  await portal.db.deleteFrom("instalment").execute();
  await sql`insert into portal.instalment (_id, session, semester, name, share, due, opens)
    values (gen_random_uuid(), ${term.session}, 1, 'First', 60, '2030-01-01', '{registration}'),
      (gen_random_uuid(), ${term.session}, 1, 'Rest', 100, '2030-02-01', '{examination}')`.execute(portal.db);
}
const ownOf = async (me: Student) => (await me.get("/student/registration")).body.registration;
const judged = async (me: Student) => (await head.get(`${path}/${(await ownOf(me))._id}`)).body;

test("the charge of a late registration is owed, and does not close the gate that was passed", async () => {
  await gated();
  await term.opens({ hodapproval: true, charge_kobo: 200_000 }, -5, -1, 10);
  const me = await term.student();
  const { bill } = await billed(portal, me.student);
  const partsNow = async () => (await granted(me.get(`/student/bill/${bill}`))).body.bill;
  await paidTuition(portal, me, bill, (await partsNow()).parts[0].left);
  expect((await partsNow()).balance).toBeGreaterThan(0);
  const before = await partsNow();
  await granted(term.send(me, two));
  const after = await partsNow();
  expect(after.balance - before.balance).toBe(2_000);
  expect(after.opened).toMatchObject([
    { gate: "registration", open: true, left: 0 },
    { gate: "examination", open: false, left: after.balance },
    { gate: "results", open: true, left: 0 },
  ]);
  expect(await judged(me)).toMatchObject({ verdict: "Clear", stops: null });
  await granted(term.send(me, ["CRS 111", "CRS 112"], { version: 1 }));
  expect(await judged(me)).toMatchObject({ verdict: "Clear" });
  await portal.db.deleteFrom("instalment").execute();
});

test.each([
  ["Unpaid", two, "fees-not-paid"],
  ["Units", ["CRS 111", "ENG 111", "CRS 112"], "units-above"],
] as const)("a permit %s that held on the day of arrival counts while it waits", async (allows, codes, stop) => {
  const { db } = portal;
  if (allows === "Unpaid") await gated();
  else await db.updateTable("programme").set({ maxunit: 5 }).where("_id", "=", term.usual.programme).execute();
  await term.opens({ hodapproval: true });
  const me = await term.student();
  const registry = await staffMember(portal, {
    pages: ["students", "registration-permits", "registration-permits.change"],
  });
  const permit = { student: me.student, allows: [allows], until: lagosToday(), reason: "Letter seen" };
  await granted(registry.post("/staff/ms_registration_permit", permit));
  await granted(term.send(me, codes));
  // Sent on its last day, decided three days later.
  await sql`update portal.course_registration set "arrivedAt" = "arrivedAt" - interval '3 days' where student = ${me.student}`.execute(
    db,
  );
  const permitted = (until: number) =>
    sql`update portal.registration_permit set until = ${lagosToday()}::date - ${until}::int where student = ${me.student}`.execute(
      db,
    );
  await permitted(3);
  expect(await judged(me)).toMatchObject({ verdict: "Clear", waited: 3 });
  await permitted(4);
  expect(await judged(me)).toMatchObject({ stops: [stop] });
  await permitted(3);
  const { _id, version } = await ownOf(me);
  await granted(head.put(`${path}/approve`, { rows: [{ _id, version }] }));
  await db.deleteFrom("instalment").execute();
  await db.updateTable("programme").set({ maxunit: 10 }).where("_id", "=", term.usual.programme).execute();
});

test("what is owed, and why a hold stands, is read by whom the rights to accounts and holds let know it", async () => {
  const { db } = portal;
  await term.opens({ hodapproval: true });
  const me = await term.student();
  await granted(term.send(me, two));
  const { _id } = await ownOf(me);
  await gated();
  await billed(portal, me.student);
  const knowing = await staffMember(portal, {
    pages: ["registrations", "registrations.change", "holds", "tuition-accounts", "students"],
  });
  const said = async (who: StaffMember) => [
    (await who.get(`${path}/${_id}/checked`)).body.found[0].sentence as string,
    (await who.get(`${path}/for/${me.student}`)).body.proposal.stop.sentence as string,
    (await who.put(`${path}/for/${me.student}`, { courses: [term.ids["CRS 111"]], why: "Ill", version: 1 })).body
      .message as string,
  ];
  for (const sentence of await said(head)) expect(sentence).toMatch(/is not paid\. .*ask the Bursary$/);
  for (const sentence of await said(knowing)) expect(sentence).toMatch(/₦/);
  await sql`insert into portal.hold (_id, student, name, kind, blocks, reason, office, placedby)
    values (gen_random_uuid(), ${me.student}, 'Held', 'Library', '{registration}', 'A book', 'Library', ${head._id})`.execute(
    db,
  );
  for (const sentence of await said(head)) expect(sentence).toMatch(/^A hold stands on the record\. /);
  for (const sentence of await said(knowing)) expect(sentence).toContain("A book");
  await db.deleteFrom("instalment").execute();
});
