import { asAverage, type Sum } from "../academic-record/academic-record.rules.ts";
import type { StandingRule } from "../result-profile/result-profile.rules.ts";

/** What a rule proposes: the others are in good standing. */
export const proposedStandings = ["Warning", "Probation", "Withdrawal"] as const;

export type ProposedStanding = (typeof proposedStandings)[number];

/** Overtaken: the figure is another by now, or the rule finds nothing any more. */
export const proposalStates = ["Proposed", "Approved", "Declined", "Withdrawn", "Overtaken"] as const;

export type StandingState = (typeof proposalStates)[number];

export const standingLooks = {
  Proposed: "info",
  Approved: "good",
  Declined: "bad",
  Withdrawn: "plain",
  Overtaken: "plain",
} as const satisfies Record<StandingState, string>;

export const proposedLooks = {
  Warning: "info",
  Probation: "info",
  Withdrawal: "bad",
} as const satisfies Record<ProposedStanding, string>;

/** `CGPA 0.83 below 1.00 at the end of 2 semesters in a row`. */
export function ruleInWords({ measure, below, semesters }: StandingRule, sum: Sum): string {
  const when = semesters === 1 ? "the semester" : `${semesters} semesters in a row`;
  return `${measure} ${asAverage(sum)} below ${(below / 100).toFixed(2)} at the end of ${when}`;
}

/** The same without what the average is: that is read on the page of the results, where they are open. */
export const withoutFigure = (rule: string): string => rule.replace(/^(C?GPA) [0-9.]+ /, "$1 ");

/** What follows for its student, as one reads it. */
export const consequences: Readonly<Record<ProposedStanding, string>> = {
  Warning: "You go on with your class. If the average stays so low, probation follows.",
  Probation: "You go on with your class, on probation. If the average stays so low, the college may withdraw you.",
  Withdrawal: "The college withdraws you from the programme. Your results and papers stay open to you.",
};

/** As a sentence says it: "You are on probation". */
export const standingWords: Readonly<Record<ProposedStanding, string>> = {
  Warning: "You are warned",
  Probation: "You are on probation",
  Withdrawal: "You are withdrawn",
};
