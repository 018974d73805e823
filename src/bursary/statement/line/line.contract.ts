import * as v from "valibot";
import { reason, reasonForm } from "#console/confirm/confirm.contract.ts";
import { chosenEntries } from "#console/record/record.contract.ts";
import { text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { statementSources } from "../statement.contract.ts";
import { lineStandings } from "../statement.rules.ts";

const money = v.pipe(v.number(), v.metadata({ unit: "NGN" }));

/** Our side of a payment, and the provider's. */
const ways = v.strictObject({
  _id: v.string(),
  rrr: v.nullable(v.string()),
  payer: v.string(),
  jamb: v.string(),
  description: v.string(),
  programme: v.string(),
  state: v.string(),
  amount: money,
  bookings: v.array(
    v.strictObject({ kind: v.string(), day: v.string(), came: money, accounts: v.record(v.string(), money) }),
  ),
  answers: v.array(
    v.strictObject({
      at: v.string(),
      kind: v.string(),
      code: v.nullable(v.string()),
      said: v.nullable(v.string()),
      amount: v.nullable(money),
      paidon: v.nullable(v.string()),
    }),
  ),
});
export type PaymentWays = v.InferOutput<typeof ways>;

export const readLineWays = get(
  "/staff/ms_statement_line/:id/ways",
  "A line of a statement beside the booking here and the provider's answers, and the other lines of the payment",
  v.strictObject({
    payment: v.nullable(ways),
    others: v.array(
      v.strictObject({
        _id: v.string(),
        day: v.string(),
        amount: money,
        source: v.picklist(statementSources),
        standing: v.picklist(lineStandings),
      }),
    ),
  }),
);

export const readNamedPayment = get(
  "/staff/ms_statement_payment",
  "The payment that has a reference (rrr=), with what came and went for it, before a line is matched to it; null for none",
  v.strictObject({
    payment: v.nullable(
      v.strictObject({
        _id: v.string(),
        payer: v.string(),
        jamb: v.string(),
        description: v.string(),
        came: v.nullable(money),
        went: v.nullable(money),
      }),
    ),
  }),
);

export const matchForm = fields({
  rrr: v.pipe(text("RRR of the payment", 20), v.title("RRR of the payment")),
  reason,
});

export const matchLine = post(
  "/staff/ms_statement_line/:id/match",
  "Says which payment a line is, with the reason",
  matchForm,
  done({}),
);

export const undoLine = post(
  "/staff/ms_statement_line/:id/undo",
  "Takes back what somebody has decided about a line, with the reason",
  reasonForm,
  done({}),
);

export const setLinesAside = post(
  "/staff/ms_statement_line/aside",
  "Says of lines that they are not for the portal, with the reason; all or none",
  fields({ reason, ...chosenEntries }),
  done({ count: v.number() }),
);
