import type { FastifyInstance } from "fastify";
import { type RawBuilder, type Selectable, sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { type Officer, requireWholeCollege } from "#console/scope/scope.server.ts";
import { requireAnother } from "#console/second-person/second-person.server.ts";
import { lockApplicant, type SignedIn } from "#identity/session/session.server.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import type { Ask } from "#kit/wire/handle.server.ts";
import { notFound, Refusal, refuse, stale } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { DB } from "#platform/database/tables.generated.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { requireVersion } from "#platform/write/version.server.ts";
import { write } from "#platform/write/write.server.ts";
import {
  type CorrectionSubject,
  type SubjectRecord,
  subjectNamed,
  type Values,
} from "./record-correction.ask.server.ts";
import { mailApproved, mailDeclined } from "./record-correction.mail.server.ts";

export type Correction = Selectable<DB["record_correction"]>;

type Subjects = readonly CorrectionSubject[];
type Deciding = Ask<Officer, `${string}/:id/${string}`, { reason: string }>;

/**
 * Approves what another has asked for, and makes it, all or nothing. Refuses one's own request and one's own file (403), what
 * was decided, and what stands there otherwise by now (409), and what the record does not take any more.
 */
export const approveCorrection = (app: FastifyInstance, subjects: Subjects, ask: Deciding) =>
  write(app, ask, async (work) => {
    const correction = await lockedCorrection(work.trx, ask);
    if (correction.askedby) requireAnother(ask.who, correction.askedby);
    const subject = subjectNamed(subjects, correction.noun);
    const found = await subject.find(work.trx, correction.record);
    if (!found) throw notFound();
    requireVersion(ask.request, found.version);
    if (!isAsAsked(found, correction))
      throw stale(
        "changed-since-proposed",
        "What stands there has changed since this was asked, so nothing was changed. Decline it, or have it asked anew",
      );
    const change = changeOf(correction);
    const [hindrance] = hindrancesOf(found, change);
    if (hindrance) throw refuse("correction-hindered", `${hindrance}. Decline it, or have it asked anew`);
    const stays = await subject.stays(work.trx, change);
    await decide(work, ask, correction, { state: "Approved", stays: JSON.stringify(stays) });
    await subject.make(work, change);
    await mailApproved(app, work.trx, { ...correction, title: found.title }, ask.body.reason);
    return { type: "success" as const, message: `Approved and corrected: ${correction.about}` };
  });

/** Declines what another has asked for: nothing is changed. As strict about who may as an approval. */
export const declineCorrection = (app: FastifyInstance, subjects: Subjects, ask: Deciding) =>
  write(app, ask, async (work) => {
    const correction = await lockedCorrection(work.trx, ask);
    if (correction.askedby) requireAnother(ask.who, correction.askedby);
    await decide(work, ask, correction, { state: "Declined" });
    const found = await subjectNamed(subjects, correction.noun).find(work.trx, correction.record);
    await mailDeclined(app, work.trx, { ...correction, title: found?.title ?? correction.code }, ask.body.reason);
    return { type: "success" as const, message: "Declined. What was submitted stays as it is" };
  });

/** A member of staff takes back what he or she asked for. */
export const withdrawCorrection = (app: FastifyInstance, ask: Deciding) =>
  write(app, ask, async (work) => {
    const correction = await lockedCorrection(work.trx, ask);
    if (correction.askedby !== ask.who.staff)
      throw new Refusal("only-proposer-withdraws", 403, "Only who asked for it takes it back. Decline it, if you may");
    await decide(work, ask, correction, { state: "Withdrawn" });
    return { type: "success" as const, message: "Withdrawn. What was submitted stays as it is" };
  });

/** The owner takes back what he or she asked for; what the office asked for, and another's, is 404. */
export const withdrawByOwner = (app: FastifyInstance, ask: Ask<SignedIn, `${string}/:id/${string}`>) =>
  write(app, ask, async (work) => {
    const { who, params } = ask;
    await lockApplicant(work.trx, who.applicant);
    const correction = await waiting(work.trx, params.id);
    if (correction?.applicant !== who.applicant || correction.askedby !== null) throw notFound();
    if (correction.state !== "Waiting") throw stale("already-decided", await already(work.trx, correction));
    await decide(work, { who: { staff: null }, body: { reason: null } }, correction, { state: "Withdrawn" });
    return { type: "success" as const, message: `${correction.about}: your request was withdrawn` };
  });

/** The applicant first, as every change of the record does, then the request; both until the end. */
async function lockedCorrection(trx: Trx, { who, params }: Deciding): Promise<Correction> {
  requireWholeCollege(who);
  const named = isId(params.id)
    ? await trx.selectFrom("record_correction").select("applicant").where("_id", "=", params.id).executeTakeFirst()
    : undefined;
  if (!named) throw notFound();
  await refuseOwnFiles(trx, who, [named.applicant]);
  await lockApplicant(trx, named.applicant);
  const correction = await waiting(trx, params.id);
  if (!correction) throw notFound();
  if (correction.state !== "Waiting") throw stale("already-decided", await already(trx, correction));
  return correction;
}

const waiting = async (trx: Trx, id: string): Promise<Correction | undefined> =>
  isId(id)
    ? trx.selectFrom("record_correction").selectAll().where("_id", "=", id).forUpdate().executeTakeFirst()
    : undefined;

async function already(db: Database, { state, decidedby, decidedAt }: Correction): Promise<string> {
  const names = await namesOfStaff(db, decidedby ? [decidedby] : []);
  const by = names.get(decidedby ?? "");
  const when = decidedAt ? ` on ${asMinute(decidedAt)}` : "";
  return `This correction is ${state} already${by ? `, by ${by}` : ""}${when}, so nothing was changed`;
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

interface Decided {
  readonly state: "Approved" | "Declined" | "Withdrawn";
  readonly stays?: string;
}

async function decide(
  { trx, note }: Work,
  { who, body }: { who: { staff: string | null }; body: { reason: string | null } },
  { _id, noun, record, about, oldvalue, newvalue }: Correction,
  decided: Decided,
): Promise<void> {
  const { state } = decided;
  await trx
    .updateTable("record_correction")
    .set({ ...decided, decidedby: who.staff, decidedAt: sql<string>`now()`, decision: body.reason })
    .where("_id", "=", _id)
    .execute();
  const deed = `record_correction.${{ Approved: "approve", Declined: "decline", Withdrawn: "withdraw" }[state]}`;
  const said = body.reason === null ? {} : { reason: body.reason };
  note({
    deed,
    subject: `record_correction:${_id}`,
    before: { state: "Waiting" },
    after: { state },
    ...said,
  });
  note({ deed, subject: `${noun}:${record}`, before: { [about]: oldvalue }, after: { [about]: newvalue }, ...said });
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

/** Every correction that was made, for the checks of the records that they are about. */
export const madeCorrections = (): RawBuilder<unknown> =>
  sql`(select noun, record, applicant, kind, item, after, "decidedAt" as at from portal.record_correction
    where state in ('Approved', 'Changed'))`;
