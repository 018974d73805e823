import type { FastifyInstance } from "fastify";
import { type RawBuilder, type Selectable, sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import {
  decidedAlready,
  handlePlainStep,
  handleStep,
  handleWrittenStep,
  type Proposal,
  type ProposalKind,
} from "#access/proposal/proposal.server.ts";
import { lockApplicant, type SignedIn } from "#identity/session/session.server.ts";
import type { Ask } from "#kit/wire/handle.server.ts";
import { notFound, refuse, stale } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { DB } from "#platform/database/tables.generated.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { requireVersion } from "#platform/write/version.server.ts";
import { write } from "#platform/write/write.server.ts";
import { type CorrectionSubject, type SubjectRecord, subjectNamed } from "./record-correction.ask.server.ts";
import type { CorrectionState } from "./record-correction.contract.ts";
import {
  approveRecordCorrection,
  declineRecordCorrection,
  withdrawRecordCorrection,
} from "./record-correction.desk.contract.ts";
import { mailApproved, mailDeclined } from "./record-correction.mail.server.ts";
import type { Values } from "./record-correction.rules.ts";

export type Correction = Selectable<DB["record_correction"]>;

type LockedCorrection = Correction & Proposal & { readonly state: CorrectionState };

/** A correction of what was handed in, that its owner or the office asks for. Nobody decides about their own file. */
export const correctionProposal: ProposalKind<LockedCorrection> = {
  noun: "record_correction",
  approval: "record-corrections.approve",
  lock: lockCorrection,
  mayGo: (from) => from === "Waiting",
  keep: keepDecision,
  whyLate: (trx, correction) => decidedAlready(trx, "This correction", correction),
  async refuseOwn({ trx }, who, { applicant }) {
    await refuseOwnFiles(trx, who, [applicant]);
    return "";
  },
  notYours: "Only who asked for it takes it back. Decline it, if you may",
};

/** Approving makes the correction, all or nothing; whoever it is about is told, with the reason. */
export function decideCorrectionCalls(app: FastifyInstance, subjects: readonly CorrectionSubject[]): void {
  handleWrittenStep(app, correctionProposal, approveRecordCorrection, {
    right: "record-corrections.approve",
    to: "Approved",
    by: "another",
    deed: "approve",
    async change(work, correction, { who, body, request }) {
      const subject = subjectNamed(subjects, correction.noun);
      await subject.lock?.(work.trx, correction.record);
      const found = await subject.find(work.trx, correction.record);
      if (!found) throw notFound();
      requireVersion(request, found.version);
      const change = requireMakeable(found, correction);
      await requireSeen(subject, work.trx, change, body.follows);
      const stays = await subject.stays(work.trx, change);
      const by = { staff: who.staff, reason: body.reason, stays: JSON.stringify(stays) };
      await keepDecision(work, correction, "Approved", by);
      await subject.make(work, { ...change, decidedby: who.staff });
      await mailApproved(app, work.trx, { ...correction, called: subject.called, title: found.title }, body.reason);
      return { message: `Approved and corrected: ${correction.about}` };
    },
  });

  handleStep(app, correctionProposal, declineRecordCorrection, {
    right: "record-corrections.approve",
    to: "Declined",
    by: "another",
    deed: "decline",
    async change(work, correction, { body }) {
      const subject = subjectNamed(subjects, correction.noun);
      const found = await subject.find(work.trx, correction.record);
      const { called } = subject;
      await mailDeclined(app, work.trx, { ...correction, called, title: found?.title ?? correction.code }, body.reason);
      return { message: "Declined. What was submitted stays as it is" };
    },
  });

  handlePlainStep(app, correctionProposal, withdrawRecordCorrection, {
    right: "record-corrections.change",
    to: "Withdrawn",
    by: "proposer",
    deed: "withdraw",
    says: () => "Withdrawn. What was submitted stays as it is",
  });
}

/** The change, if the record still stands as it did when it was asked for, and takes it. 409, or a refusal that says why. */
function requireMakeable(found: SubjectRecord, correction: Correction) {
  if (found.applicant !== correction.applicant)
    throw stale(
      "changed-since-proposed",
      "Another account signs in for this record than when this was asked, so nothing was changed. Decline it, or have it asked anew",
    );
  if (!isAsAsked(found, correction))
    throw stale(
      "changed-since-proposed",
      "What stands there has changed since this was asked, so nothing was changed. Decline it, or have it asked anew",
    );
  const change = changeOf(correction);
  const [hindrance] = hindrancesOf(found, change);
  if (hindrance) throw refuse("correction-hindered", `${hindrance}. Decline it, or have it asked anew`);
  return change;
}

/** What else changes with it is what was on the screen of whoever decides. 409. */
async function requireSeen(
  subject: CorrectionSubject,
  trx: Trx,
  change: ReturnType<typeof changeOf>,
  seen: readonly string[],
): Promise<void> {
  const follows = (await subject.follows?.(trx, change)) ?? [];
  if (follows.join("\n") !== seen.join("\n"))
    throw stale("version-stale", "What follows from it has changed since you looked. Look at it again, then decide");
}

/** The owner takes back what he or she asked for; what the office asked for, and another's, is 404. */
export const withdrawByOwner = (app: FastifyInstance, ask: Ask<SignedIn, `${string}/:id/${string}`>) =>
  write(app, ask, async (work) => {
    const { who, params } = ask;
    const correction = isId(params.id) ? await lockCorrection(work.trx, params.id) : undefined;
    if (correction?.applicant !== who.applicant || correction.askedby !== null) throw notFound();
    if (correction.state !== "Waiting") throw await decidedAlready(work.trx, "This correction", correction);
    work.note({
      deed: "record_correction.withdraw",
      subject: `record_correction:${correction._id}`,
      before: { state: "Waiting" },
      after: { state: "Withdrawn" },
    });
    await keepDecision(work, correction, "Withdrawn", { staff: null, reason: null });
    return { type: "success" as const, message: `${correction.about}: your request was withdrawn` };
  });

/** The applicant, if there is one, first, as every change of the record does, then the request; both until the end. */
async function lockCorrection(trx: Trx, id: string): Promise<LockedCorrection | undefined> {
  const named = await trx.selectFrom("record_correction").select("applicant").where("_id", "=", id).executeTakeFirst();
  if (!named) return undefined;
  if (named.applicant !== null) await lockApplicant(trx, named.applicant);
  const correction = await trx
    .selectFrom("record_correction")
    .selectAll()
    .where("_id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { ...correction, state: correction.state as CorrectionState, proposedby: correction.askedby };
}

/** Whether what is to be corrected stands as it stood when it was asked. */
export function isAsAsked({ things }: SubjectRecord, { kind, item, before }: Correction): boolean {
  const thing = things.find((one) => one.kind === kind && one.item === item);
  return (
    thing !== undefined &&
    Object.entries(before as Values).every(
      ([name, value]) => (thing.fields.find((field) => field.name === name)?.value ?? "") === (value ?? ""),
    )
  );
}

/** What came between since it was asked: another correction, or another rule. */
function hindrancesOf({ things }: SubjectRecord, { kind, item, after }: ReturnType<typeof changeOf>): string[] {
  const thing = things.find((one) => one.kind === kind && one.item === item);
  return Object.values(thing?.hindrances(after) ?? {});
}

export const changeOf = ({ _id, record, applicant, kind, item, before, after }: Correction) => ({
  _id,
  record,
  applicant,
  kind,
  item,
  before: before as Values,
  after: after as Values,
});

interface DecidedBy {
  /** null for the owner. */
  readonly staff: string | null;
  readonly reason: string | null;
  readonly stays?: string;
}

const decisionDeeds: Partial<Record<CorrectionState, string>> = {
  Approved: "approve",
  Declined: "decline",
  Withdrawn: "withdraw",
};

async function keepDecision(
  { trx, note }: Work,
  { _id, noun, record, about, oldvalue, newvalue }: Correction,
  state: CorrectionState,
  { staff, reason, ...stays }: DecidedBy,
): Promise<void> {
  await trx
    .updateTable("record_correction")
    .set({ state, ...stays, decidedby: staff, decidedAt: sql<string>`now()`, decision: reason })
    .where("_id", "=", _id)
    .execute();
  note({
    deed: `record_correction.${decisionDeeds[state]}`,
    subject: `${noun}:${record}`,
    before: { [about]: oldvalue },
    after: { [about]: newvalue },
    ...(reason !== null && { reason }),
  });
}

export const impossibleRecordCorrections: readonly Impossible[] = [
  {
    name: "record-corrected-by-one",
    sentence: "What was handed in is corrected by another than who asked, or by its owner where it decides nothing",
    rows: sql`select 'record_correction:' || _id as subject from portal.record_correction
      where state in ('Approved', 'Declined') and (decidedby is null or decidedby is not distinct from askedby)
        or state = 'Changed' and askedby is not null`,
  },
];

/** What an applicant asked about records of one kind, newest first. */
export async function ownCorrectionsOf(db: Database, owner: string, noun: string) {
  const { rows } = await sql<{
    _id: string;
    about: string;
    newvalue: string;
    state: CorrectionState;
    decision: string | null;
  }>`
    select _id, about, newvalue, state, decision from portal.record_correction
    where applicant = ${owner} and noun = ${noun} order by "createdAt" desc, _id desc`.execute(db);
  return rows;
}

/** What waits for a decision about records of one kind, as a part of a larger query: rows of `record, about, oldvalue, newvalue`. */
export const waitingAbout = (noun: string): RawBuilder<unknown> =>
  sql`(select record, kind, about, oldvalue, newvalue from portal.record_correction where noun = ${noun} and state = 'Waiting')`;

/** Whether something was asked or decided about records of one kind since. */
export async function askedSince(db: Database, noun: string, at: string): Promise<boolean> {
  const { rows } = await sql`select from portal.record_correction
    where noun = ${noun} and ("createdAt" > ${at} or "decidedAt" > ${at}) limit 1`.execute(db);
  return rows.length > 0;
}

/** Every correction that was made, for the checks of the records that they are about. */
export const madeCorrections = (): RawBuilder<unknown> =>
  sql`(select noun, record, applicant, kind, item, after, "decidedAt" as at from portal.record_correction
    where state in ('Approved', 'Changed'))`;

/**
 * What was corrected of what was submitted, and what was asked. Not what stayed: it names lists and advice, of which nothing
 * is known outside before a release. Contract 3.11.
 */
export const ownRecordCorrections: OwnRows = {
  name: "corrections",
  tables: ["record_correction"],
  rows: (owner) => sql`select to_jsonb(c) - 'askedby' - 'decidedby' - 'search' - 'stays'
      || jsonb_build_object('askedbyoffice', askedby is not null) as row
    from portal.record_correction c where applicant = ${owner} order by "createdAt"`,
};
