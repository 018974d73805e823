import { initRefusal } from "./codes.ts";
import type { Desk } from "./desk.ts";
import type { About } from "./faults.ts";
import { initHash, same } from "./hashes.ts";
import type { Call } from "./http.ts";
import type { Invoice } from "./invoice.ts";
import { lineItemsRefusal } from "./line-items.ts";
import { endOfDay } from "./times.ts";

const required = [
  "serviceTypeId",
  "amount",
  "orderId",
  "payerName",
  "payerEmail",
  "payerPhone",
  "description",
] as const;

type Wish = Record<(typeof required)[number], string> & {
  expiryDate?: unknown;
  customFields?: unknown;
  lineItems?: unknown;
};

/** Makes a reference for an order. Checks header, body, merchant, service type, amount, hash and the rest, in that order. */
export function paymentInit(desk: Desk, call: Call): Record<string, unknown> {
  const forced = desk.faults.take("init-code", wishOf(call.body));
  if (forced !== undefined) return initRefusal(forced);
  const [, key, token] =
    /^remitaConsumerKey=([^,]*),remitaConsumerToken=([0-9a-f]{128})$/.exec(call.authorization) ?? [];
  if (key === undefined || token === undefined) return initRefusal("020");
  const wish = wishIn(call.body);
  if (!wish) return initRefusal("022");
  const code = refusal(desk, wish, key, token);
  if (code) return initRefusal(code);
  const invoice = make(desk, wish);
  if (desk.faults.take("notify-forged", invoice) !== undefined) desk.mailbag.forge(invoice);
  const made = { statuscode: "025", RRR: invoice.rrr, status: "Payment Reference generated" };
  return desk.faults.take("init-no-rrr", invoice) === undefined ? made : { ...made, RRR: undefined };
}

/** The reference itself, kept before anybody hears of it. */
export function make(desk: Desk, wish: Wish): Invoice {
  const invoice: Invoice = {
    rrr: desk.book.newRrr(),
    orderId: wish.orderId,
    serviceTypeId: wish.serviceTypeId,
    amount: wish.amount,
    payerName: wish.payerName,
    payerEmail: wish.payerEmail,
    payerPhone: wish.payerPhone,
    description: wish.description,
    customFields: customFieldsOf(wish) ?? [],
    expiresAt: typeof wish.expiryDate === "string" ? endOfDay(wish.expiryDate) : null,
    madeAt: desk.book.now(),
    state: "GENERATED",
    payment: null,
  };
  desk.book.keep(invoice);
  return invoice;
}

/** Whose wish it is, whether it is a good one or not. */
export function wishOf(body: string): About {
  const { orderId, payerEmail } = objectIn(body) ?? {};
  return { orderId: String(orderId), payerEmail: String(payerEmail) };
}

function wishIn(body: string): Wish | null {
  const wish = objectIn(body);
  return required.every((name) => typeof wish?.[name] === "string" && wish[name] !== "") ? (wish as Wish) : null;
}

function objectIn(body: string): Partial<Record<string, unknown>> | null {
  try {
    return JSON.parse(body) as Partial<Record<string, unknown>> | null;
  } catch {
    return null;
  }
}

function refusal(desk: Desk, wish: Wish, key: string, token: string) {
  const { settings, book } = desk;
  if (key !== settings.merchantId) return "023";
  if (!settings.serviceTypes.includes(wish.serviceTypeId)) return "043";
  if (!isAmount(wish.amount)) return "090";
  if (!same(token, initHash(settings, wish.serviceTypeId, wish.orderId, wish.amount))) return "013";
  if (wish.expiryDate !== undefined && (typeof wish.expiryDate !== "string" || endOfDay(wish.expiryDate) === null))
    return "032";
  const fields = customFieldsOf(wish);
  if (!fields?.every(({ name }) => settings.customFields.includes(name))) return "022";
  return lineItemsRefusal(wish.lineItems, wish.amount) ?? (book.byOrder(wish.orderId) ? "028" : null);
}

export function isAmount(amount: string) {
  return /^\d{1,12}(\.\d{1,2})?$/.test(amount) && Number(amount) > 0;
}

function customFieldsOf(wish: Wish): { name: string; value: string }[] | null {
  const { customFields = [] } = wish;
  if (!Array.isArray(customFields)) return null;
  const read = customFields.map((field: { name?: unknown; value?: unknown } | null) => ({
    name: String(field?.name ?? ""),
    value: String(field?.value ?? ""),
  }));
  return read;
}
