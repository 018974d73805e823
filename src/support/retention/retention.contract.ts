import * as v from "valibot";
import { whole } from "#console/record/record.fields.contract.ts";
import { lines } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { LEAST_DAYS, retentionKinds } from "./retention.rules.ts";

const MOST_DAYS = 3_650;
const ROWS = 100_000_000;
const path = "/staff/ms_retention";

const reason = v.pipe(lines("Reason", 500), v.minCodePoints(2, "Minimum of 2 characters expected"), v.title("Reason"));

const proposal = v.strictObject({
  _id: v.string(),
  /** Null: the rule is to stop. */
  days: v.nullable(v.number()),
  reason: v.string(),
  proposedby: v.strictObject({ _id: v.string(), name: v.string() }),
  createdAt: v.string(),
  /** What it would take away today. */
  count: v.number(),
});
export type RetentionProposal = v.InferOutput<typeof proposal>;

const rule = v.strictObject({
  kind: v.picklist(retentionKinds),
  /** Null while no rule is in force. */
  days: v.nullable(v.number()),
  /** When the night last took something away by it, and how much that was. */
  lastAt: v.nullable(v.string()),
  proposal: v.nullable(proposal),
});
export type RetentionRule = v.InferOutput<typeof rule>;

export const listRetention = get(
  path,
  "What the portal lets go of after how many days, and what waits for a second person",
  v.array(rule),
);

const found = v.strictObject({
  count: v.number(),
  parts: v.array(v.strictObject({ part: v.string(), count: v.number() })),
  /** Since when the first of it is due; null with nothing. */
  oldest: v.nullable(v.string()),
});
export type RetentionFound = v.InferOutput<typeof found>;

const days = whole("Days", LEAST_DAYS, MOST_DAYS);

export const checkRetention = post(
  `${path}/:kind/check`,
  "A dry run: how much a rule of so many days would take away now, of which kind, and since when the first is due; changes nothing",
  fields({ days }),
  found,
);

export const proposeRetention = post(
  `${path}/:kind/propose`,
  "Proposes a rule of so many days, or that the rule stops; `count` is what the dry run found",
  fields({
    days: v.nullable(days),
    count: v.pipe(whole("Number of rows", 0, ROWS), v.title("Number of rows")),
    reason,
  }),
  done({ _id: v.string() }),
);

const proposalPath = "/staff/ms_retention_proposal/:id";
const nothing = v.nullish(fields({}));

export const approveRetention = post(
  `${proposalPath}/approve`,
  "Puts a rule in force that another has proposed; `count` is what its approver was shown",
  fields({ count: whole("Number of rows", 0, ROWS) }),
  done({}),
);

export const declineRetention = post(
  `${proposalPath}/decline`,
  "Leaves the rules as they are, with the reason",
  fields({ reason }),
  done({}),
);

export const withdrawRetention = post(
  `${proposalPath}/withdraw`,
  "Takes back what one has proposed oneself",
  nothing,
  done({}),
);
