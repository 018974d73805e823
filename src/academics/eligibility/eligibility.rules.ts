import type { EntryRules, OLevelRules } from "#calendar/intake/intake.entry-rules.contract.ts";
import { joinedByOr, olevelAsked } from "#calendar/intake/intake.rules.ts";
import { fillPlaces } from "#calendar/intake/intake.subject-places.rules.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { type GradeName, gradeNamed } from "#reference/grades/grades.rules.ts";
import type { Verdict } from "./eligibility.contract.ts";

const UNTYPED = "Add your O-Level results first, then we can tell";
const UNPUBLISHED = "The college has not published the entry rules";

/** One result, as far as entry rules look at it. */
export interface Scored {
  /** Its sitting. */
  readonly examination: string;
  readonly subject: string;
  readonly scored: GradeName;
}

type Asked = OLevelRules & { readonly needed: number };

/** What a choice of sittings comes to. */
interface Count {
  readonly sittings: number;
  readonly credits: number;
  readonly missing: readonly string[];
  /** Subjects still to be earned. */
  readonly gap: number;
}

/**
 * Holds results against a programme's rules: the best grade of each subject over the best choice of as many sittings
 * as the rules take. A pass that is asked for takes no credit's place: Literature may be both. Decision 0024.
 */
export function judgeEligibility(rules: EntryRules, results: readonly Scored[]): Verdict {
  const asked = olevelAsked(rules);
  const none = { credits: 0, needed: asked?.needed ?? 0, missing: [] };
  if (!asked) return { ...none, standing: "unpublished", sentence: UNPUBLISHED };
  const [first, ...rest] = choicesOf(sittingsIn(results), asked.maxSittings).map((choice) => count(asked, choice));
  if (!first) return { ...none, standing: "untyped", sentence: UNTYPED };
  const best = rest.reduce((better, other) => (isBetter(other, better) ? other : better), first);
  return {
    standing: best.gap === 0 ? "qualifies" : best.gap === 1 ? "nearly" : "short",
    credits: best.credits,
    needed: asked.needed,
    missing: [...best.missing],
    sentence: sentenceOf(asked, best, sittingsIn(results).length > asked.maxSittings),
  };
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

function count({ needed, credits, passes }: Asked, results: readonly Scored[]): Count {
  const credited = subjectsWhere(results, ({ scored }) => gradeNamed(scored)?.credit);
  const named = fillPlaces(credits.map(anyOf), credited);
  const free = needed - credits.length;
  const others = Math.min(free, credited.size - named.filled);
  const passed = fillPlaces(
    passes.map(anyOf),
    subjectsWhere(results, ({ scored }) => gradeNamed(scored)?.pass),
  );
  const lacking = free - others;
  return {
    sittings: new Set(results.map(({ examination }) => examination)).size,
    credits: named.filled + others,
    missing: [
      ...named.open.map((names) => `credit in ${joinedByOr(names)}`),
      ...(lacking > 0
        ? [`${asCount(lacking, "more credit")} in ${lacking === 1 ? "another subject" : "other subjects"}`]
        : []),
      ...passed.open.map((names) => `pass in ${joinedByOr(names)}`),
    ],
    gap: named.open.length + lacking + passed.open.length,
  };
}

const anyOf = (place: { anyOf: readonly string[] }) => place.anyOf;

/** The best grade of a subject is a credit when any of its grades is. */
const subjectsWhere = (results: readonly Scored[], counts: (one: Scored) => boolean | undefined) =>
  new Set(results.filter(counts).map(({ subject }) => subject));

const isBetter = (one: Count, other: Count) =>
  one.gap < other.gap || (one.gap === other.gap && one.credits > other.credits);

function sentenceOf({ needed, maxSittings }: Asked, best: Count, tooMany: boolean): string {
  const credits = needed > 0 ? `${best.credits} of ${asCount(needed, "credit")}` : "";
  const sittings = asCount(best.sittings, "sitting");
  if (best.gap === 0) {
    return `${credits ? `${credits} in ${sittings}. ` : ""}You qualify on what you have typed`;
  }
  const limit = credits && tooMany ? ` in ${asCount(maxSittings, "sitting")}, the most that count here` : "";
  return `${credits ? `${credits}${limit}. ` : ""}Missing: ${best.missing.join("; ")}`;
}
