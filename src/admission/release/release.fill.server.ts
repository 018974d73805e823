import { type RawBuilder, sql } from "kysely";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import { type Trx, tryAgain } from "#platform/perform.server.ts";
import { lockedReviews } from "#selection/review/review.move.server.ts";
import { reviewsOf } from "#selection/review/review.read.server.ts";
import { mayGo, type ReviewState, reviewStates } from "#selection/review/review.states.contract.ts";
import { awaitsDean } from "./release.dean.server.ts";
import type { ReleaseKind } from "./release.states.contract.ts";
import { refusalsFor } from "./release.words.server.ts";

/** Where the desk's decision lets an application be put on a list of a kind. */
export const statesFor = (kind: ReleaseKind): ReviewState[] =>
  reviewStates.filter((state) => mayGo(state, kind === "Offers" ? "Offered" : "Refused"));

interface Filling {
  readonly _id: string;
  readonly kind: ReleaseKind;
  readonly session: string;
  /** The frozen merit list that it is made from. */
  readonly run: string | null;
}

/**
 * Puts applications on a list, in the order of programmes, then of the merit list or of names. `wanted` selects
 * `application, rank, merit` of those to put there. What stands on another open list, or where it can not be decided, or
 * awaits the dean, is left out. Answers how many were put there. Their files are locked, so that of two lists made at once each person is on one.
 */
export async function fillRelease(trx: Trx, release: Filling, wanted: RawBuilder<unknown>): Promise<number> {
  const found = await lockedFitting(trx, release, wanted);
  const refusals =
    release.kind === "Refusals" ? await refusalsFor(trx, release.session, await explained(trx, found)) : null;
  const lines = found.map((line) => ({
    ...line,
    kind: refusals ? null : 1,
    reason: refusals?.get(line.application)?.reason ?? null,
    words: refusals?.get(line.application)?.words ?? null,
  }));
  for (let at = 0; at < lines.length; at += AT_ONCE)
    await sql`insert into portal.release_line
        (_id, release, application, applicant, programme, code, name, jamb, place, kind, reason, words, merit)
      select gen_random_uuid(), ${release._id}, l.application, l.applicant, l.programme, l.code, l.name, l.jamb,
        l.place + coalesce((select max(place) from portal.release_line where release = ${release._id}), 0), l.kind, l.reason, l.words, l.merit
      from jsonb_to_recordset(${JSON.stringify(lines.slice(at, at + AT_ONCE).map((line, place) => ({ ...line, place: place + 1 })))}::jsonb)
        as l(application uuid, applicant uuid, programme uuid, code text, name text, jamb text, place integer, kind smallint,
          reason text, words text, merit text)`.execute(trx);
  return lines.length;
}

const AT_ONCE = 1_000;

/** Whom the list takes, with their files locked. Begins anew when somebody else took one of them meanwhile. */
async function lockedFitting(trx: Trx, release: Filling, wanted: RawBuilder<unknown>): Promise<Fitting[]> {
  const idsOf = (found: readonly Fitting[]) => found.map(({ application }) => application);
  const seen = idsOf(await fitting(trx, release, wanted));
  await lockedReviews(trx, seen);
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
    select review._id as application, review.applicant, review.programme, review.code, review.name, review.jamb, wanted.merit
    from (${reviewsOf(session)}) review join (${wanted}) wanted on wanted.application = review._id
    where review.state = any(${statesFor(kind)}::text[]) and not ${isOnOpenList(sql.ref("review._id"))}
      and ${kind === "Offers" ? sql`not ${awaitsDean(run)}` : sql`true`}
    order by review.programme, wanted.rank nulls last, review.name, review._id`.execute(trx);
  return rows;
}

/** Whether an application waits on a list that is on its way, as an SQL condition. */
export const isOnOpenList = (application: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.release_line line join portal.release list on list._id = line.release
    where line.application = ${application} and line.standing = 'Waiting'
      and list.state in ('Draft', 'Proposed', 'Approved', 'Releasing'))`;

/** With the names of their programmes, as `refusalsFor` takes them. */
export async function explained<L extends { readonly programme: string }>(
  trx: Trx,
  lines: readonly L[],
): Promise<(L & { readonly title: string })[]> {
  const titles = await programmesById(trx, [...new Set(lines.map(({ programme }) => programme))]);
  return lines.map((line) => {
    const named = titles.get(line.programme);
    return { ...line, title: named ? programmeTitle(named) : "" };
  });
}
