import * as v from "valibot";
import { chosenEntries, listing } from "#console/record/record.contract.ts";
import {
  atMinute,
  edgeDay,
  edgeOfDay,
  looksLike,
  maybe,
  naira,
  onDay,
  refersTo,
} from "#console/record/record.fields.contract.ts";
import { serviceKinds } from "#fees/other-service/other-service.contract.ts";
import { choice, lines, reference, text } from "#kit/field/fields.contract.ts";
import { amount } from "#kit/value/money.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { paymentStates } from "#payments/payment-reference/payment-reference.rules.ts";
import { openPayPage } from "#payments/payment-reference/payment-reference.verify.contract.ts";
import { cardStates } from "./id-card/id-card.rules.ts";
import { officeDeeds, orderLooks, orderStates } from "./service-order.rules.ts";

/** Every order, as the office works on it. */
export const serviceOrders = listing({
  noun: "service_order",
  one: "Order",
  many: "Service orders",
  page: "service-orders",
  link: "/staff/service-orders",
  entries: {
    label: text("Service", 100),
    name: text("Student", 200),
    matric: maybe(text("Matric number", 40)),
    state: v.pipe(choice("State", orderStates), looksLike(orderLooks)),
    dueon: maybe(onDay("Promised for")),
    amount: naira("Amount"),
    note: maybe(text("What the student wrote", 600)),
    said: maybe(text("What the office said", 600)),
    service: refersTo("Kind", "other_service"),
    kind: choice("What is made", serviceKinds),
    department: maybe(refersTo("Office", "department")),
    programme: refersTo("Programme", "programme"),
    student: refersTo("Student's record", "student"),
    movedAt: atMinute("Moved"),
    createdAt: atMinute("Ordered"),
    owedAt: maybe(atMinute("Owed since")),
  },
  title: ["label", "name"],
  columns: ["label", "name", "matric", "state", "dueon", "movedAt"],
  sorts: ["createdAt", "dueon"],
  filters: ["state", "service", "department", "programme"],
  asked: {
    from: edgeDay("Ordered from", { of: "createdAt", side: "from" }),
    to: edgeDay("Ordered to", { of: "createdAt", side: "to" }),
    dueby: edgeOfDay("Promised by", { of: "dueon", side: "to" }),
  },
  searched: "service, matric number or name",
  settled: { "state=Paid": "Nothing left to begin", "state=Being made": "Nothing is being made" },
  none: { title: "No orders yet", text: "Students order services in their area; what is paid stands here." },
});

const words = (label: string) =>
  v.pipe(lines(label, 600), v.minCodePoints(2, `${label} must be at least 2 characters`), v.title(label));

export const moveForm = fields({
  to: v.pipe(v.picklist([...officeDeeds], "Step must be one of those that are shown"), v.title("Step")),
  said: maybe(words("What to say")),
  ...chosenEntries,
});

export const moveOrders = post(
  "/staff/ms_service_order/move",
  "Takes a step with chosen orders that stand alike, all or none; what is said is read by the students",
  moveForm,
  done({ count: v.number() }),
);

const own = v.strictObject({
  _id: v.string(),
  kind: v.picklist(serviceKinds),
  label: v.string(),
  amount: amount("Amount"),
  state: v.picklist(orderStates),
  note: v.nullable(v.string()),
  said: v.nullable(v.string()),
  dueon: v.nullable(v.string()),
  movedAt: v.string(),
  createdAt: v.string(),
  /** Where the ID card stands that was ordered; null of anything else. */
  card: v.nullable(v.strictObject({ state: v.nullable(v.picklist(cardStates)), validuntil: v.nullable(v.string()) })),
  /** It was handed out, and its payment was taken back by the bank since: it is to be paid anew. */
  owed: v.boolean(),
  /** Its payment reference that counts: the open one, or the one that paid it. */
  payment: v.nullable(
    v.strictObject({
      _id: v.string(),
      rrr: v.nullable(v.string()),
      state: v.picklist(paymentStates),
      sentence: v.string(),
    }),
  ),
});

const offered = v.strictObject({
  _id: v.string(),
  kind: v.picklist(serviceKinds),
  label: v.string(),
  description: v.string(),
  amount: amount("Amount"),
  days: v.number(),
  /** What is written with the order. */
  asks: v.nullable(v.string()),
});

export const readServices = get(
  "/student/service",
  "What a student may order, and what this one has ordered, newest first",
  v.strictObject({ offered: v.array(offered), orders: v.array(own) }),
);

export const orderForm = fields({ service: reference("Service"), note: maybe(words("What to write")) });

export const orderService = post(
  "/student/service_order",
  "Orders a service: it is made once it is paid. While one is unpaid, that one is answered",
  orderForm,
  done({ _id: v.string() }),
);

export const cancelOrder = post(
  "/student/service_order/:id/cancel",
  "Takes an order back that is not paid",
  fields({}),
  done({}),
);

export const answerForm = fields({ note: words("Your answer") });

export const answerOrder = post(
  "/student/service_order/:id/answer",
  "Answers what the office asked about a paid order: it goes on with what is written now",
  answerForm,
  done({}),
);

export const payOrder = post(
  "/student/service_order/:id/pay",
  "Makes the payment reference of an order, or answers the open one",
  fields({}),
  done({ _id: v.string(), rrr: v.nullable(v.string()), amount: amount("Amount"), state: v.picklist(paymentStates) }),
);

export const verifyOrderPayment = get(
  "/student/service_payment/:id",
  "Asks the provider whether the reference of an order is paid, at most every 10 seconds, else answers what is known",
  v.strictObject({ ...done({}).entries, isverified: v.boolean(), state: v.picklist(paymentStates) }),
);

export const openOrderPayPage = get(
  "/student/service_payment/:id/pay",
  "The form that opens the provider's pay page for the reference of an order",
  openPayPage.reply,
);
