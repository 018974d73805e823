import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { newId } from "#platform/database/id.server.ts";
import { payer } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { payFee } from "../../../testing/walk.ts";
import { liveStates, type PaymentState, paymentStates, paymentSteps } from "./payment-reference.rules.ts";
import { holdPayments } from "./read/read.desk.server.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const run = (text: string) => sql.raw(text).execute(portal.db);
const rowsOf = async <R>(text: string) => (await sql.raw<R>(text).execute(portal.db)).rows;

test("the database knows the same steps and open states as the contract", async () => {
  const steps = paymentStates.flatMap((from) => paymentSteps[from].map((to) => `${from} ${to}`));
  const known = await rowsOf<{ step: string }>("select fromstate || ' ' || tostate as step from payment_edge");
  expect(known.map(({ step }) => step).sort()).toEqual(steps.sort());
  const [index] = await rowsOf<{ text: string }>(
    "select pg_get_expr(indpred, indrelid) as text from pg_index where indexrelid = 'payment_reference_one_open'::regclass",
  );
  expect([...(index?.text.matchAll(/'([A-Z]+)'/g) ?? [])].map(([, state]) => state)).toEqual(liveStates);
});

test("every step that is not in the table fails in the database, from every state", async () => {
  const person = await payer(portal);
  const { _id, rrr } = await person.reference();
  for (const from of paymentStates) {
    await standing(_id, from);
    for (const to of paymentStates.filter((state) => state !== from && !paymentSteps[from].includes(state))) {
      await expect(
        run(`update payment_reference set state = '${to}' where _id = '${_id}'`),
        `${from} ${to}`,
      ).rejects.toThrow(`a payment does not go from ${from} to ${to}`);
    }
  }
  await standing(_id, "OPEN");
  expect(rrr).toMatch(/^\d{12}$/);
});

test("only the provider's answer for this reference, order and amount makes a payment paid, or an approved correction", async () => {
  const person = await payer(portal);
  const { _id } = await person.reference();
  const pay = (evidence: string) =>
    run(
      `update payment_reference set state = 'PAID', "verifiedAt" = now(), evidence = ${evidence} where _id = '${_id}'`,
    );
  const right = { kind: "'paid'", code: "'01'", rrr: "rrr", orderid: "orderid", amount_kobo: "amount_kobo" };
  const event = async (wrong: Partial<typeof right>) => {
    const [id, answer] = [newId(), { ...right, ...wrong }];
    await run(`insert into payment_event (_id, payment, ${Object.keys(answer).join()})
      select '${id}', _id, ${Object.values(answer).join()} from payment_reference where _id = '${_id}'`);
    return `'${id}'`;
  };
  await expect(pay("null")).rejects.toThrow(
    "paid by the provider's answer, by money that is moved, a waiver or an approved correction only",
  );
  const wrong: Partial<typeof right>[] = [
    ...["'021'", "'025'", "'1'", "null"].map((code) => ({ code })),
    ...[{ kind: "'open'" }, { rrr: "'111111111111'" }, { orderid: "'x'" }],
    ...[{ amount_kobo: "amount_kobo - 1" }, { amount_kobo: "amount_kobo + 1" }, { amount_kobo: "null" }],
  ];
  for (const change of wrong) {
    await expect(pay(await event(change)), JSON.stringify(change)).rejects.toThrow(
      "by money that is moved, a waiver or an approved correction only",
    );
  }
  await run(`alter table payment_reference disable trigger payment_reference_guard`);
  await pay("null");
  await run(`alter table payment_reference enable trigger payment_reference_guard`);
  const [row] = await rowsOf<{ state: string }>(`select state from payment_reference where _id = '${_id}'`);
  expect(row?.state, "without the trigger anything would be paid").toBe("PAID");
});

test("what a payment is for, its reference and its use never change, and nothing of it is deleted", async () => {
  const person = await payer(portal);
  const { _id: programme } = await person.programme();
  const rrr = await payFee(portal, person, programme);
  for (const change of [
    "amount_kobo = amount_kobo - 1",
    `applicant = (select _id from applicant where _id <> '${person._id}' limit 1)`,
    "orderid = repeat('a', 32)",
    "purpose = 'tuition', bill = gen_random_uuid()",
    "purpose = 'service', serviceorder = gen_random_uuid()",
    "matric = 'COE/26/0001'",
    "items = '[]'",
    "rrr = '100000000000'",
    "rrr = null",
    `"verifiedAt" = now() - interval '1 day'`,
  ]) {
    await expect(run(`update payment_reference set ${change} where rrr = '${rrr}'`), change).rejects.toThrow(
      "do not change",
    );
  }
  await run(`update payment_reference set application = '${newId()}', applicationcode = 'x' where rrr = '${rrr}'`);
  await expect(run(`update payment_reference set application = '${newId()}' where rrr = '${rrr}'`)).rejects.toThrow();
  for (const table of [
    "payment_reference",
    "payment_event",
    "payment_notification",
    "ledger_journal",
    "ledger_entry",
  ]) {
    await expect(run(`delete from ${table}`), table).rejects.toThrow("is append-only");
    await expect(run(`truncate ${table} cascade`), table).rejects.toThrow("is append-only");
  }
  for (const table of ["payment_event", "payment_notification", "ledger_journal", "ledger_entry", "payment_edge"]) {
    const [column] = await rowsOf<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = '${table}' limit 1`,
    );
    await expect(run(`update ${table} set "${column?.name}" = "${column?.name}"`), table).rejects.toThrow(
      "is append-only",
    );
  }
});

test("a journal that does not balance, has one side, or comes twice is not kept", async () => {
  const person = await payer(portal);
  const { _id: payment } = await person.reference();
  const book = (entries: [string, number][]) =>
    portal.db.transaction().execute(async (trx) => {
      const journal = newId();
      await trx.insertInto("ledger_journal").values({ _id: journal, payment, kind: "held" }).execute();
      for (const [account, amount_kobo] of entries)
        await trx.insertInto("ledger_entry").values({ journal, account, amount_kobo }).execute();
    });
  await expect(book([])).rejects.toThrow("does not balance");
  await expect(book([["provider", 100]])).rejects.toThrow("does not balance");
  await expect(
    book([
      ["provider", 100],
      ["suspense", -99],
    ]),
  ).rejects.toThrow("does not balance");
  await book([
    ["provider", 100],
    ["suspense", -100],
  ]);
  await expect(
    book([
      ["provider", 100],
      ["suspense", -100],
    ]),
  ).rejects.toThrow("ledger_journal_once");
});

/** Puts a payment into a state as no step could, for a test of the steps out of it. */
async function standing(_id: string, state: PaymentState): Promise<void> {
  const verified = state === "PAID" || state === "REVERSED" ? "now()" : "null";
  await run(`alter table payment_reference disable trigger payment_reference_guard`);
  await run(`update payment_reference set state = '${state}', "verifiedAt" = ${verified} where _id = '${_id}'`);
  await run(`alter table payment_reference enable trigger payment_reference_guard`);
}

test("a payment that is held stands as it is until the end: whoever moves it waits", async () => {
  const person = await payer(portal);
  const { _id } = await person.reference();
  const hurry = "set local lock_timeout = '200ms'";
  await portal.db.transaction().execute(async (trx) => {
    await holdPayments(trx, [_id]);
    const moving = portal.db.transaction().execute(async (other) => {
      await sql.raw(hurry).execute(other);
      await other.updateTable("payment_reference").set({ askedAt: null }).where("_id", "=", _id).execute();
    });
    await expect(moving).rejects.toThrow("lock timeout");
  });
});
