import { type RawBuilder, sql } from "kysely";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import { slicesOf } from "#kit/value/slices.rules.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { type Trx, tryAgain } from "#platform/write/perform.server.ts";
import { placesOf } from "#selection/merit-list/merit-list.server.ts";
import { isRecommended } from "#selection/recommendation/recommendation.server.ts";
import { mayReviewGo, type ReviewState, reviewStates } from "#selection/review/review.rules.ts";
import { lockReviews, reviewsOf } from "#selection/review/review.server.ts";
import { todayInLagos } from "../offer.read.server.ts";
import type { LockedRelease } from "../release/release.lock.server.ts";
import type { ReleaseKind } from "../release/release.rules.ts";
import { refusalsFor } from "./release-line.refusal.server.ts";

/**
 * Whether an application of `review` can not be offered a place before a dean answers, as a condition: a head recommends it,
 * and no dean has countersigned where the college asks for it. A seat that the board gave by hand in the list's run needs no
 * dean.
 */
export const awaitsDean = (run: string | null): RawBuilder<boolean> =>
  sql<boolean>`(review.state = 'Recommended' and not ${isRecommended(sql.ref("review._id"))} and not ${byHand(run)})`;

const byHand = (run: string | null): RawBuilder<boolean> =>
  run === null
    ? sql<boolean>`false`
    : sql<boolean>`exists (select from (${placesOf(run)}) given
        where given.application = review._id and given.byhand and given.outcome = 'Offer')`;

type Going = Pick<LockedRelease, "_id" | "kind" | "session" | "run">;

/** Of the offers of a list that are still to go out, all or `among` some applications, those that await the dean: codes by `_id`. */
export async function awaitingDean(
  trx: Trx,
  { _id, session, run }: Going,
  among?: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const asked = among ? sql`line.application = any(${[...among]}::uuid[])` : sql`true`;
  const { rows } = await sql<{ application: string; code: string }>`select line.application, review.code
    from portal.release_line line join (${reviewsOf(session)}) review on review._id = line.application
    where line.release = ${_id} and line.kind is not null and line.standing = 'Waiting' and ${asked}
      and ${awaitsDean(run)} order by review.code`.execute(trx);
  return new Map(rows.map(({ application, code }) => [application, code]));
}

const NAMED = 10;

const named = (codes: readonly string[]): string =>
  `${codes.slice(0, NAMED).join(", ")}${codes.length > NAMED ? ` and ${codes.length - NAMED} more` : ""}`;

/** Refuses a list of offers on which somebody awaits the dean, naming them. */
export async function requireDeans(trx: Trx, release: Going): Promise<void> {
  const codes = [...(await awaitingDean(trx, release)).values()];
  if (codes.length === 0) return;
  const [await_, them] = codes.length === 1 ? ["awaits", "it"] : ["await", "them"];
  throw refuse(
    "dean-has-not-answered",
    `${named(codes)} ${await_} the dean. Take ${them} off the list, or let the dean answer first`,
  );
}

/** Refuses a list on which a condition is to be met by a day that is over when it goes out, naming whose; `minute` null for now. */
export async function requireConditionDays(
  trx: Trx,
  { _id }: Pick<Going, "_id">,
  minute: string | null,
): Promise<void> {
  const { rows } = await sql<{ code: string }>`select code from portal.release_line
    where release = ${_id} and standing = 'Waiting'
      and conditiondue < greatest(${todayInLagos}, (${minute}::timestamptz at time zone 'Africa/Lagos')::date)
    order by code`.execute(trx);
  if (rows.length > 0)
    throw refuse(
      "condition-over",
      `${named(rows.map(({ code }) => code))}: the day to meet the condition is over before this list goes out. Set a later day in the draft, or hold back`,
    );
}

/** Where the desk's decision lets an application be put on a list of a kind. */
export const statesForKind = (kind: ReleaseKind): ReviewState[] =>
  reviewStates.filter((state) => mayReviewGo(state, kind === "Offers" ? "Offered" : "Refused"));

interface Filling {
  readonly _id: string;
  readonly kind: ReleaseKind;
  readonly session: string;
  /** The frozen merit list that it is made from. */
  readonly run: string | null;
}

/**
 * Puts applications on a list, in the order of programmes, then of the merit list or of names. `wanted` selects
 * `application, programme, rank, merit` of those to put there; without a programme it is the one that they stand in. What stands on another open list, or where it can not be decided, or
 * awaits the dean, is left out. Answers how many were put there. Their files are locked, so that of two lists made at once each person is on one.
 */
export async function fillRelease(trx: Trx, release: Filling, wanted: RawBuilder<unknown>): Promise<number> {
  const found = await lockedFitting(trx, release, wanted);
  const refusals =
    release.kind === "Refusals" ? await refusalsFor(trx, release.session, await linesToExplain(trx, found)) : null;
  const lines = found.map((line) => ({
    ...line,
    kind: refusals ? null : 1,
    reason: refusals?.get(line.application)?.reason ?? null,
    words: refusals?.get(line.application)?.words ?? null,
  }));
  for (const some of slicesOf(lines, AT_ONCE))
    await sql`insert into portal.release_line
        (_id, release, application, applicant, programme, code, name, jamb, place, kind, reason, words, merit)
      select gen_random_uuid(), ${release._id}, l.application, l.applicant, l.programme, l.code, l.name, l.jamb,
        l.place + coalesce((select max(place) from portal.release_line where release = ${release._id}), 0), l.kind, l.reason, l.words, l.merit
      from jsonb_to_recordset(${JSON.stringify(some.map((line, place) => ({ ...line, place: place + 1 })))}::jsonb)
        as l(application uuid, applicant uuid, programme uuid, code text, name text, jamb text, place integer, kind smallint,
          reason text, words text, merit text)`.execute(trx);
  return lines.length;
}

const AT_ONCE = 1_000;

/** Whom the list takes, with their files locked. Begins anew when somebody else took one of them meanwhile. */
async function lockedFitting(trx: Trx, release: Filling, wanted: RawBuilder<unknown>): Promise<Fitting[]> {
  const idsOf = (found: readonly Fitting[]) => found.map(({ application }) => application);
  const seen = idsOf(await fitting(trx, release, wanted));
  await lockReviews(trx, seen);
  const found = await fitting(trx, release, wanted);
  if (idsOf(found).join() !== seen.join()) throw tryAgain();
  return found;
}

interface Fitting {
  readonly application: string;
  readonly applicant: string;
  readonly programme: string;
  readonly code: string;
  readonly name: string;
  readonly jamb: string;
  readonly merit: string | null;
}

async function fitting(trx: Trx, { kind, session, run }: Filling, wanted: RawBuilder<unknown>): Promise<Fitting[]> {
  const { rows } = await sql<Fitting>`
    select review._id as application, review.applicant, coalesce(wanted.programme, review.programme) as programme, review.code, review.name, review.jamb, wanted.merit
    from (${reviewsOf(session)}) review join (${wanted}) wanted on wanted.application = review._id
    where review.state = any(${statesForKind(kind)}::text[]) and not ${isOnOpenList(sql.ref("review._id"))}
      and ${kind === "Offers" ? sql`not ${awaitsDean(run)}` : sql`true`}
    order by 3, wanted.rank nulls last, review.name, review._id`.execute(trx);
  return rows;
}

/** Whether an application waits on a list that is on its way, as an SQL condition. */
export const isOnOpenList = (application: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.release_line line join portal.release list on list._id = line.release
    where line.application = ${application} and line.standing = 'Waiting'
      and list.state in ('Draft', 'Proposed', 'Approved', 'Releasing'))`;

/** With the names of their programmes, as `refusalsFor` takes them. */
export async function linesToExplain<L extends { readonly programme: string }>(
  trx: Trx,
  lines: readonly L[],
): Promise<(L & { readonly title: string })[]> {
  const titles = await programmesById(trx, [...new Set(lines.map(({ programme }) => programme))]);
  return lines.map((line) => {
    const named = titles.get(line.programme);
    return { ...line, title: named ? programmeTitle(named) : "" };
  });
}

/** Who still waits for a place by a frozen merit list: not decided since, sent back by no dean, and on no open list. */
const stillWaiting = (session: string, run: string): RawBuilder<unknown> => sql`
  select place.application, place.programme, place.rank, place.reason
  from (${placesOf(run)}) place join (${reviewsOf(session)}) review on review._id = place.application
  where place.outcome = 'Waiting' and review.state = any(${statesForKind("Offers")}::text[])
    and (review.state <> 'Recommended' or ${isRecommended(sql.ref("review._id"))})
    and not ${isOnOpenList(sql.ref("place.application"))}`;

export async function waitingByProgramme(
  db: Database,
  session: string,
  run: string,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ programme: string; count: number }>`
    select programme, count(*)::int as count from (${stillWaiting(session, run)}) waiting group by programme`.execute(
    db,
  );
  return new Map(rows.map(({ programme, count }) => [programme, count]));
}

/** The first so many who wait for a programme, in the order of their rank, as `fillRelease` takes them. */
export const firstWaiting = (
  session: string,
  run: string,
  programme: string,
  count: number,
): RawBuilder<unknown> => sql`
  select application, programme, rank, reason as merit from (${stillWaiting(session, run)}) waiting
  where programme = ${programme} order by rank nulls last, application limit ${count}`;
