import { sql } from "kysely";
import { lockApplications } from "#applications/application/application.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { cancelAcceptances } from "#payments/payment-reference/payment-reference.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { portalItself, type Trx, type Work } from "#platform/write/perform.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import { lockReviews, moveReviews, noteRecalledReviews } from "#selection/review/review.server.ts";
import { type OfferOfMail, offerToMail, recallMail } from "../offer.mail.server.ts";
import type { OfferKind } from "../offer.rules.ts";
import { lockRelease, recountLines, stepRelease } from "../release/release.lock.server.ts";
import { refusalRecallMail } from "../release-line/release-line.mail.server.ts";

interface TakingBack {
  readonly recall: string;
  readonly reason: string;
  /** What the applicants read. */
  readonly words: string;
}

/**
 * Takes unaccepted offers back: each is kept as it stood and is no offer any more, the application's status is 0 again, an
 * open reference is cancelled, and its applicant gets a mail. Those whose place is accepted stay. Answers the ones taken.
 */
export async function takeBack(
  work: Work,
  config: Config,
  applications: readonly string[],
  { recall, reason, words }: TakingBack,
): Promise<string[]> {
  const { trx, note } = work;
  const { rows } = await sql<OfferOfMail>`select application, kind, due, terms from portal.offer
    where application = any(${[...applications]}::uuid[]) and not accepted order by application for update`.execute(
    trx,
  );
  const taken = rows.map(({ application }) => application);
  for (const application of taken)
    await sql`insert into portal.offer_recall (_id, recall, application, applicant, programme, session, kind, condition, terms,
        due, "releasedAt", "lapsedAt", code, name, jamb, reminders, release, letter, words)
      select ${newId()}, ${recall}::uuid, application, applicant, programme, session, kind, condition, terms, due, "releasedAt",
        "lapsedAt", code, name, jamb, reminders, release, letter, ${words} from portal.offer where application = ${application}`.execute(
      trx,
    );
  await sql`delete from portal.offer where application = any(${taken}::uuid[])`.execute(trx);
  await noteRecalledReviews(work, taken, reason);
  await cancelAcceptances(work, taken);
  for (const offer of rows) {
    await writeMail(trx, recallMail(config, await offerToMail(trx, offer), words));
    const before = { kind: offer.kind, due: offer.due };
    note({ deed: "offer.recall", subject: `application:${offer.application}`, before, after: { recall }, reason });
  }
  return taken;
}

/** An offer that somebody wants to take back, locked; undefined where there is none. */
interface Recallable {
  readonly applicant: string;
  readonly programme: string;
  /** "2026/NCE/7GWR-4XQM Bello Aisha". */
  readonly about: string;
  readonly accepted: boolean;
  readonly releasedAt: string;
}

export async function lockRecallable(trx: Trx, application: string): Promise<Recallable | undefined> {
  const { rows } =
    await sql<Recallable>`select applicant, programme, code || ' ' || name as about, accepted, "releasedAt"
    from portal.offer where application = ${application} for update`.execute(trx);
  return rows[0];
}

/** The next offers of a list that are not accepted, so many at most. */
export async function unacceptedOf(trx: Trx, release: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ application: string }>`select application from portal.offer
    where release = ${release} and not accepted order by application limit ${most}`.execute(trx);
  return rows.map(({ application }) => application);
}

export interface RecalledOffer {
  readonly application: string;
  readonly kind: OfferKind;
  readonly words: string;
  readonly releasedAt: string;
  readonly recalledAt: string;
}

/** The last recalled offer of each of an applicant's applications that has one. */
export const recalledOf = (db: Database | Trx, owner: string): Promise<ReadonlyMap<string, RecalledOffer>> =>
  recalledOffers(db, sql`applicant = ${owner}`);

/** The last recalled offer of one application, whoever applied. */
export const lastRecalled = async (db: Database | Trx, application: string): Promise<RecalledOffer | undefined> =>
  (await recalledOffers(db, sql`application = ${application}`)).get(application);

/** The applications whose offer was taken back and that have no other: letters of theirs are out. */
export async function withoutOfferSince(db: Database): Promise<string[]> {
  const { rows } = await sql<{ application: string }>`select distinct application from portal.offer_recall r
    where not exists (select from portal.offer o where o.application = r.application)`.execute(db);
  return rows.map(({ application }) => application);
}

async function recalledOffers(
  db: Database | Trx,
  where: ReturnType<typeof sql>,
): Promise<ReadonlyMap<string, RecalledOffer>> {
  const { rows } =
    await sql<RecalledOffer>`select distinct on (application) application, kind, words, "releasedAt", "recalledAt"
    from portal.offer_recall where ${where} order by application, "recalledAt" desc`.execute(db);
  return new Map(rows.map((one) => [one.application, one]));
}

/** Marks the lines of offers that were taken back, and counts their lists anew. */
export async function linesRecalled(trx: Trx, applications: readonly string[]): Promise<void> {
  const { rows } = await sql<{ release: string }>`update portal.release_line set standing = 'Recalled'
    where application = any(${[...applications]}::uuid[]) and standing = 'Out' and kind is not null returning release`.execute(
    trx,
  );
  for (const release of new Set(rows.map((row) => row.release))) await recountLines(trx, release);
}

interface RecallOfList {
  readonly release: string;
  readonly reason: string;
  readonly words: string;
  readonly proposedby: string;
}

/**
 * Takes back the next refusals of a list: the desk decides again, and whoever reads the refusal still is told. Who has an
 * offer since, or a later refusal, reads that and no more. Answers how many.
 */
export async function refusalsTakenBack(
  work: Work,
  config: Config,
  { release, reason, words, proposedby }: RecallOfList,
  most: number,
): Promise<number> {
  const { trx } = work;
  const { rows } = await sql<Refusal>`select _id, application, exists (select from portal.release_line other
        where other.application = line.application and other.kind is null and other.standing = 'Out'
          and other."outAt" > line."outAt") as over
    from portal.release_line line
    where release = ${release} and kind is null and standing = 'Out' order by application limit ${most}`.execute(trx);
  const applications = await lockApplications(
    trx,
    rows.flatMap(({ application, over }) => (over ? [] : [application])),
  );
  const still = (await lockReviews(trx, [...applications.keys()])).filter(({ state }) => state === "Refused");
  const who = { actor: portalItself.actor, staff: proposedby, session: "", scope: "all" } as const;
  if (still.length > 0)
    await moveReviews(work, {
      who,
      ids: still.map(({ _id }) => _id),
      to: "Checking",
      reason,
      deed: "review.refusal-recalled",
    });
  await sql`update portal.release_line set standing = 'Recalled' where _id = any(${rows.map(({ _id }) => _id)}::uuid[])`.execute(
    trx,
  );
  for (const { code, status, snapshot } of applications.values()) {
    if (status !== 0) continue;
    const { bio, programme, session } = snapshot;
    await writeMail(
      trx,
      refusalRecallMail(config, { bio, code, programme: programmeTitle(programme), session: session.name, words }),
    );
  }
  await recountLines(trx, release);
  return rows.length;
}

interface Refusal {
  readonly _id: string;
  readonly application: string;
  /** Whether the applicant was refused once more since. */
  readonly over: boolean;
}

export async function endRecalled(work: Work, id: string, reason: string): Promise<void> {
  const release = await lockRelease(work.trx, id);
  if (release?.state === "Released") await stepRelease(work, release, "Recalled", { deed: "release.recall", reason });
}
