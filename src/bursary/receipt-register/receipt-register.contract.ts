import * as v from "valibot";
import { listing } from "#console/record/record.contract.ts";
import {
  atMinute,
  edgeDay,
  maybe,
  naira,
  onDay,
  readAs,
  refersTo,
  worded,
} from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { get } from "#kit/wire/endpoint.contract.ts";
import { purposeWords } from "#payments/payment-reference/payment-reference.rules.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";

/** What a receipt proves. Wire value and word are the same. */
export const receiptStandings = [
  "Valid",
  "Part withdrawn",
  "Withdrawn",
  "Kept as credit",
  "Credit applied",
  "Given back",
  "Void",
] as const;

/** Every payment that was verified, in the order in which it was. */
export const receipts = listing({
  noun: "receipt",
  one: "Receipt",
  many: "Receipts",
  page: "receipts",
  link: "/staff/receipts",
  entries: {
    rrr: maybe(v.pipe(text("RRR", 12), readAs(groupedRrr))),
    payer: text("Payer", 200),
    jamb: text("JAMB number", 14),
    matric: maybe(text("Matriculation number", 40)),
    purpose: worded("For", purposeWords),
    programme: maybe(refersTo("Programme", "programme")),
    session: refersTo("Session", "session"),
    amount: naira("Amount", 0),
    withdrawn: naira("Taken out", 0),
    createdAt: atMinute("Verified"),
    day: maybe(onDay("Book day")),
    standing: choice("Standing", receiptStandings),
    applicationcode: maybe(text("Used for", 40)),
  },
  title: ["rrr", "payer"],
  columns: ["rrr", "payer", "amount", "createdAt", "standing", "purpose"],
  sorts: ["createdAt"],
  filters: ["standing", "purpose", "programme", "session", "day"],
  asked: {
    from: edgeDay("Verified from", { of: "createdAt", side: "from" }),
    to: edgeDay("Verified to", { of: "createdAt", side: "to" }),
  },
  searched: "RRR, JAMB or matriculation number, or name",
});

export const readReceiptTotals = get(
  "/staff/ms_receipt/totals",
  "What the receipts come to that a search and filters find, by what they prove",
  v.strictObject({
    count: v.number(),
    /** Naira. */
    amount: v.number(),
    standings: v.array(
      v.strictObject({ standing: v.picklist(receiptStandings), count: v.number(), amount: v.number() }),
    ),
  }),
);
