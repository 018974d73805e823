import { sql } from "kysely";
import { afterAll, expect, inject, test } from "vitest";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { tenSecondsLater } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { staffMember } from "../../../testing/staff.ts";
import { billedStudent } from "../../../testing/student.ts";
import { untilWaiting } from "../../../testing/waiting.ts";
import { granted } from "../../../testing/walk.ts";
import { withoutConstraint, withoutRowLock } from "../../../testing/without-guard.ts";
import { impossibleSponsorships } from "./sponsorship.impossible.server.ts";

const started: TestPortal[] = [];
afterAll(() => Promise.all(started.map((portal) => portal.stop())));

/** A sponsorship that two people have approved, and who deals with it. */
async function approved() {
  const portal = await startPortal(inject("place"));
  started.push(portal);
  const bank = sandboxControl(portal.sandbox);
  await bank.fault("notify-none");
  const pages = [
    "sponsors",
    "sponsors.change",
    "sponsorships",
    "sponsorships.change",
    "payments",
    "payments.change",
  ] as const;
  const cashier = await staffMember(portal, { pages });
  const bursar = await staffMember(portal, { pages: [...pages, "sponsorships.approve"] });
  const sponsor = { name: "Bosso", kind: "Trust", contact: "Musa", emailaddress: "bosso@example.com", status: true };
  const { _id: lga } = (await granted(cashier.post("/staff/ms_sponsor", { ...sponsor, phonenumber: "0803 555 1234" })))
    .body;
  const me = await billedStudent(portal);
  const form = { sponsor: lga, label: "Award", session: me.session, semester: 1, students: `${me.matric}, 9000` };
  const path = "/staff/ms_sponsorship";
  const { _id } = (await granted(cashier.post(path, { ...form, reason: "A letter", total: 9_000 }))).body;
  await granted(bursar.post(`${path}/${_id}/approve`, {}));
  return { portal, bank, cashier, bursar, me, path, _id };
}

/** One with two references that are both paid; nobody has asked about either. */
async function paidTwice() {
  const { portal, bank, cashier, bursar, me, path, _id } = await approved();
  const reference = async (): Promise<string> => (await granted(cashier.post(`${path}/${_id}/reference`, {}))).body.rrr;
  const first = await reference();
  // Its time was over, and it is in somebody's hand yet.
  await sql`alter table portal.payment_reference disable trigger user`.execute(portal.db);
  await sql`update portal.payment_reference set state = 'EXPIRED' where rrr = ${first}`.execute(portal.db);
  await sql`alter table portal.payment_reference enable trigger user`.execute(portal.db);
  const second = await reference();
  expect(second).not.toBe(first);
  for (const rrr of [first, second]) await bank.payAnyway(rrr);
  await tenSecondsLater(portal);
  const payments = await portal.db
    .selectFrom("payment_reference")
    .select("_id")
    .where("sponsorship", "=", _id)
    .execute();
  return {
    portal,
    async verifyBoth() {
      await whileTableHeld(portal, "outgoing_mail", 2, async () => {
        const both = payments.map((one) => bursar.post(`/staff/ms_payment/${one._id}/requery`, {}));
        return async () => Promise.all(both);
      }).then((answers) => answers());
      const rows = await portal.db
        .selectFrom("payment_reference")
        .select(["state", "surplus"])
        .where("sponsorship", "=", _id)
        .orderBy("surplus")
        .execute();
      const { rows: counted } = await sql<{ kobo: number }>`
        select amount_kobo as kobo from portal.bill_payment where bill = ${me.bill}`.execute(portal.db);
      return { surplus: rows.map((row) => [row.state, row.surplus]), counted };
    },
  };
}

test("of two payments of one sponsorship at once one counts, and the other is the sponsor's credit", async () => {
  const { portal, verifyBoth } = await paidTwice();
  expect(await verifyBoth()).toEqual({
    surplus: [
      ["PAID", "second"],
      ["PAID", null],
    ],
    counted: [{ kobo: 900_000 }],
  });
  await expectInvariants(portal.db);
});

test("without the lock both would be taken for what was asked", async () => {
  const { portal, verifyBoth } = await paidTwice();
  await withoutRowLock(portal, "sponsorship");
  await sql`drop index portal.bill_payment_share_once`.execute(portal.db);
  expect((await verifyBoth()).surplus).toEqual([
    ["PAID", null],
    ["PAID", null],
  ]);
});

/** A reference is being made, and not told yet, while the sponsorship is called off. */
async function calledOffMeanwhile() {
  const { portal, cashier, bursar, path, _id } = await approved();
  return {
    portal,
    async both() {
      await sandboxControl(portal.sandbox).fault("slow", "2", 1);
      const [made, off] = await whileTableHeld(portal, "audit", 2, async () => {
        const making = cashier.post(`${path}/${_id}/reference`, {});
        await untilWaiting(portal, 1);
        const ending = bursar.post(`${path}/${_id}/call_off`, { reason: "They cannot pay" });
        return () => Promise.all([making, ending]);
      }).then((answers) => answers());
      return { made: made.status, off: off.body.code ?? off.status };
    },
    async broken() {
      const found = await Promise.all(impossibleSponsorships.map(({ rows }) => rows.execute(portal.db)));
      return found.flatMap(({ rows }) => rows);
    },
  };
}

test("a sponsorship is not called off while its reference is being made", async () => {
  const { both, broken } = await calledOffMeanwhile();
  expect(await both()).toEqual({ made: 200, off: "reference-being-made" });
  expect(await broken()).toEqual([]);
});

test("without the lock a sponsor would be asked to pay what is called off", async () => {
  const { portal, both, broken } = await calledOffMeanwhile();
  await withoutConstraint(portal, "payment_reference", "payment_reference_sponsorship_is_known");
  await withoutRowLock(portal, "sponsorship");
  expect(await both()).toEqual({ made: 200, off: 200 });
  expect(await broken()).toHaveLength(1);
});
