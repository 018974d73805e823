import { expect } from "vitest";
import type { Invoice } from "../sandbox/invoice.ts";
import { koboOf } from "../src/payments/remita/remita.rules.ts";
import type { TestPortal } from "./portal.ts";
import { sandboxControl } from "./sandbox-control.ts";

/**
 * The provider's book against ours: each order has at most one reference there; what is paid there is PAID, HELD or in
 * suspense here, PAID only for its very amount; and what is PAID here is paid there. Answers how many were compared.
 * What a test wrote into our book by itself, which the provider never heard of, is left out, and so is what the provider
 * gave back.
 */
export async function expectSameLedgers(portal: TestPortal): Promise<number> {
  const [theirs, ours] = await Promise.all([sandboxControl(portal.sandbox).ledger(), ourBook(portal)]);
  expect(new Set(theirs.map(({ orderId }) => orderId)).size, "one reference for each order").toBe(theirs.length);
  const byOrder = new Map(theirs.map((invoice) => [invoice.orderId, invoice]));
  const wrong = ours.flatMap((payment) => {
    const said = disagreement(payment, byOrder.get(payment.orderid));
    return said ? [{ ...payment, said }] : [];
  });
  expect(wrong).toEqual([]);
  const paid = theirs.filter(({ state }) => state === "PAID");
  const known = new Set(ours.map(({ orderid }) => orderid));
  expect(
    paid.filter(({ orderId }) => !known.has(orderId)),
    "money for no order of ours",
  ).toEqual([]);
  return paid.length;
}

const ourBook = ({ db }: TestPortal) =>
  db
    .selectFrom("payment_reference")
    .select(["rrr", "orderid", "state", "surplus", "amount_kobo"])
    .orderBy("_id")
    .execute();

type Ours = Awaited<ReturnType<typeof ourBook>>[number];

function disagreement({ rrr, state, amount_kobo }: Ours, invoice: Invoice | undefined): string | null {
  if (!invoice || invoice.state === "REVERSED") return null;
  if (rrr !== null && rrr !== invoice.rrr) return `the provider calls it ${invoice.rrr}`;
  if (!invoice.payment) return state === "PAID" || state === "HELD" ? "nobody has paid it" : null;
  if (!["PAID", "HELD", "SUSPENSE"].includes(state)) return `${invoice.payment.amount} was paid`;
  const right = koboOf(invoice.payment.amount) === amount_kobo;
  return state === "PAID" && !right ? `${invoice.payment.amount} was paid, not its amount` : null;
}
