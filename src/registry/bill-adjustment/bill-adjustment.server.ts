import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import {
  decidedAlready,
  handleProposal,
  handleStep,
  handleWrittenStep,
  type ProposalKind,
} from "#access/proposal/proposal.server.ts";
import { approversBeside } from "#access/staff/staff.server.ts";
import { sessionsInOrder, usualRunningSession } from "#calendar/session/session.server.ts";
import type { MergePart, Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { requireWholeCollege, wholeCollege } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { naira } from "#kit/value/money.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { lateLabels } from "../bill/bill.server.ts";
import { refuseOwnStudents } from "../student/student.server.ts";
import { applyAdjustment, type LockedAdjustment, lockAdjustment } from "./bill-adjustment.apply.server.ts";
import {
  approveAdjustment,
  billAdjustments,
  checkAdjustment,
  declineAdjustment,
  proposeAdjustment,
  proposeAdjustmentUndone,
  readAdjusted,
  readAdjustmentTerms,
  withdrawAdjustment,
} from "./bill-adjustment.contract.ts";
import { impossibleAdjustments, ownAdjustments } from "./bill-adjustment.impossible.server.ts";
import { billChangeTemplates } from "./bill-adjustment.mail.server.ts";
import { adjustedBills, studentsOfAdjustment } from "./bill-adjustment.read.server.ts";
import { keepAdjustment, keepUndoing } from "./plan/plan.keep.server.ts";
import { asAdjusted, besideLate, partsBeside, planAdjustment } from "./plan/plan.server.ts";

export const billAdjustmentRules: RecordRules<typeof billAdjustments> = {
  of: billAdjustments,
  table: "bill_adjustment",
  within: wholeCollege,
};

/** Nobody decides about a list on which one stands oneself. */
const adjustmentProposal: ProposalKind<LockedAdjustment> = {
  noun: "bill_adjustment",
  approval: "bill-adjustments.approve",
  lock: lockAdjustment,
  keep: endProposal,
  whyLate: (trx, adjustment) => decidedAlready(trx, "This change of bills", adjustment),
  async refuseOwn({ trx }, who, { _id }) {
    await refuseOwnStudents(trx, who, await studentsOfAdjustment(trx, _id));
    return "";
  },
  notYours: "Only who proposed it withdraws it. Decline it, if you may",
};

/** Declined or withdrawn: the bills stay as they are. */
async function endProposal(
  { trx }: Work,
  { _id }: LockedAdjustment,
  state: string,
  { staff: decidedby, reason }: { readonly staff: string; readonly reason: string | null },
): Promise<void> {
  await sql`update portal.bill_adjustment_line set state = 'Dropped' where adjustment = ${_id}`.execute(trx);
  await decide(trx, _id, { state, decidedby, decision: reason, applied: null, refused: null });
}

async function decide(
  trx: Trx,
  id: string,
  decision: {
    readonly state: string;
    readonly decidedby: string;
    readonly decision: string | null;
    readonly applied: number | null;
    readonly refused: number | null;
  },
): Promise<void> {
  await trx
    .updateTable("bill_adjustment")
    .set({ ...decision, decidedAt: sql`now()`, version: sql`version + 1` })
    .where("_id", "=", id)
    .execute();
}

export function billAdjustmentCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;
  const right = "bill-adjustments.change";

  handle(app, readAdjustmentTerms, staff(right), async ({ who }) => {
    requireWholeCollege(who);
    return {
      sessions: await sessionsInOrder(db),
      running: await usualRunningSession(db),
      lates: await lateLabels(db),
      approvers: await approversBeside(db, "bill-adjustments.approve", who.staff),
    };
  });

  handle(app, checkAdjustment, staff(right), async ({ who, body }) => {
    requireWholeCollege(who);
    const { bills: planned, leftOut, formerly, total_kobo } = await planAdjustment(db, body);
    const bills = await besideLate(db, body.kind, planned);
    const message = `${asCount(bills.length, "bill")} would change`;
    const parts = partsBeside(body.kind, bills);
    return {
      type: "success" as const,
      ...{ message, bills: bills.map(asAdjusted), leftOut: [...leftOut], formerly: [...formerly], parts },
      total: naira(total_kobo),
    };
  });

  handle(app, readAdjusted, staff("bill-adjustments"), ({ who, params }) => {
    requireWholeCollege(who);
    return adjustedBills(db, who, params.id);
  });

  handleProposal(app, adjustmentProposal, proposeAdjustment, { right, propose: keepAdjustment });
  handleProposal(app, adjustmentProposal, proposeAdjustmentUndone, { right, propose: keepUndoing });

  handleWrittenStep(app, adjustmentProposal, approveAdjustment, {
    right: "bill-adjustments.approve",
    to: "Approved",
    by: "another",
    deed: "approve",
    async change(work, adjustment, { who }) {
      const { applied, refused } = await applyAdjustment(work, config, adjustment);
      await decide(work.trx, adjustment._id, {
        ...{ state: "Approved", decidedby: who.staff, decision: null, applied, refused },
      });
      const held = refused === 0 ? "" : `. ${asCount(refused, "bill")} stayed as it was: see why beside each`;
      return { message: `${asCount(applied, "bill")} changed${held}`, after: { applied, refused } };
    },
  });

  handleStep(app, adjustmentProposal, declineAdjustment, {
    right: "bill-adjustments.approve",
    to: "Declined",
    by: "another",
    deed: "decline",
    change: async () => ({ message: "Declined. The bills stay as they are" }),
  });

  handleStep(app, adjustmentProposal, withdrawAdjustment, {
    right,
    to: "Withdrawn",
    by: "proposer",
    deed: "withdraw",
    change: async () => ({ message: "Withdrawn. The bills stay as they are" }),
  });
}

const proposedAdjustments = (member: string): RawBuilder<unknown> =>
  sql`select from portal.bill_adjustment where state = 'Proposed' and proposedby <> ${member}`;

/** What was decided stays beside the bill; what waits for a second person would be decided on another record. */
const adjustmentMerge: MergePart = {
  tables: ["bill_adjustment_line"],
  async plan(trx, { kept, gone }) {
    const { rows } = await sql<{ label: string }>`
      select distinct a.label from portal.bill_adjustment_line l join portal.bill_adjustment a on a._id = l.adjustment
      where l.student in (${kept._id}, ${gone._id}) and l.state = 'Proposed'`.execute(trx);
    return {
      stops: rows.map(
        ({ label }) => `A change of bills waits for a second person: ${label}. It must be decided or withdrawn first`,
      ),
    };
  },
};

export const billAdjustmentNoun: Noun = {
  name: "bill-adjustment",
  templates: billChangeTemplates,
  calls: billAdjustmentCalls,
  listings: [billAdjustmentRules],
  ownRows: [ownAdjustments],
  merges: [adjustmentMerge],
  impossible: impossibleAdjustments,
  waiting: [
    {
      right: "bill-adjustments.approve",
      rows: ({ staff: member }) => proposedAdjustments(member),
      one: "One change of bills waits for your approval.",
      many: "changes of bills wait for your approval.",
      deed: "See the changes",
      link: "/staff/bill-adjustments?state=Proposed",
    },
  ],
};
