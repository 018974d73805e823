import { asAverage, type Sum } from "../academic-record/academic-record.rules.ts";
import type { GradingRules, Hundredths, Standing, StandingRule } from "../result-profile/result-profile.rules.ts";

/** `4.5`, `0`: a point as it is multiplied. */
export const asPoint = (point: Hundredths): string => String(point / 100);

/** What a sum is made of, as it is shown: the average, and exactly what it is a fraction of. */
export const shownSum = (sum: Sum) => ({ shown: asAverage(sum), points: asPoint(sum.points), units: sum.units });

/** `CGPA below 1.00 at the end of two semesters in a row`. */
export function ruleWords({ measure, below, semesters }: StandingRule): string {
  const when = semesters === 1 ? "at the end of a semester" : `at the end of ${semesters} semesters in a row`;
  return `${measure} below ${(below / 100).toFixed(2)} ${when}`;
}

/** By which rule somebody stands so; null where no rule is met. */
export function ruleOf(standing: Standing, { standings }: Pick<GradingRules, "standings">): string | null {
  const rule = standings.find((one) => one.standing === standing);
  return rule ? ruleWords(rule) : null;
}

/** What two people have decided about a standing that the rules found at the end of a semester. */
export interface DecidedStanding {
  /** Its name. */
  readonly session: string;
  readonly semester: number;
  readonly standing: Standing;
  readonly state: "Approved" | "Declined";
}

/** Where somebody stood at the end of a semester, as far as it is a fact: good standing needs no decision, everything else does. */
export function decidedOf(
  { session, semester, standing }: { readonly session: string; readonly semester: number; readonly standing: Standing },
  decided: readonly DecidedStanding[],
): { readonly standing: Standing | null; readonly undecided: Standing | null } {
  const found = decided.find((one) => one.session === session && one.semester === semester);
  if (found?.state === "Approved") return { standing: found.standing, undecided: null };
  if (standing === "Good") return { standing, undecided: null };
  return { standing: null, undecided: found ? null : standing };
}
