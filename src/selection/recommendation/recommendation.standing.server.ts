import { sql } from "kysely";
import { namesOfStaff } from "#access/staff/staff.names.server.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { stale } from "#kit/wire/refusal.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { lockedReviews } from "../review/review.move.server.ts";
import type { Standing } from "./recommendation.reasons.contract.ts";

/** An application at the desk with the decision in force. */
export interface Stood {
  readonly _id: string;
  readonly applicant: string;
  readonly code: string;
  readonly state: string;
  readonly recommendation: string | null;
  readonly recommendedby: string | null;
  readonly kind: string | null;
  readonly at: string | null;
  /** What a dean said to the decision. */
  readonly answer: string | null;
}

/**
 * Locks the files, and answers how they stand. Refuses when one stands otherwise than the person saw (409, with who
 * decided and when): of two opposite decisions the second is made in the knowledge of the first.
 */
export async function lockedStanding(trx: Trx, ids: readonly string[], seen: Standing): Promise<Stood[]> {
  const files = await lockedReviews(trx, ids);
  const decided = await decisionsOn(trx, ids);
  const stood = files.map((file) => ({ ...file, ...(decided.get(file._id) ?? none) }));
  const other = stood.filter(({ state }) => state !== seen);
  if (other.length > 0) throw stale(await whoDecided(trx, other, seen));
  return stood;
}

const none = { recommendation: null, recommendedby: null, kind: null, at: null, answer: null };

type InForce = Pick<Stood, keyof typeof none> & { readonly application: string };

async function decisionsOn(trx: Trx, ids: readonly string[]): Promise<ReadonlyMap<string, InForce>> {
  const { rows } = await sql<InForce>`
    select s.application, s.recommendation, n.recommendedby, n.kind, n."createdAt" as at, s.answer
    from portal.recommendation_standing s join portal.recommendation n on n._id = s.recommendation
    where s.application = any(${[...ids]}::uuid[])`.execute(trx);
  return new Map(rows.map((row) => [row.application, row]));
}

/** Refuses when one of the decisions in force was made after a time: nobody has looked at it. 409, with who made it and when. */
export async function requireNoNewer(trx: Trx, stood: readonly Stood[], seenAt: string): Promise<void> {
  const [first, ...more] = stood.filter(({ at }) => at !== null && Date.parse(at) > Date.parse(seenAt));
  if (!first) return;
  const { code, kind, at, recommendedby } = first;
  const names = await namesOfStaff(trx, recommendedby ? [recommendedby] : []);
  const others = more.length === 0 ? "" : ` So were ${more.length} more of the chosen.`;
  throw stale(
    `${code} was decided anew after you looked at it: ${names.get(recommendedby ?? "") ?? ""} did so on ${asMinute(at ?? "")} (${kind}).${others} Look at it again; nothing was changed`,
  );
}

/** Who decided the first of the files otherwise than was seen, and what was meant to be done. */
async function whoDecided(trx: Trx, [first, ...more]: readonly Stood[], seen: Standing): Promise<string> {
  if (!first) throw new Error("Nobody decided otherwise");
  const { code, state, kind, at, recommendedby } = first;
  const names = await namesOfStaff(trx, recommendedby ? [recommendedby] : []);
  const who = names.get(recommendedby ?? "");
  const by = who && at ? `: ${who} decided so on ${asMinute(at)} (${kind})` : "";
  const others = more.length === 0 ? "" : ` So do ${more.length} more of the chosen.`;
  return `${code} is ${called(state)}${by}, not ${called(seen)} as you saw it.${others} Look at the list again; nothing was changed`;
}

const called = (state: string) => (state === "Checked" ? "undecided" : state.toLowerCase());
