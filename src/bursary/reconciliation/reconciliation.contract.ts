import * as v from "valibot";
import { reason } from "#console/confirm/confirm.contract.ts";
import { chosenEntries, listing } from "#console/record/record.contract.ts";
import {
  atMinute,
  edgeDay,
  maybe,
  naira,
  onDay,
  readAs,
  refersTo,
  whole,
} from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { discrepancyKinds, discrepancyStates } from "./reconciliation.rules.ts";

export const runStates = ["Running", "Done", "Ended without all answers"] as const;

export const reconciliations = listing({
  noun: "reconciliation",
  one: "Reconciliation",
  many: "Reconciliation",
  page: "reconciliations",
  link: "/staff/reconciliations",
  entries: {
    createdAt: atMinute("Began"),
    state: choice("State", runStates),
    askedby: maybe(refersTo("Asked for by", "staff")),
    since: maybe(onDay("All since")),
    asked: whole("Asked about", 0, 10_000_000),
    unanswered: whole("Not answered", 0, 10_000_000),
    found: whole("Found", 0, 10_000_000),
    closed: whole("Gone since", 0, 10_000_000),
    endedAt: maybe(atMinute("Ended")),
  },
  title: ["createdAt"],
  columns: ["createdAt", "state", "found", "closed", "asked", "unanswered", "askedby", "endedAt"],
  sorts: ["createdAt"],
  filters: ["state"],
  asked: {
    from: edgeDay("From", { of: "createdAt", side: "from" }),
    to: edgeDay("To", { of: "createdAt", side: "to" }),
  },
  searched: null,
});

const money = (label: string) => naira(label, -100_000_000);

/** Whatever a run has found, until it is gone or somebody has decided. */
export const discrepancies = listing({
  noun: "discrepancy",
  one: "Discrepancy",
  many: "Discrepancies",
  page: "reconciliations",
  link: "/staff/reconciliations/discrepancies",
  entries: {
    kind: choice("Kind", discrepancyKinds),
    rrr: maybe(v.pipe(text("RRR", 12), readAs(groupedRrr))),
    ours: maybe(money("Here")),
    theirs: maybe(money("There")),
    says: text("What", 500),
    /** What else is open about the same payment. */
    beside: maybe(text("Also found as", 300)),
    state: choice("State", discrepancyStates),
    createdAt: atMinute("Found"),
    closedAt: maybe(atMinute("Closed")),
    decidedby: maybe(refersTo("Decided by", "staff")),
    reason: maybe(text("Reason", 500)),
    payment: maybe(text("Payment", 36)),
    line: maybe(text("Statement line", 36)),
    day: maybe(onDay("Book day")),
  },
  title: ["kind", "rrr"],
  columns: ["kind", "beside", "rrr", "ours", "theirs", "says", "state", "createdAt"],
  sorts: ["createdAt"],
  filters: ["kind", "state"],
  asked: {
    from: edgeDay("From", { of: "createdAt", side: "from" }),
    to: edgeDay("To", { of: "createdAt", side: "to" }),
  },
  searched: "RRR or words",
  none: {
    title: "No discrepancies",
    text: "Where a reconciliation finds that the portal and the provider do not agree, it is listed here.",
  },
});

const sum = v.pipe(v.number(), v.metadata({ unit: "NGN" }));

const found = v.strictObject({
  _id: v.string(),
  kind: v.picklist(discrepancyKinds),
  rrr: v.nullable(v.string()),
  payment: v.nullable(v.string()),
  line: v.nullable(v.string()),
  day: v.nullable(v.string()),
  ours: v.nullable(sum),
  theirs: v.nullable(sum),
  says: v.string(),
  state: v.picklist(discrepancyStates),
  /** Whether an earlier run had found it. */
  known: v.boolean(),
});
export type FoundDiscrepancy = v.InferOutput<typeof found>;

export const readFound = get(
  "/staff/ms_reconciliation/:id/found",
  "Everything that one run has found, and how far it has come while it runs",
  v.strictObject({
    answered: v.number(),
    list: v.array(found),
    /** Beyond those that are listed. */
    more: v.number(),
  }),
);

export const readReconciliationNow = get(
  "/staff/ms_reconciliation_now",
  "What is open today by kind, the run that is under way, and the last one that ended",
  v.strictObject({
    running: v.nullable(v.strictObject({ _id: v.string(), asked: v.number(), answered: v.number() })),
    last: v.nullable(
      v.strictObject({ _id: v.string(), endedAt: v.string(), found: v.number(), unanswered: v.number() }),
    ),
    open: v.array(v.strictObject({ kind: v.picklist(discrepancyKinds), count: v.number() })),
  }),
);

export const reconcileForm = fields({ since: maybe(onDay("Every reference since")) });

export const reconcileNow = post(
  "/staff/ms_reconciliation",
  "Begins a run: asks the provider anew and holds its answers against our books; one runs at a time",
  reconcileForm,
  done({ _id: v.string() }),
);

export const decideDiscrepancies = post(
  "/staff/ms_discrepancy/decide",
  "Closes discrepancies by a decision, with its reason; all or none",
  fields({ reason, ...chosenEntries }),
  done({ count: v.number() }),
);
