import type { Desk } from "./desk.ts";
import { faultNames } from "./faults.ts";
import { same } from "./hashes.ts";
import { type Answer, type Call, json } from "./http.ts";
import { type Invoice, isChannel } from "./invoice.ts";
import type { Journal } from "./journal.ts";
import { notificationItem } from "./notification-item.ts";
import { type Paying, pay, payAnyway, turn } from "./pay.ts";

type Wish = Record<string, unknown>;

/** What a test or a developer makes happen. Every call carries `Authorization: Bearer <token>`. */
export function answerControl(desk: Desk, journal: Journal, call: Call): Answer {
  if (!same(call.authorization, `Bearer ${desk.settings.token}`)) return json({ error: "wrong token" }, 401);
  if (call.method === "GET" && call.path === "/__sandbox/ledger") return json(desk.book.all());
  if (call.method === "GET" && call.path === "/__sandbox/requests") return json(journal.entries());
  if (call.method === "GET" && call.path === "/__sandbox/notifications") return json(desk.mailbag.sent());
  if (call.method === "GET" && call.path === "/__sandbox/met") return json(desk.faults.met());
  const deed = call.method === "POST" ? deeds[call.path.replace("/__sandbox/", "")] : undefined;
  const wish = wishIn(call.body);
  if (!deed || !wish) return json({ error: "no such deed, or no JSON object" }, 404);
  const error = deed(desk, wish);
  return error ? json({ error }, 400) : json({ done: true });
}

const deeds: Record<string, (desk: Desk, wish: Wish) => string | null> = {
  pay: (desk, wish) => forPayment(desk, wish, pay),
  "pay-anyway": (desk, wish) => forPayment(desk, wish, payAnyway),
  abort: (desk, { rrr }) => forInvoice(desk, rrr, (invoice) => turn(desk, invoice, "ABORTED")),
  fail: (desk, { rrr }) => forInvoice(desk, rrr, (invoice) => turn(desk, invoice, "FAILED")),
  deactivate: (desk, { rrr }) => forInvoice(desk, rrr, (invoice) => turn(desk, invoice, "DEACTIVATED")),
  expire: (desk, { rrr }) => forInvoice(desk, rrr, (invoice) => turn(desk, invoice, "EXPIRED")),
  reverse: (desk, { rrr }) => forInvoice(desk, rrr, (invoice) => turn(desk, invoice, "REVERSED")),
  notify: (desk, wish) => forInvoice(desk, wish.rrr, (invoice) => notify(desk, invoice, wish)),
  "notify-to": ({ mailbag }, { url }) => attempt(() => mailbag.notifyTo(String(url))),
  clock: ({ book }, { advanceSeconds }) =>
    Number.isFinite(Number(advanceSeconds))
      ? attempt(() => book.moveClock(Number(advanceSeconds) * 1000))
      : "advanceSeconds is a number",
  fault: ({ faults }, { name, value = "", times = Number.POSITIVE_INFINITY, only }) => {
    if (name === "none") faults.clear(only === undefined ? undefined : String(only));
    else if (typeof name === "string" && faultNames.includes(name))
      faults.set({ name, value: String(value), times: Number(times), only: String(only ?? "") });
    else return `name is none or one of ${faultNames.join(" ")}`;
    return null;
  },
};

/** Tells of a reference, paid or not, `times` over; `tamper` replaces fields of what is told, `order` another order id. */
function notify({ mailbag }: Desk, invoice: Invoice, { times = 1, order, tamper = {} }: Wish) {
  const renamed = order === undefined ? {} : { orderId: order, orderRef: order };
  const item = { ...notificationItem(invoice), ...renamed, ...(tamper as object) };
  for (let time = 0; time < Number(times); time++) mailbag.post(JSON.stringify([item]));
  return null;
}

/** `paidAmount` is in naira; `paidOn` is a time, by which the payment is dated. */
function forPayment(
  desk: Desk,
  { rrr, channel = "CARDPAYMENT", lagSeconds = 0, paidAmount, paidOn }: Wish,
  deed: (desk: Desk, invoice: Invoice, paying: Paying) => string | null,
) {
  if (!isChannel(channel)) return "no such channel";
  const dated = paidOn === undefined ? {} : { paidAt: Date.parse(String(paidOn)) };
  if (Number.isNaN(dated.paidAt)) return "paidOn is a time";
  const amount = paidAmount === undefined ? {} : { amount: String(paidAmount) };
  const paying = { channel, lagSeconds: Number(lagSeconds), ...amount, ...dated };
  return forInvoice(desk, rrr, (invoice) => deed(desk, invoice, paying));
}

function forInvoice({ book }: Desk, rrr: unknown, deed: (invoice: Invoice) => string | null) {
  const invoice = book.byRrr(String(rrr));
  return invoice ? deed(invoice) : "no such reference";
}

function attempt(deed: () => void) {
  try {
    deed();
    return null;
  } catch (error) {
    return String(error);
  }
}

function wishIn(body: string): Wish | null {
  try {
    return JSON.parse(body || "{}") as Wish | null;
  } catch {
    return null;
  }
}
