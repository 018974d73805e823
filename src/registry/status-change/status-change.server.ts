import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { isOwn } from "#access/own-file/own-file.server.ts";
import { staff } from "#access/permission/permission.server.ts";
import {
  decidedAlready,
  handlePlainStep,
  handleProposal,
  handleWrittenStep,
  type ProposalKind,
} from "#access/proposal/proposal.server.ts";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import type { Noun, StudentStep } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse, stale } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { contact } from "#reference/brand/brand.rules.ts";
import { everyStudent, refuseOwnStudents } from "../student/student.server.ts";
import {
  bringIntoForce,
  keepApplied,
  type LockedChange,
  lockChange,
  statusMerge,
  todayInLagos,
} from "./status-change.apply.server.ts";
import {
  approveChange,
  callOffChange,
  declineChange,
  proposeChange,
  proposeUndoing,
  readStanding,
  statusChanges,
  withdrawChange,
} from "./status-change.contract.ts";
import { impossibleStatusChanges, ownStatusChanges } from "./status-change.impossible.server.ts";
import { applyStatusChanges, remindOfReturns } from "./status-change.job.server.ts";
import { statusTemplates } from "./status-change.mail.server.ts";
import { proposeStatus, proposeUndo } from "./status-change.propose.server.ts";
import { overdueReturns, proposedChanges, standingOf } from "./status-change.read.server.ts";
import type { ChangeState } from "./status-change.rules.ts";

export { changeStatusByPortal, changeStatusByTwo } from "./status-change.apply.server.ts";
export { daysStopped } from "./status-change.read.server.ts";

export const statusChangeRules: RecordRules<typeof statusChanges> = {
  of: statusChanges,
  table: "status_change",
  within: ofProgrammesWithin,
  hidden: (column, member) => sql`exists (select from ${everyStudent()} own where own._id = ${column("student")}
    and own.applicant is not null and ${isOwn(sql.ref("own.applicant"), member)})`,
};

const steps: Readonly<Partial<Record<ChangeState, readonly ChangeState[]>>> = {
  Proposed: ["Approved", "Declined", "Withdrawn"],
  Approved: ["Called off"],
};

/** Nobody decides about the student that one is. What was approved holds from its day on. */
const statusProposal: ProposalKind<LockedChange> = {
  noun: "student_status",
  subject: ({ student }) => `student:${student}`,
  approval: "student-status.approve",
  lock: lockChange,
  mayGo: (from, to) => steps[from as ChangeState]?.includes(to as ChangeState) ?? false,
  keep: keepDecision,
  whyLate: (trx, change) => decidedAlready(trx, "This change of status", change),
  async refuseOwn({ trx }, who, { of }) {
    await refuseOwnStudents(trx, who, [of]);
    return "";
  },
  seenAs: ({ of }) => ({ title: of.name, version: of.version }),
  notYours: "Only who proposed this change withdraws it. Decline it, if you may",
};

async function keepDecision(
  { trx }: Pick<Work, "trx">,
  { _id }: Pick<LockedChange, "_id">,
  state: string,
  { staff: decidedby, reason }: { readonly staff: string; readonly reason: string | null },
): Promise<void> {
  await trx
    .updateTable("status_change")
    .set({ state, decidedby, decidedAt: sql`now()`, decision: reason, version: sql`version + 1` })
    .where("_id", "=", _id)
    .execute();
}

export function statusChangeCalls(app: FastifyInstance): void {
  const { config } = app.portal;
  handle(app, readStanding, staff("student-status"), ({ who, params }) => standingOf(app, who, params.id));

  handleProposal(app, statusProposal, proposeChange, {
    right: "student-status.change",
    async propose(work, { who, body }) {
      const { _id, of, status, effective } = await proposeStatus(work, who, body);
      return { message: `${of.name}: ${status} from ${asDay(effective)} is proposed`, reply: { _id } };
    },
  });

  handleProposal(app, statusProposal, proposeUndoing, {
    right: "student-status.change",
    async propose(work, { who, params, body }) {
      const { _id, of, status } = await proposeUndo(work, who, params.id, body.reason);
      return { message: `${of.name}: to be ${status} again is proposed`, reply: { _id } };
    },
  });

  handleWrittenStep(app, statusProposal, approveChange, {
    right: "student-status.approve",
    to: "Approved",
    by: "another",
    deed: "approve",
    seen: ({ seen }) => seen,
    async change(work, change, { who }) {
      const { name } = change.of;
      requireUnmoved(change);
      if (!(await isDue(work.trx, change))) {
        const planned = keepDecision(work, change, "Approved", { staff: who.staff, reason: null });
        await onConstraint({ status_change_one_planned: plannedAlready }, planned);
        return { message: `Approved: ${name} is ${change.status} from ${asDay(change.effective)}` };
      }
      await bringIntoForce(work, config, change, () => keepApplied(work.trx, change._id, who.staff));
      return { message: `${name} is ${change.status}`, after: { state: "Applied" } };
    },
  });

  handlePlainStep(app, statusProposal, declineChange, {
    right: "student-status.approve",
    to: "Declined",
    by: "another",
    deed: "decline",
    says: ({ of }) => `Declined. ${of.name} stays ${of.status}`,
  });

  handlePlainStep(app, statusProposal, withdrawChange, {
    right: "student-status.change",
    to: "Withdrawn",
    by: "proposer",
    deed: "withdraw",
    says: ({ of }) => `Withdrawn. ${of.name} stays ${of.status}`,
  });

  handlePlainStep(app, statusProposal, callOffChange, {
    right: "student-status.approve",
    to: "Called off",
    by: "anybody",
    deed: "call-off",
    says: ({ of }) => `Called off. ${of.name} stays ${of.status}`,
  });
}

const plannedAlready = () =>
  refuse(
    "change-planned-already",
    "Another change of this student is approved for a later day. Call that one off first, then approve this one",
  );

/** A deed of the portal, or another change, may have come between. */
function requireUnmoved({ of, fromstatus }: LockedChange): void {
  if (of.status !== fromstatus)
    throw stale(
      "student-has-moved",
      `${of.name} is ${of.status} by now, not ${fromstatus} as when this was proposed, so nothing was changed. Decline it`,
    );
}

async function isDue(trx: Trx, { _id }: LockedChange): Promise<boolean> {
  const { rows } =
    await sql`select from portal.status_change where _id = ${_id} and effective <= ${todayInLagos}`.execute(trx);
  return rows.length > 0;
}

/** Whoever is away is told until when, and what to do before that day. */
const awayStep: StudentStep<{ readonly status: string; readonly returnon: string }> = {
  rank: 20,
  found: ({ student }) => sql`(select jsonb_build_object('status', c.status, 'returnon', c.returnon)
    from portal.status_change c where c.student = ${student} and c.state = 'Applied' and c."endedAt" is null
      and c.returnon is not null)`,
  say: ({ status, returnon }) => ({
    sentence: `Your status is ${status}, and you are expected back on ${asDay(returnon)}. Before that day, write to the ${contact.office} so that it becomes Active again.`,
    deed: "See your record",
    link: "/student/record",
  }),
};

export const statusChangeNoun: Noun = {
  name: "status-change",
  templates: statusTemplates,
  calls: statusChangeCalls,
  listings: [statusChangeRules],
  rounds: [applyStatusChanges, remindOfReturns],
  studentSteps: [awayStep as StudentStep<unknown>],
  ownRows: [ownStatusChanges],
  merges: [statusMerge],
  impossible: impossibleStatusChanges,
  waiting: [
    {
      right: "student-status.approve",
      rows: ({ staff: member }) => proposedChanges(member),
      one: "One change of a student's status waits for your approval.",
      many: "changes of students' status wait for your approval.",
      deed: "See the changes",
      link: "/staff/student-status?state=Proposed",
    },
    {
      right: "student-status.change",
      rows: overdueReturns,
      one: "One student was expected back and is not.",
      many: "students were expected back and are not.",
      deed: "See who",
      link: "/staff/student-status?overdue=true",
    },
  ],
};
