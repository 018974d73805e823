import { asDay } from "#kit/value/dates.rules.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { type Recalled, recalledOf } from "../offer/offer.recall.server.ts";
import { type OutRefusal, refusalsOf } from "../release/release.refusal.server.ts";
import { nextAfterRefusal } from "../release/release.words.contract.ts";
import type { Standing } from "./admission-status.standing.contract.ts";

/** What an application without an offer was told last: that it is refused, or that its offer is taken back. */
type Undone = OutRefusal | Recalled;

/** In words, the later of the two for each of an applicant's applications that was told either and has no offer now. */
export async function undoneOf(
  db: Database,
  owner: string,
  offers: ReadonlyMap<string, unknown>,
): Promise<ReadonlyMap<string, Standing>> {
  const [refused, recalled] = await Promise.all([refusalsOf(db, owner), recalledOf(db, owner)]);
  const told: [string, Undone][] = [...refused, ...recalled];
  const inOrder = told.sort(([, one], [, other]) => Date.parse(at(one)) - Date.parse(at(other)));
  return new Map(inOrder.filter(([id]) => !offers.has(id)).map(([id, undone]) => [id, standingOf(undone)]));
}

const at = (undone: Undone): string => ("outAt" in undone ? undone.outAt : undone.recalledAt);

function standingOf(undone: Undone): Standing {
  const reason = bare(undone.words);
  if ("outAt" in undone)
    return { stage: "The college cannot offer you a place", reason, next: nextAfterRefusal[undone.reason] };
  return {
    stage: `The college recalled its offer on ${asDay(undone.recalledAt)}`,
    reason,
    next: "Please do not pay for that offer. If you have paid, ask the bursary: the money is kept for you",
  };
}

/** Where it is shown a full stop follows. */
const bare = (words: string): string => words.replace(/[.\s]+$/, "");
