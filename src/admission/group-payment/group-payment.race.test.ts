import { sql } from "kysely";
import { afterAll, expect, inject, test } from "vitest";
import { moneyDesk } from "../../../testing/correction.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { type Payer, payer, tenSecondsLater } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { staffMember } from "../../../testing/staff.ts";
import { untilWaiting } from "../../../testing/waiting.ts";
import { granted } from "../../../testing/walk.ts";
import { withoutRowLock } from "../../../testing/without-guard.ts";
import { impossibleGroupPayments } from "./group-payment.impossible.server.ts";

const started: TestPortal[] = [];
afterAll(() => Promise.all(started.map((portal) => portal.stop())));

const path = "/staff/ms_group_payment";

/** Applicants of whom somebody pays for, and who deals with it. */
async function listing(count: number) {
  const portal = await startPortal(inject("place"));
  started.push(portal);
  const bank = sandboxControl(portal.sandbox);
  await bank.fault("notify-none");
  const cashier = await staffMember(portal, { pages: ["group-payments", "group-payments.change"] });
  const people = await Promise.all(Array.from({ length: count }, () => payer(portal)));
  const row = async (one: Payer) => {
    const { _id } = await one.programme();
    const { rows } = await sql<{ row: string }>`select a.jamb || ', ' || p.code as row
      from portal.applicant a, portal.programme p where a._id = ${one._id} and p._id = ${_id}`.execute(portal.db);
    return rows[0]?.row ?? "";
  };
  const form = async (list: readonly Payer[]) => ({
    ...{ payername: "St Mary's", payeremail: "bursar@stmary.example", payerphone: "0803 555 1234" },
    ...{ purpose: "application", applicants: (await Promise.all(list.map(row))).join("\n"), total: list.length * 2500 },
  });
  const made = async (list: readonly Payer[]) => {
    const { _id } = (await granted(cashier.post(path, await form(list)))).body;
    const { rrr } = (await granted(cashier.post(`${path}/${_id}/reference`, {}))).body;
    return { _id: _id as string, rrr: rrr as string };
  };
  const verify = (_id: string) => granted(cashier.post(`${path}/${_id}/verify`, {}));
  const paid = async (list: readonly Payer[]) => {
    const one = await made(list);
    await bank.pay(one.rrr);
    await tenSecondsLater(portal);
    await verify(one._id);
    return one;
  };
  const lines = async (_id: string) => (await granted(cashier.get(`${path}/${_id}/lines`))).body.lines;
  const broken = async () => {
    const found = await Promise.all(impossibleGroupPayments.map(({ rows }) => rows.execute(portal.db)));
    return found.flatMap(({ rows }) => rows);
  };
  return { portal, bank, cashier, people, row, form, made, verify, paid, lines, broken };
}

/** Somebody and whoever pays for him have paid, and both are heard of in one moment. */
async function bothPaid() {
  const { people, made, bank, portal, verify, lines } = await listing(1);
  const [one] = people as [Payer];
  const own = (await one.reference()).rrr;
  const { _id, rrr } = await made([one]);
  for (const reference of [own, rrr]) await bank.pay(reference);
  await tenSecondsLater(portal);
  return {
    portal,
    async heard(): Promise<string> {
      await whileTableHeld(portal, "outgoing_mail", 2, async () => {
        const both = [verify(_id), granted(one.get(`/ms_application_fee/${own}`))];
        return () => Promise.all(both);
      }).then((answers) => answers());
      return (await lines(_id))[0].standing;
    },
  };
}

test("whoever pays himself in the moment in which a list is paid leaves his part as credit", async () => {
  const { portal, heard } = await bothPaid();
  expect(await heard()).toBe("Freed");
  await expectInvariants(portal.db);
});

test("without the lock the list would pay for him all the same", async () => {
  const { portal, heard } = await bothPaid();
  await withoutRowLock(portal, "group_payment");
  expect(await heard()).toBe("Paid, not used");
});

/** Two lists that name one applicant are made in one moment. */
async function listedTwice() {
  const { people, form, cashier, portal } = await listing(1);
  const body = await form(people);
  return {
    portal,
    async both(): Promise<string[]> {
      const answers = await whileTableHeld(portal, "audit", 2, async () => {
        const making = [cashier.post(path, body), cashier.post(path, body)];
        return () => Promise.all(making);
      }).then((made) => made());
      return answers.map(({ body: { type, code } }) => code ?? type).sort();
    },
  };
}

test("of two lists that name one applicant at once one is kept", async () => {
  const { portal, both } = await listedTwice();
  expect(await both()).toEqual(["list-has-changed", "success"]);
  await expectInvariants(portal.db);
});

test("without the constraint two would pay for one", async () => {
  const { portal, both } = await listedTwice();
  await sql`drop index portal.group_payment_line_one`.execute(portal.db);
  expect(await both()).toEqual(["success", "success"]);
});

test("a line that is used and freed in one moment is one of both", async () => {
  const { portal, people, paid, lines, cashier } = await listing(1);
  const [one] = people as [Payer];
  const { _id } = await paid([one]);
  const [line] = await lines(_id);
  const [used, freed] = await Promise.all([
    one.reference(),
    cashier.post(`${path}/${_id}/free`, { line: line._id, reason: "The school asks" }),
  ]);
  const isUsed = used.state === "PAID";
  expect(freed.body.code).toBe(
    isUsed ? (freed.body.code === "not-to-be-freed" ? "not-to-be-freed" : "line-used") : undefined,
  );
  expect((await lines(_id))[0].standing).toBe(isUsed ? "Used" : "Freed");
  await expectInvariants(portal.db);
});

test("the money of a freed line is given back or given to another, whoever is faster", async () => {
  const { portal, people, paid, lines, cashier, row } = await listing(2);
  const [one, other] = people as [Payer, Payer];
  const { _id, rrr } = await paid([one]);
  const [line] = await lines(_id);
  await granted(cashier.post(`${path}/${_id}/free`, { line: line._id, reason: "The school asks" }));
  const desk = await moneyDesk(portal);
  const { body } = await granted(desk.propose(rrr, "Refund", { voucher: "PV/2026/0117" }));
  const applicant = await row(other);
  const [, given] = await whileTableHeld(portal, "audit", 2, async () => {
    const both = [
      desk.approve(body._id),
      cashier.post(`${path}/${_id}/exchange`, { line: line._id, applicant, reason: "The school asks" }),
    ];
    return () => Promise.all(both);
  }).then((both) => both());
  // A refund whose credit is gone by then is overtaken.
  const { rows: refunds } = await sql`select from portal.ledger_journal where kind = 'refunded'`.execute(portal.db);
  expect(given?.body.type === "success").toBe(refunds.length === 0);
  await expectInvariants(portal.db);
});

/** A list is called off while its reference is being made. */
async function calledOffMeanwhile() {
  const { portal, bank, cashier, people, form, broken } = await listing(1);
  const { _id } = (await granted(cashier.post(path, await form(people)))).body;
  return {
    portal,
    broken,
    async both() {
      await bank.fault("slow", "2", 1);
      const [made, off] = await whileTableHeld(portal, "audit", 2, async () => {
        const making = cashier.post(`${path}/${_id}/reference`, {});
        await untilWaiting(portal, 1);
        const ending = cashier.post(`${path}/${_id}/call_off`, { reason: "They cannot pay" });
        return () => Promise.all([making, ending]);
      }).then((answers) => answers());
      return [made.body.code ?? made.status, off.body.code ?? off.status];
    },
  };
}

test("a list is not called off while its reference is being made", async () => {
  const { both, broken } = await calledOffMeanwhile();
  expect(await both()).toEqual([200, "reference-being-made"]);
  expect(await broken()).toEqual([]);
});
