import { sql } from "kysely";
import type { Trx } from "#platform/perform.server.ts";
import { reviewsOf } from "#selection/review/review.read.server.ts";
import type { ReviewState } from "#selection/review/review.states.contract.ts";
import { awaitsDean } from "./release.dean.server.ts";
import { statesFor } from "./release.fill.server.ts";
import type { LockedRelease } from "./release.locked.server.ts";

/** So many of those that stand in the way are named. */
const NAMED = 10;

/** Which of the chosen applications can not be put on a list and why, in a sentence; null when all can. */
export async function whyNotOnList(
  trx: Trx,
  { _id, kind, session, run }: LockedRelease,
  chosen: readonly string[],
): Promise<string | null> {
  const { rows } = await sql<{ code: string; state: ReviewState; awaits: boolean; list: string | null; own: boolean }>`
    select review.code, review.state, ${awaitsDean(run)} as awaits, open.title as list, coalesce(open.own, false) as own
    from (${reviewsOf(session)}) review left join lateral (
      select list.title, list._id = ${_id} as own from portal.release_line line
        join portal.release list on list._id = line.release
      where line.application = review._id and line.standing = 'Waiting'
        and list.state in ('Draft', 'Proposed', 'Approved', 'Releasing') limit 1) open on true
    where review._id = any(${[...chosen]}::uuid[]) order by review.code`.execute(trx);
  const can = new Set(statesFor(kind));
  const wrong = rows.flatMap(({ code, state, awaits, list, own }) => {
    if (own) return [`${code} (is on this list already)`];
    if (list) return [`${code} (is on the list “${list}”)`];
    if (awaits && kind === "Offers") return [`${code} (awaits the dean)`];
    return can.has(state) ? [] : [`${code} (is ${state})`];
  });
  const elsewhere = chosen.length - rows.length;
  if (elsewhere > 0) wrong.push(`${elsewhere} of another session`);
  if (wrong.length === 0) return null;
  const more = wrong.length > NAMED ? ` and ${wrong.length - NAMED} more` : "";
  return `${wrong.length} of the ${chosen.length} chosen can not be put on this list, so nothing was changed: ${wrong.slice(0, NAMED).join(", ")}${more}. Leave them out`;
}
