import * as v from "valibot";
import { chosenEntries, listing } from "#console/record/record.contract.ts";
import {
  atMinute,
  edgeDay,
  flag,
  maybe,
  naira,
  readAs,
  refersTo,
  worded,
} from "#console/record/record.fields.contract.ts";
import { text } from "#kit/field/fields.contract.ts";
import { amount } from "#kit/value/money.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import {
  deskStateWords,
  paymentStates,
  purposeWords,
  surplusWords,
} from "#payments/payment-reference/payment-reference.rules.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";

export const deskPayments = listing({
  noun: "payment",
  one: "Payment",
  many: "Payments",
  page: "payments",
  link: "/staff/payments",
  entries: {
    rrr: maybe(v.pipe(text("RRR", 12), readAs(groupedRrr))),
    payer: text("Payer", 200),
    jamb: text("JAMB number", 14),
    matric: maybe(text("Matriculation number", 40)),
    purpose: worded("For", purposeWords),
    amount: naira("Amount"),
    state: worded("State", deskStateWords),
    surplus: maybe(worded("Credit", surplusWords)),
    /** Paid, and no credit: what the dashboard counts. */
    bought: flag("Bought what it is for"),
    /** The entry rules said no, or could not tell, and the payer went on knowing it. */
    knew: flag("Knew that the entry rules are not met"),
    programme: maybe(refersTo("Programme", "programme")),
    session: refersTo("Session", "session"),
    createdAt: atMinute("Made"),
    verifiedAt: maybe(atMinute("Verified")),
    checkedAt: maybe(atMinute("Last answer")),
    payerphone: text("Phone", 13),
    payeremail: text("E-mail", 120),
    orderid: text("Order number", 32),
    applicationcode: maybe(text("Application", 30)),
  },
  title: ["payer", "rrr"],
  columns: ["payer", "state", "surplus", "amount", "rrr", "jamb", "purpose", "createdAt", "verifiedAt"],
  sorts: ["createdAt"],
  filters: ["state", "purpose", "surplus", "bought", "knew", "programme", "session"],
  asked: {
    from: edgeDay("Made from", { of: "createdAt", side: "from" }),
    to: edgeDay("Made to", { of: "createdAt", side: "to" }),
    paidfrom: edgeDay("Verified from", { of: "verifiedAt", side: "from" }),
    paidto: edgeDay("Verified to", { of: "verifiedAt", side: "to" }),
  },
  searched: "RRR, JAMB or matriculation number, name, phone or order",
  soughtFor: true,
});

const path = "/staff/ms_payment";
const state = v.picklist(paymentStates);
const kobo = v.pipe(v.number(), v.metadata({ unit: "NGN" }));

export const readPaymentStory = get(
  `${path}/:id/story`,
  "All about one payment: what it is for, what was heard and done, told, booked and written, and what waits",
  v.strictObject({
    _id: v.string(),
    state,
    /** What its payer reads about it. */
    sentence: v.string(),
    description: v.string(),
    items: v.array(v.strictObject({ name: v.string(), amount: amount("Amount") })),
    /** The application that used it, or whose acceptance it pays; null for none. */
    application: v.nullable(v.string()),
    /** When the portal asks next by itself; null for never. */
    nextCheckAt: v.nullable(v.string()),
    asking: v.boolean(),
    /** Whether an answer can still change anything. */
    open: v.boolean(),
    events: v.array(
      v.strictObject({
        _id: v.string(),
        at: v.string(),
        words: v.string(),
        to: v.nullable(state),
        /** What the provider names, where that is not what we asked for. */
        differs: v.array(v.string()),
      }),
    ),
    told: v.array(
      v.strictObject({
        _id: v.string(),
        at: v.string(),
        orderid: v.nullable(v.string()),
        rrr: v.nullable(v.string()),
        item: v.string(),
      }),
    ),
    /** Positive lies at the provider, negative is what it is for. */
    journal: v.array(v.strictObject({ at: v.string(), kind: v.string(), account: v.string(), amount: kobo })),
    mails: v.array(v.strictObject({ _id: v.string(), at: v.string(), subject: v.string(), state: v.string() })),
    audit: v.array(
      v.strictObject({ at: v.string(), who: v.string(), deed: v.string(), reason: v.nullable(v.string()) }),
    ),
    corrections: v.array(
      v.strictObject({
        _id: v.string(),
        kind: v.string(),
        state: v.string(),
        createdAt: v.string(),
        proposedby: v.string(),
        decidedby: v.nullable(v.string()),
        decidedAt: v.nullable(v.string()),
      }),
    ),
    exceptions: v.array(
      v.strictObject({
        _id: v.string(),
        kind: v.string(),
        createdAt: v.string(),
        closedAt: v.nullable(v.string()),
        outcome: v.nullable(v.string()),
      }),
    ),
  }),
);

export type PaymentStory = v.InferOutput<typeof readPaymentStory.reply>;

export const askAboutPayment = post(
  `${path}/:id/requery`,
  "Asks the provider about one payment now, at most every 10 seconds",
  v.nullish(fields({})),
  done({
    state,
    /** Whether the provider was asked and has answered: not where it was asked a moment ago. */
    answered: v.boolean(),
  }),
);

/** More would keep the provider busy for everybody else. */
export const MOST_ASKED = 1_000;

export const askAboutMany = post(
  `${path}/requery`,
  "Asks the provider about many payments, at most 1,000 at once; each is answered as its turn comes",
  fields(chosenEntries),
  done({ _id: v.string(), count: v.number() }),
);

export const readRequery = get(
  `${path}/requery/:id`,
  "How far the portal has come with asking about many payments",
  v.strictObject({
    count: v.number(),
    asked: v.number(),
    answered: v.number(),
    /** How many have gone where since. */
    moved: v.array(v.strictObject({ to: state, count: v.number() })),
  }),
);
