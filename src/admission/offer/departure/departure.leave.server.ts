import { sql } from "kysely";
import { lockApplications, ownApplication } from "#applications/application/application.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { linesIn } from "#college/setting/setting.lines.rules.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import { cancelGivenUp } from "#payments/payment-reference/payment-reference.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import { isDecisionLate } from "#selection/promised-day/promised-day.server.ts";
import { mayBeWithdrawn } from "#selection/review/review.rules.ts";
import { filedAs, lockReviews } from "#selection/review/review.server.ts";
import { metConditions } from "../condition/condition.met.server.ts";
import { offerToMail } from "../offer.mail.server.ts";
import { type OfferTerms, todayInLagos } from "../offer.read.server.ts";
import { recountLines } from "../release/release.lock.server.ts";
import { departureMail } from "./departure.mail.server.ts";
import { refuseGivenUp } from "./departure.read.server.ts";
import { type DepartureKind, OTHER_REASON } from "./departure.rules.ts";

/** Why an applicant leaves, as the form has it. */
export interface LeavingReason {
  readonly reason: string;
  readonly words?: string | undefined;
}

/** The college's reasons as they are now, with the one that asks for words at the end. */
export async function leavingReasons(db: Database | Trx): Promise<string[]> {
  const own = linesIn(await readSetting(db, "leavingReasons")).filter((one) => one !== OTHER_REASON);
  return [...own, OTHER_REASON];
}

/** Refuses a reason that is not on the list, and another one without words. */
export async function requireReason(trx: Trx, { reason, words }: LeavingReason): Promise<void> {
  if (!(await leavingReasons(trx)).includes(reason))
    throw refuseFields("choice-not-found", { reason: "Reason: choose one of the list" });
  if (reason === OTHER_REASON && !words)
    throw refuseFields("field-required", { words: "In your own words: write what the reason is" });
}

/**
 * Withdraws an application before the college has decided: no merit list and no list of releases takes it any more. What was
 * paid stays used. Refuses once there is an offer or a refusal, and what is given up already. 404 for another's.
 */
export async function withdrawOwn(work: Work, config: Config, owner: string, id: string, given: LeavingReason) {
  const { trx } = work;
  const { _id } = await ownApplication(trx, owner, id);
  // Whoever makes an offer of it waits here, or has made it.
  const application = (await lockApplications(trx, [_id])).get(_id);
  if (!application) throw new Error("An application is not there any more");
  await refuseGivenUp(trx, _id);
  if (application.status !== 0)
    throw refuse(
      "offer-made-already",
      "The college has made you an offer for this application. Decline the offer instead",
    );
  await requireReason(trx, given);
  const [review] = await lockReviews(trx, [_id]);
  if (!review || !mayBeWithdrawn(review.state))
    throw refuse(
      "decided-already",
      "The college has decided about this application already, so there is nothing to withdraw",
    );
  await keepDeparture(work, "Withdrawn", _id, given);
  await takeOffLists(trx, _id, `${application.code} was withdrawn by its applicant`);
  const { bio, programme, session } = application.snapshot;
  const told = { bio, code: application.code, programme: programmeTitle(programme), session: session.name };
  await writeMail(trx, departureMail(config, "Withdrawn", { ...told, reason: inWords(given) }));
}

/** A list that is still a draft loses it; one that is on its way holds it back, and says why. */
async function takeOffLists(trx: Trx, application: string, why: string): Promise<void> {
  const { rows } = await sql<{ release: string }>`
    with waiting as (select line._id, line.release, list.state from portal.release_line line
        join portal.release list on list._id = line.release
        where line.application = ${application} and line.standing = 'Waiting'),
      dropped as (delete from portal.release_line where _id in (select _id from waiting where state = 'Draft')),
      held as (update portal.release_line set standing = 'Held back', held = ${why}
        where _id in (select _id from waiting where state in ('Proposed', 'Approved', 'Releasing')))
    select release from waiting`.execute(trx);
  for (const { release } of rows) await recountLines(trx, release);
}

interface OwnOffer {
  readonly application: string;
  readonly kind: number;
  readonly due: string;
  readonly terms: OfferTerms;
  readonly accepted: boolean;
}

/**
 * Gives an own offer up that is not accepted: its seat is free in this transaction, an open reference is cancelled, and
 * whatever is paid all the same is credit that the money desk sees. Refuses an accepted one. A payment that is settled in this
 * moment either accepts the place first, or finds no offer. 404 for another's.
 */
export async function giveOfferUp(
  work: Work,
  config: Config,
  {
    owner,
    id,
    kind,
  }: { readonly owner: string; readonly id: string; readonly kind: Exclude<DepartureKind, "Withdrawn"> },
  given: LeavingReason,
): Promise<void> {
  const { trx } = work;
  const { _id } = await ownApplication(trx, owner, id);
  const { rows } = await sql<OwnOffer>`select application, kind, due, terms, accepted from portal.offer
    where application = ${_id} for update`.execute(trx);
  const [offer] = rows;
  if (!offer) {
    await refuseGivenUp(trx, _id);
    throw refuse("no-offer", "There is no offer of this application to give up");
  }
  if (offer.accepted)
    throw refuse(
      "offer-accepted-already",
      kind === "Declined"
        ? "Your acceptance fee is paid, so the place is accepted and can not be declined. Nothing was changed. If you do not want to come, ask the admissions office"
        : "Your acceptance fee is paid, so the place is accepted. Nothing was changed. To begin later, ask the registry to defer your studies",
    );
  if (kind === "Deferred") await requireDeferrable(trx, offer);
  await requireReason(trx, given);
  const letter = await offerToMail(trx, offer);
  await keepDeparture(work, kind, _id, given);
  await sql`delete from portal.offer where application = ${_id}`.execute(trx);
  await cancelGivenUp(work, _id);
  await writeMail(trx, departureMail(config, kind, { ...letter, reason: inWords(given) }));
}

/** The applications whose offer was given up and that have no other: letters of theirs are out. */
export async function givenUpWithoutOffer(db: Database): Promise<string[]> {
  const { rows } = await sql<{ application: string }>`select distinct application from portal.departure d
    where offered is not null and not exists (select from portal.offer o where o.application = d.application)`.execute(
    db,
  );
  return rows.map(({ application }) => application);
}

/** Whether the college lets an offer be had a session later: until its last day in Lagos, where the setting says so. */
export async function isDeferrable(db: Database | Trx, due: string): Promise<boolean> {
  if ((await readSetting(db, "deferral")) !== "yes") return false;
  const { rows } = await sql`select where ${due}::date >= ${todayInLagos}`.execute(db);
  return rows.length > 0;
}

async function requireDeferrable(trx: Trx, { due }: OwnOffer): Promise<void> {
  if (!(await isDeferrable(trx, due)))
    throw refuse(
      "offer-not-deferrable",
      "This place can not be had a session later. Accept the offer by its last day, decline it, or ask the admissions office",
    );
}

const inWords = ({ reason, words }: LeavingReason): string => (reason === OTHER_REASON && words ? words : reason);

/** Keeps what is given up as it stood, and the file of the desk follows. */
async function keepDeparture(
  { trx, note }: Work,
  kind: DepartureKind,
  application: string,
  { reason, words = undefined }: LeavingReason,
): Promise<void> {
  const _id = newId();
  const late = await isDecisionLate(trx, application);
  await onConstraint(
    { departure_once: () => refuse("given-up-already", "This application is given up already. Nothing is left to do") },
    sql`insert into portal.departure (_id, kind, application, applicant, programme, session, code, name, jamb, reason, words,
        late, offered, condition, conditiondue, met, terms, due, "releasedAt", "lapsedAt", reminders, release, letter)
      select ${_id}, ${kind}, r._id, r.applicant, r.programme, r.session, r.code, r.name, r.jamb, ${reason}, ${words ?? null}, ${late},
        o.kind, o.condition, o.conditiondue, ${metConditions(sql.ref("r._id"))}, o.terms, o.due, o."releasedAt", o."lapsedAt", o.reminders, o.release, o.letter
      from (${filedAs(application)}) r left join portal.offer o on o.application = r._id`.execute(trx),
  );
  note({
    deed: `departure.${deeds[kind]}`,
    subject: `application:${application}`,
    after: { departure: _id, kind, reason, ...(words && { words }), ...(late && { late }) },
  });
}

const deeds: Readonly<Record<DepartureKind, string>> = {
  Withdrawn: "withdraw",
  Declined: "decline",
  Deferred: "defer",
};
