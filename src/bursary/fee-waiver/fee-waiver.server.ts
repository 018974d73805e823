import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { staff } from "#access/permission/permission.server.ts";
import {
  decidedAlready,
  handleProposal,
  handleStep,
  handleWrittenStep,
  type ProposalKind,
} from "#access/proposal/proposal.server.ts";
import { approversBeside, namesOfStaff } from "#access/staff/staff.server.ts";
import { sessionsById, usualAdmittingSession } from "#calendar/session/session.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { requireWholeCollege, wholeCollege } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { addCover, type Cover, type CoverableFee } from "#payments/payment-reference/payment-reference.server.ts";
import type { Limit } from "#platform/limits/limits.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { receiveFile, takeFilesOnly } from "#profile/upload/upload.server.ts";
import {
  approveWaiver,
  checkWaiver,
  declineWaiver,
  feeWaivers,
  proposeWaiver,
  readWaiver,
  readWaiverTerms,
  revokeWaiver,
  sendWaiverEvidence,
  withdrawWaiver,
} from "./fee-waiver.contract.ts";
import { impossibleWaivers, ownWaivers } from "./fee-waiver.impossible.server.ts";
import { feeWaiverTemplates, mailRevoked, mailWaived } from "./fee-waiver.mail.server.ts";
import { freePlacesLeft, keepWaiver, planWaiver } from "./fee-waiver.plan.server.ts";
import { waiverFile } from "./fee-waiver.read.server.ts";
import { type WaivedFee, type WaiverKind, type WaiverState, waivedFees, waiverInWords } from "./fee-waiver.rules.ts";

export { type KeptPlace, waiveDeferred } from "./fee-waiver.deferred.server.ts";
export { coverListed, endCovers, everyCover, waivedAmong } from "./fee-waiver.listed.server.ts";
export { mailRevoked } from "./fee-waiver.mail.server.ts";
export { accountsTyped } from "./fee-waiver.plan.server.ts";
export { waivedBetween } from "./fee-waiver.read.server.ts";

export const feeWaiverRules: RecordRules<typeof feeWaivers> = {
  of: feeWaivers,
  table: "fee_waiver",
  within: wholeCollege,
};

interface LockedWaiver {
  readonly _id: string;
  readonly kind: WaiverKind;
  readonly sponsor: string | null;
  readonly purpose: WaivedFee;
  readonly session: string;
  readonly count: number;
  readonly state: WaiverState;
  readonly proposedby: string;
  readonly decidedby: string | null;
  readonly decidedAt: string | null;
}

const steps: Readonly<Partial<Record<WaiverState, readonly WaiverState[]>>> = {
  Proposed: ["Approved", "Declined", "Withdrawn"],
  Approved: ["Revoked"],
};

/** Nobody decides about a list on which one stands oneself; about what money has paid nobody does. */
const waiverProposal: ProposalKind<LockedWaiver> = {
  noun: "fee_waiver",
  approval: "fee-waivers.approve",
  async lock(trx, id) {
    const { rows } = await sql<LockedWaiver>`
      select _id, kind, sponsor, purpose, session, count, state, proposedby, decidedby, "decidedAt"
      from portal.fee_waiver where _id = ${id} and kind <> 'Paid in a list' for update`.execute(trx);
    return rows[0];
  },
  mayGo: (from, to) => steps[from as WaiverState]?.includes(to as WaiverState) ?? false,
  keep: ({ trx }, { _id }, state, { staff: by, reason }) =>
    trx
      .updateTable("fee_waiver")
      .set(
        state === "Revoked"
          ? { state, revokedby: by, revokedAt: sql`now()`, revokedwhy: reason, version: sql`version + 1` }
          : { state, decidedby: by, decidedAt: sql`now()`, decision: reason, version: sql`version + 1` },
      )
      .where("_id", "=", _id)
      .execute(),
  whyLate: (trx, waiver) => decidedAlready(trx, "This waiver", waiver),
  async refuseOwn({ trx }, who, { _id }) {
    const lines = await trx.selectFrom("fee_waiver_line").select("applicant").where("waiver", "=", _id).execute();
    await refuseOwnFiles(
      trx,
      who,
      lines.map(({ applicant }) => applicant),
    );
    return "";
  },
  notYours: "Only who proposed it withdraws it. Decline it, if you may",
};

const hourly: Limit = {
  name: "waiver-evidence",
  points: 60,
  seconds: 3600,
  sentence: "You have sent many files in the last hour. Please wait a while before you send another",
};

/** Ends the lines that nobody has used; answers whose they were. A use that is just made is waited for. */
async function endUnused(trx: Trx, waiver: string): Promise<string[]> {
  const { rows } = await sql<{ applicant: string }>`
    with unused as (select _id from portal.fee_waiver_line where waiver = ${waiver} and "usedAt" is null and not ended
      order by _id for update)
    update portal.fee_waiver_line l set ended = true from unused where l._id = unused._id returning l.applicant`.execute(
    trx,
  );
  return rows.map(({ applicant }) => applicant);
}

/** What covers a fee, used up: one conditional update, so of any number of wishes one has it. */
async function useWaiver({ trx, note }: Work, wanted: CoverableFee): Promise<Cover | null> {
  const { applicant, purpose, programme, session, amount_kobo } = wanted;
  if (applicant === null || !(purpose in waivedFees)) return null;
  const { rows } = await sql<Pick<LockedWaiver, "kind" | "sponsor" | "decidedby"> & { line: string; number: string }>`
    update portal.fee_waiver_line l set "usedAt" = now(), waived_kobo = ${amount_kobo}
    from portal.fee_waiver w
    where w._id = l.waiver and w.state = 'Approved' and l.applicant = ${applicant} and l.purpose = ${purpose}
      and l.session = ${session} and coalesce(l.programme, ${programme}::uuid) is not distinct from ${programme}::uuid and l."usedAt" is null and not l.ended
    returning l._id as line, l.number, w.kind, w.sponsor, w.decidedby`.execute(trx);
  const [used] = rows;
  if (!used) return null;
  const by = (await namesOfStaff(trx, used.decidedby ? [used.decidedby] : [])).get(used.decidedby ?? "");
  const fee = `${waivedFees[purpose as WaivedFee]} of ${asNaira(naira(amount_kobo))}`;
  note({
    deed: "fee_waiver.use",
    subject: `fee_waiver_line:${used.line}`,
    after: { applicant, waived_kobo: amount_kobo },
  });
  return { waiver: used.line, number: used.number, says: { fee, how: waiverInWords(used), by: by ?? null } };
}

export function feeWaiverCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const right = "fee-waivers.change";
  addCover(app, useWaiver);

  app.register(async (scope) => {
    takeFilesOnly(scope);
    handle(scope, sendWaiverEvidence, staff(right), async (ask) => {
      await app.portal.limits.take(hourly, ask.who.staff);
      return receiveFile(app, ask, ask.who.staff);
    });
  });

  handle(app, readWaiverTerms, staff(right), async ({ who }) => {
    requireWholeCollege(who);
    const approvers = await approversBeside(db, "fee-waivers.approve", who.staff);
    const { session } = await usualAdmittingSession(db);
    if (!session) return { session: null, free: { application: 0, acceptance: 0 }, approvers };
    const left = (purpose: WaivedFee) => freePlacesLeft(db, purpose, session);
    return {
      session: (await sessionsById(db, [session])).get(session)?.name ?? null,
      free: { application: await left("application"), acceptance: await left("acceptance") },
      approvers,
    };
  });

  handle(app, checkWaiver, staff(right), async ({ who, body }) => {
    requireWholeCollege(who);
    const { named, leftOut } = await planWaiver(db, body);
    const message = `${waivedFees[body.purpose]}: ${asCount(named.length, "applicant")} would not pay`;
    return { type: "success" as const, message, named: [...named], leftOut: [...leftOut] };
  });

  handle(app, readWaiver, staff("fee-waivers"), ({ who, params }) => {
    requireWholeCollege(who);
    return waiverFile(app, who, params.id);
  });

  handleProposal(app, waiverProposal, proposeWaiver, { right, propose: keepWaiver });
  decideCalls(app);
}

function decideCalls(app: FastifyInstance): void {
  handleStep(app, waiverProposal, approveWaiver, {
    right: "fee-waivers.approve",
    to: "Approved",
    by: "another",
    deed: "approve",
    async change({ trx }, waiver) {
      const lines = await trx
        .selectFrom("fee_waiver_line")
        .select("applicant")
        .where("waiver", "=", waiver._id)
        .execute();
      await mailWaived(
        app,
        trx,
        lines.map(({ applicant }) => applicant),
        waiver,
      );
      return { message: `Approved: ${asCount(waiver.count, "applicant")} need not pay, and each gets a mail` };
    },
  });

  handleStep(app, waiverProposal, declineWaiver, {
    right: "fee-waivers.approve",
    to: "Declined",
    by: "another",
    deed: "decline",
    async change({ trx }, { _id }) {
      await endUnused(trx, _id);
      return { message: "Declined. Nothing is waived" };
    },
  });

  handleStep(app, waiverProposal, withdrawWaiver, {
    right: "fee-waivers.change",
    to: "Withdrawn",
    by: "proposer",
    deed: "withdraw",
    async change({ trx }, { _id }) {
      await endUnused(trx, _id);
      return { message: "Withdrawn. Nothing is waived" };
    },
  });

  handleWrittenStep(app, waiverProposal, revokeWaiver, {
    right: "fee-waivers.approve",
    to: "Revoked",
    by: "anybody",
    deed: "revoke",
    async change(work, waiver, { who, body }) {
      // First the lines: they can not be used any more once the waiver is revoked, and a use that was faster stays.
      const ended = await endUnused(work.trx, waiver._id);
      await waiverProposal.keep(work, waiver, "Revoked", { staff: who.staff, reason: body.reason });
      await mailRevoked(app, work.trx, ended, waiver);
      const used = waiver.count - ended.length;
      const stays = used === 0 ? "Nobody had used it" : `${asCount(used, "applicant")} had used it before, which stays`;
      return { message: `Revoked. ${stays}`, after: { ended: ended.length, used } };
    },
  });
}

const proposedWaivers = (member: string): RawBuilder<unknown> =>
  sql`select from portal.fee_waiver where state = 'Proposed' and proposedby <> ${member}`;

export const feeWaiverNoun: Noun = {
  name: "fee-waiver",
  templates: feeWaiverTemplates,
  calls: feeWaiverCalls,
  listings: [feeWaiverRules],
  ownRows: [ownWaivers],
  impossible: impossibleWaivers,
  waiting: [
    {
      right: "fee-waivers.approve",
      rows: ({ staff: member }) => proposedWaivers(member),
      one: "One waiver of a fee waits for your approval.",
      many: "waivers of fees wait for your approval.",
      deed: "See the waivers",
      link: "/staff/fee-waivers?state=Proposed",
    },
  ],
};
