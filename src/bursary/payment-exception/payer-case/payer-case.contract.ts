import * as v from "valibot";
import { reason } from "#console/confirm/confirm.contract.ts";
import { choice, day, lines, optional, text } from "#kit/field/fields.contract.ts";
import { amount } from "#kit/value/money.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { bareRrr, rrrPattern } from "#payments/remita/remita.rules.ts";
import { caseAnswers } from "./payer-case.rules.ts";

const AMOUNT = "Amount must be in naira with at most two decimals, for example 2,500";

/** What somebody tells who has paid and does not see it here. */
export const payerCaseForm = fields({
  rrr: optional(
    v.pipe(
      text("RRR", 40),
      v.transform(bareRrr),
      v.check((bare) => rrrPattern.test(bare), "RRR must be the 12 digits of the reference, or be left out"),
      v.title("RRR"),
    ),
  ),
  bank: v.pipe(text("Bank or agent", 80), v.minCodePoints(2, "Bank or agent must be at least 2 characters")),
  teller: v.pipe(text("Number on the slip", 60), v.title("Number on the slip")),
  paidon: day("Day of the payment"),
  amount: v.pipe(
    v.string("Amount must be text"),
    v.trim(),
    v.nonEmpty("Amount is required"),
    v.transform((typed) => typed.replace(/^₦\s*/, "").replace(/,(?=\d{3}(?:\D|$))/g, "")),
    v.regex(/^\d{1,9}(?:\.\d{1,2})?$/, AMOUNT),
    v.check((bare) => Number(bare) > 0, AMOUNT),
    v.title("Amount"),
  ),
  words: optional(v.pipe(lines("What happened", 500), v.title("What happened"))),
  evidence: v.pipe(
    v.string("Send a picture of the slip"),
    v.nonEmpty("Send a picture of the slip"),
    v.title("Picture of the slip"),
  ),
});

const perhaps = v.nullable(v.string());

/** One's own case, as its payer reads it. */
export const ownCase = v.strictObject({
  _id: v.string(),
  number: v.string(),
  rrr: perhaps,
  /** What its reference is for; null where it is none of one's own. */
  description: perhaps,
  amount: amount("Amount"),
  bank: v.string(),
  teller: v.string(),
  paidon: v.string(),
  createdAt: v.string(),
  /** The day by which it is answered. */
  promised: v.string(),
  overdue: v.boolean(),
  answer: v.nullable(v.picklist(caseAnswers)),
  reply: perhaps,
  answeredAt: perhaps,
});

export type OwnCase = v.InferOutput<typeof ownCase>;

const path = "/ms_payer_case";

export const readOwnCases = get(
  path,
  "What the applicant has told of payments that did not show, newest first, and for which references it can be told",
  v.strictObject({
    cases: v.array(ownCase),
    /** Within how many working days a new one is answered. */
    days: v.number(),
    references: v.array(v.strictObject({ rrr: v.string(), description: v.string(), amount: amount("Amount") })),
  }),
);

export const openCase = post(
  path,
  "Tells the bursary of a payment that does not show; the provider is asked first",
  payerCaseForm,
  done({
    /** Null where the payment was heard of as the provider was asked: then no case is needed. */
    number: perhaps,
    promised: perhaps,
  }),
);

export const answerCase = post(
  "/staff/ms_payment_exception/:id/answer",
  "Answers a payer who says that a payment was made, which settles it; the payer gets a mail",
  fields({ answer: choice("Answer", caseAnswers), reason }),
  done({}),
);

/** A case beside its exception, for the money desk. */
export const deskCase = v.strictObject({
  number: v.string(),
  bank: v.string(),
  teller: v.string(),
  paidon: v.string(),
  amount: amount("Amount"),
  words: perhaps,
  promised: v.string(),
  link: v.string(),
  mediatype: v.string(),
  /** Other cases that have the same paper, or the same number of the same bank. */
  alike: v.array(v.string()),
  answer: v.nullable(v.picklist(caseAnswers)),
});

export type DeskCase = v.InferOutput<typeof deskCase>;
