import { statusRefusal } from "./codes.ts";
import type { Desk } from "./desk.ts";
import { same, statusHash } from "./hashes.ts";
import { json } from "./http.ts";
import type { Invoice } from "./invoice.ts";
import { midnight, twelveHour } from "./times.ts";

/** The state of a reference, asked for by the reference itself. */
export function statusByRrr(desk: Desk, merchantId: string, rrr: string, hash: string) {
  return status(desk, merchantId, rrr, hash, desk.book.byRrr(rrr), "022");
}

/** The state of the reference that an order has. */
export function statusByOrder(desk: Desk, merchantId: string, orderId: string, hash: string) {
  return status(desk, merchantId, orderId, hash, desk.book.byOrder(orderId), "026");
}

function status(
  desk: Desk,
  merchantId: string,
  asked: string,
  hash: string,
  invoice: Invoice | undefined,
  unknown: string,
) {
  if (merchantId !== desk.settings.merchantId) return json(statusRefusal("023"));
  if (!same(hash, statusHash(desk.settings, asked))) return json(statusRefusal("013"));
  return invoice ? { ...json({}), body: body(desk, invoice) } : json(statusRefusal(unknown));
}

function body({ faults, book }: Desk, invoice: Invoice) {
  const [code, message] = codeOf(faults, invoice, book.now());
  const paid = code === "01" || code === "00";
  const answer = {
    amount: "amount",
    RRR: faults.take("status-wrong-rrr", invoice) === undefined ? invoice.rrr : otherDigits(invoice.rrr),
    orderId: faults.take("status-wrong-order", invoice) === undefined ? invoice.orderId : otherDigits(invoice.orderId),
    message,
    ...(paid && invoice.payment ? { paymentDate: twelveHour(invoice.payment.paidAt) } : {}),
    transactiontime: midnight(invoice.payment?.paidAt ?? invoice.madeAt),
    status: code,
  };
  return JSON.stringify(answer).replace('"amount":"amount"', () => `"amount":${amountOf(faults, invoice)}`);
}

function codeOf(faults: Desk["faults"], invoice: Invoice, now: number): readonly [code: string, message: string] {
  const forced = faults.take("unknown-code", invoice);
  if (forced !== undefined) return [forced, "A new code"];
  const { state, payment } = invoice;
  if (state === "DEACTIVATED") return ["659", "Deactivated"];
  if (state === "ABORTED") return ["012", "User Aborted Transaction"];
  if (state === "FAILED") return ["02", "Transaction Failed"];
  if (state !== "PAID" || !payment) return pending;
  if (now < payment.postedAt) return payment.channel === "BRANCH" ? ["045", "Awaiting Payment Confirmation"] : pending;
  const lag = faults.take("status-lag", invoice);
  if (lag !== undefined && now < payment.postedAt + Number(lag) * 1000) return pending;
  if (faults.take("status-flap", invoice) !== undefined && flips(invoice)) return pending;
  return faults.take("status-00", invoice) === undefined ? ["01", "Approved"] : ["00", "Successful"];
}

const pending = ["021", "Transaction Pending"] as const;

const flipped = new WeakMap<Invoice, number>();

/** Paid at the first look, pending at the second, and so on. */
function flips(invoice: Invoice) {
  const looks = (flipped.get(invoice) ?? 0) + 1;
  flipped.set(invoice, looks);
  return looks % 2 === 0;
}

/** The demanded amount, which stands there before any payment too; written as the provider does, `31500.0`. */
function amountOf(faults: Desk["faults"], invoice: Invoice) {
  const naira = invoice.payment?.amount ?? invoice.amount;
  const wrong = faults.take("status-wrong-amount", invoice);
  if (wrong !== undefined) return wrong || decimal(Number(naira) + 1);
  return decimal(Number(naira));
}

function decimal(naira: number) {
  return Number.isInteger(naira) ? `${naira}.0` : String(naira);
}

function otherDigits(text: string) {
  return [...text].reverse().join("") === text ? `${text.slice(0, -1)}0` : [...text].reverse().join("");
}
