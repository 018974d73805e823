import type { EntryRules } from "#calendar/intake/intake.entry-rules.contract.ts";
import { type AskedWay, joinedByOr, waysAsked } from "#calendar/intake/intake.rules.ts";
import { fillPlaces } from "#calendar/intake/intake.subject-places.rules.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { type GradeName, gradeNamed } from "#reference/grades/grades.rules.ts";
import type { Verdict } from "./eligibility.contract.ts";

const UNTYPED = "Add your O-Level results first, then we can tell";
/** The end of a verdict's sentence that is a yes. */
export const QUALIFIES = "You qualify on what you have typed";
const UNPUBLISHED = "The college has not published the entry rules";

/** One result, as far as entry rules look at it. */
export interface Scored {
  /** Its sitting. */
  readonly examination: string;
  readonly subject: string;
  readonly scored: GradeName;
}

/** What a choice of sittings comes to in one of the ways. */
interface Count {
  readonly way: AskedWay;
  readonly sittings: number;
  readonly credits: number;
  readonly missing: readonly string[];
  /** Subjects still to be earned. */
  readonly gap: number;
}

/**
 * Holds results against a programme's rules: the nearest of the ways that they leave, in each the best grade of each subject
 * over the best choice of as many sittings as it takes. A pass that is asked for takes no credit's place: Literature may be
 * both. Decision 0024.
 */
export function judgeEligibility(rules: EntryRules, results: readonly Scored[]): Verdict {
  const ways = waysAsked(rules);
  const none = { credits: 0, needed: ways[0]?.needed ?? 0, missing: [] };
  if (ways.length === 0) return { ...none, standing: "unpublished", sentence: UNPUBLISHED };
  const sittings = sittingsIn(results);
  const counts = ways.flatMap((way) =>
    bestOf(choicesOf(sittings, way.maxSittings).map((choice) => count(way, choice))),
  );
  const [nearest] = bestOf(counts, isNearer);
  if (!nearest) return { ...none, standing: "untyped", sentence: UNTYPED };
  const others = nearest.gap === 0 ? [] : counts.filter((one) => one !== nearest);
  return {
    standing: nearest.gap === 0 ? "qualifies" : nearest.gap === 1 ? "nearly" : "short",
    credits: nearest.credits,
    needed: nearest.way.needed,
    missing: [...nearest.missing],
    sentence: [
      sentenceOf(nearest, others.length > 0 ? "" : limitWords(nearest, sittings.length)),
      ...others.map(otherWords),
    ].join(". "),
  };
}

/** The first of the best ones; none among none. */
function bestOf(counts: readonly Count[], better = isBetter): Count[] {
  const [first, ...rest] = counts;
  return first ? [rest.reduce((best, other) => (better(other, best) ? other : best), first)] : [];
}

/** Results by sitting, in an order that does not depend on theirs. */
function sittingsIn(results: readonly Scored[]): Scored[][] {
  const names = [...new Set(results.map(({ examination }) => examination))].sort();
  return names.map((name) => results.filter(({ examination }) => examination === name));
}

/** Every choice of 1 to `most` sittings, the smallest first. */
function choicesOf(sittings: readonly Scored[][], most: number): Scored[][] {
  let choices: { readonly last: number; readonly results: Scored[] }[] = [{ last: -1, results: [] }];
  const found: Scored[][] = [];
  for (let size = 1; size <= Math.min(most, sittings.length); size += 1) {
    choices = choices.flatMap(({ last, results }) =>
      sittings.slice(last + 1).map((sitting, n) => ({ last: last + 1 + n, results: [...results, ...sitting] })),
    );
    found.push(...choices.map(({ results }) => results));
  }
  return found;
}

function count(way: AskedWay, results: readonly Scored[]): Count {
  const { needed, credits, passes, morePasses = 0 } = way;
  const credited = subjectsWhere(results, ({ scored }) => gradeNamed(scored)?.credit);
  const passed = subjectsWhere(results, ({ scored }) => gradeNamed(scored)?.pass);
  const named = fillPlaces(credits.map(anyOf), credited);
  const floor = fillPlaces(passes.map(anyOf), passed);
  const free = needed - credits.length;
  const others = Math.min(free, credited.size - named.filled);
  const lacking = free - others;
  // What is earned in a subject that was not passed yet is a pass more as well.
  const coming =
    [...named.open, ...floor.open].filter((names) => !names.some((name) => passed.has(name))).length + lacking;
  const more = morePasses > 0 ? Math.max(0, needed + morePasses - passed.size - coming) : 0;
  return {
    way,
    sittings: new Set(results.map(({ examination }) => examination)).size,
    credits: named.filled + others,
    missing: [
      ...named.open.map((choice) => `credit in ${joinedByOr(choice)}`),
      ...(lacking > 0 ? [moreCredits(lacking)] : []),
      ...floor.open.map((choice) => `pass in ${joinedByOr(choice)}`),
      ...(more > 0 ? [morePassed(more)] : []),
    ],
    gap: named.open.length + lacking + floor.open.length + more,
  };
}

const moreCredits = (lacking: number): string =>
  lacking === 1 ? "1 more credit in another subject" : `${lacking} more credits in other subjects`;

const morePassed = (lacking: number): string =>
  lacking === 1 ? "1 more pass in another subject" : `${lacking} more passes in other subjects`;

const anyOf = (place: { anyOf: readonly string[] }) => place.anyOf;

/** The best grade of a subject is a credit when any of its grades is. */
const subjectsWhere = (results: readonly Scored[], counts: (one: Scored) => boolean | undefined) =>
  new Set(results.filter(counts).map(({ subject }) => subject));

const isNearer = (one: Count, other: Count) => one.gap < other.gap;

const isBetter = (one: Count, other: Count) =>
  isNearer(one, other) || (one.gap === other.gap && one.credits > other.credits);

function sentenceOf({ way: { needed }, ...best }: Count, limit: string): string {
  const credits = needed > 0 ? creditsOf(best.credits, needed) : "";
  const sittings = asCount(best.sittings, "sitting");
  if (best.gap === 0) {
    return `${credits ? `${credits} in ${sittings}. ` : ""}${QUALIFIES}`;
  }
  return `${credits ? `${credits}${limit}. ` : ""}Missing: ${best.missing.join("; ")}`;
}

const creditsOf = (count: number, needed: number): string =>
  needed === 1 ? `${count} of 1 credit` : `${count} of ${needed} credits`;

/** Why a sitting that was typed does not count. */
const limitWords = ({ way: { maxSittings } }: Count, typed: number): string =>
  typed > maxSittings ? ` in ${asCount(maxSittings, "sitting")}, the most that count here` : "";

/** `Or with 6 credits in at most 2 sittings, missing: 2 more credits in other subjects`. */
function otherWords({ way: { needed, morePasses = 0, maxSittings }, missing }: Count): string {
  const counted = needed > 0 ? asCount(needed, "credit") : asCount(morePasses, "pass", "passes");
  return `Or with ${counted} in at most ${asCount(maxSittings, "sitting")}, missing: ${missing.join("; ")}`;
}
