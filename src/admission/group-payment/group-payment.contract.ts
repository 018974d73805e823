import * as v from "valibot";
import { waivedFees } from "#bursary/fee-waiver/fee-waiver.rules.ts";
import { reason, reasonForm } from "#console/confirm/confirm.contract.ts";
import { listing } from "#console/record/record.contract.ts";
import {
  atLeastTwo,
  atMinute,
  edgeDay,
  looksLike,
  maybe,
  naira,
  onDay,
  readAs,
  refersTo,
  whole,
  worded,
} from "#console/record/record.fields.contract.ts";
import { choice, email, lines, phone, text } from "#kit/field/fields.contract.ts";
import { amount } from "#kit/value/money.contract.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { paymentStates } from "#payments/payment-reference/payment-reference.rules.ts";
import { readOfficeReceipt } from "#payments/receipt/receipt.contract.ts";
import { paperWording } from "#reference/papers/papers.contract.ts";
import { applicantsIn, groupLooks, groupStates, lineWords, MOST_LISTED } from "./group-payment.rules.ts";

const fees = Object.keys(waivedFees) as ["application", "acceptance"];

export const groupPayments = listing({
  noun: "group_payment",
  one: "Payment for a list",
  many: "Payments for a list",
  page: "group-payments",
  link: "/staff/group-payments",
  entries: {
    payername: text("Payer", 120),
    purpose: worded("Fee", waivedFees),
    state: v.pipe(choice("State", groupStates), looksLike(groupLooks)),
    count: whole("Applicants", 1, MOST_LISTED),
    total: naira("In all", 0),
    lastday: onDay("To be paid by"),
    session: refersTo("Session", "session"),
    payeremail: email("Payer's email"),
    payerphone: v.pipe(phone("Payer's phone"), readAs(localPhone)),
    madeby: refersTo("Made by", "staff"),
    createdAt: atMinute("Made"),
    paidAt: maybe(atMinute("Paid")),
    endedby: maybe(refersTo("Called off by", "staff")),
    endedAt: maybe(atMinute("Ended")),
    endedwhy: maybe(lines("Why called off", 500)),
  },
  title: ["payername"],
  columns: ["payername", "purpose", "state", "count", "total", "lastday", "session", "createdAt"],
  sorts: ["createdAt"],
  filters: ["state", "purpose", "session"],
  asked: {
    from: edgeDay("Made from", { of: "createdAt", side: "from" }),
    to: edgeDay("Made to", { of: "createdAt", side: "to" }),
  },
  searched: "payer, JAMB number or name",
  none: {
    title: "Nobody pays for a list yet",
    text: "A school, a ministry or a parent who pays the fees of many applicants with one reference is entered here.",
  },
});

const path = "/staff/ms_group_payment";

const wanted = {
  purpose: choice("Fee", fees),
  applicants: v.pipe(
    lines("Applicants", 60_000),
    v.check((typed) => applicantsIn(typed).length > 0, "Applicants is required"),
    v.check((typed) => applicantsIn(typed).length <= MOST_LISTED, `Name at most ${MOST_LISTED} applicants at once`),
    v.title("Applicants"),
  ),
};

const listedFee = v.strictObject({
  applicant: v.string(),
  name: v.string(),
  jamb: v.string(),
  /** `NCE Biology/Chemistry`. */
  programme: v.string(),
  amount: amount("Amount"),
});

export const readGroupTerms = get(
  `${path}/terms`,
  "The session whose fees are paid for lists; null while none takes applications",
  v.strictObject({ session: v.nullable(v.string()) }),
);

export const checkGroupPayment = post(
  `${path}/check`,
  "Tells for whom of a list a fee would be paid, what each costs, and whom it leaves out; nothing is written",
  fields(wanted),
  done({
    listed: v.array(listedFee),
    leftOut: v.array(
      v.strictObject({ line: v.number(), given: v.string(), name: v.nullable(v.string()), why: v.string() }),
    ),
    total: amount("In all"),
  }),
);

export const makeGroupPayment = post(
  path,
  "Keeps a list and who pays for it; its payment reference is asked for next",
  fields({
    payername: atLeastTwo("Payer", 120),
    payeremail: email("Payer's email"),
    payerphone: phone("Payer's phone"),
    ...wanted,
    /** What was seen: a list that comes to something else by now is looked at again. */
    total: v.pipe(v.number("Total is required"), v.title("Total")),
  }),
  done({ _id: v.string() }),
);

export const readGroupPayment = get(
  `${path}/:id/lines`,
  "For whom a list pays and who has used it, its payment, and what of that is the payer's credit",
  v.strictObject({
    lines: v.array(
      v.strictObject({
        ...listedFee.entries,
        _id: v.string(),
        standing: v.picklist(lineWords),
        why: v.nullable(v.string()),
        usedAt: v.nullable(v.string()),
      }),
    ),
    payment: v.nullable(
      v.strictObject({
        _id: v.string(),
        rrr: v.nullable(v.string()),
        amount: amount("Amount"),
        state: v.picklist(paymentStates),
        message: v.string(),
        /** Whether it was verified, so that it has a receipt. */
        receipt: v.boolean(),
        credit: amount("Credit"),
      }),
    ),
    /** Of the request to pay. */
    ...paperWording("heading", "opening", "closing"),
  }),
);

const nothing = v.nullish(fields({}));

export const makeGroupReference = post(
  `${path}/:id/reference`,
  "Makes the one payment reference of a list, or answers the open one; the payer gets a mail with it",
  nothing,
  done({ rrr: v.nullable(v.string()), state: v.picklist(paymentStates) }),
);

export const verifyGroupPayment = post(
  `${path}/:id/verify`,
  "Asks the provider whether the reference of a list is paid, at most every 10 seconds",
  nothing,
  done({ state: v.picklist(paymentStates) }),
);

export const callGroupOff = post(
  `${path}/:id/call_off`,
  "Calls off a list that is not paid: its open reference is cancelled, and its applicants are free",
  reasonForm,
  done({}),
);

const line = v.pipe(v.string("Line is required"), v.nonEmpty("Line is required"), v.title("Line"));

export const freeGroupLine = post(
  `${path}/:id/free`,
  "Frees a paid line that is not used: its money is the payer's credit, to be given back or given to another",
  fields({ line, reason }),
  done({}),
);

export const exchangeGroupLine = post(
  `${path}/:id/exchange`,
  "Gives a line that is not used, or was freed, to another applicant whose fee is as much; the payer gets a mail",
  fields({ line, applicant: text("Applicant", 120), reason }),
  done({}),
);

export const readGroupReceipt = get(`${path}/:id/paper`, "What the receipt of a list prints", readOfficeReceipt.reply);
