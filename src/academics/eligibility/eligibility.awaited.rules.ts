import type { EntryRules } from "#calendar/intake/intake.entry-rules.contract.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { judgeEligibility, type Scored } from "./eligibility.rules.ts";

/** Subjects whose results are not out, and until which day of Lagos they may come; null where the session waits for none. */
export interface Awaited {
  readonly subjects: readonly Pick<Scored, "examination" | "subject">[];
  readonly until: string | null;
  readonly mayCome: boolean;
}

/**
 * What becomes of awaited results, in words; null where there are none. They are never counted: it is only said whether credits
 * in all of them would do.
 */
export function awaitedWords(
  rules: EntryRules,
  typed: readonly Scored[],
  { subjects, until, mayCome }: Awaited,
): string | null {
  if (subjects.length === 0) return null;
  const count = `You await ${asCount(subjects.length, "result")}`;
  if (until === null) return `${count}. This session does not wait for results: only those that are out count`;
  const day = asDay(`${until}T12:00:00Z`);
  if (!mayCome) return `${count}. ${day} was the last day for them: only those that are out count`;
  const all = judgeEligibility(rules, [...typed, ...subjects.map((one) => ({ ...one, scored: "C6" as const }))]);
  const hope =
    all.standing === "qualifies"
      ? "With credits in all of them you qualify"
      : "Even with credits in all of them you would not qualify";
  return `${count}, which may come until ${day}. ${all.standing === "unpublished" ? "You may pay and apply now" : hope}`;
}
