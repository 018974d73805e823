import type { EntryRules } from "#calendar/intake/intake.entry-rules.contract.ts";
import type { ModeOfEntry } from "#reference/qualifications/qualifications.rules.ts";
import type { Verdict } from "./eligibility.contract.ts";
import { judgeWay, type TypedResults, type WayVerdict, type WayWords } from "./eligibility.modes.rules.ts";
import { judgeEligibility, QUALIFIES } from "./eligibility.rules.ts";

/** What entry rules look at in an application: its mode of entry is chosen, so no other way in counts. */
export interface SubmittedResults extends TypedResults {
  readonly type: ModeOfEntry;
}

export interface SubmittedVerdict {
  /** Of the O-Level and of the way in together. */
  readonly standing: Verdict["standing"];
  /** What they lack, the O-Level first. */
  readonly missing: readonly string[];
  readonly olevel: Verdict;
  /** Null where the mode of entry asks for nothing beside the O-Level that can be judged. */
  readonly way: WayVerdict | null;
  /** Both in words, such as "4 of 5 credits. Missing: credit in Mathematics. JAMB UTME: missing UTME score of 160". */
  readonly sentence: string;
}

/**
 * The office's verdict: the O-Level must do and so must the mode of entry that was applied by. What is short in one of them is
 * short, whatever the other says; what nobody has told is nothing to judge by, and a rule in words alone is the office's own to
 * judge. Decision 0134.
 */
export const judgeSubmitted = (rules: EntryRules, submitted: SubmittedResults): SubmittedVerdict =>
  judgeByMode(rules, submitted, officeWords);

/** The same in the words of whoever reads it. */
export function judgeByMode(
  rules: EntryRules,
  { type, ...typed }: SubmittedResults,
  words: WayWords,
): SubmittedVerdict {
  const olevel = judgeEligibility(rules, typed.olevel);
  const [way] = judgeWay(rules, type, typed, words);
  return {
    standing: together(olevel.standing, way?.standing),
    missing: [...olevel.missing, ...(way?.missing ?? [])],
    olevel,
    way: way ?? null,
    sentence: [
      ...olevel.sentence.split(". ").filter((said) => said !== QUALIFIES || !way || way.standing === "qualifies"),
      ...(way ? [wayInWords(way)] : []),
    ].join(". "),
  };
}

/** `JAMB UTME: missing UTME score of 160`. */
export const wayInWords = ({ mode, sentence }: Pick<WayVerdict, "mode" | "sentence">): string => `${mode}: ${sentence}`;

const together = (olevel: Verdict["standing"], way: WayVerdict["standing"] | undefined): Verdict["standing"] => {
  if (way === "short") return "short";
  return way === "untyped" && olevel === "qualifies" ? "untyped" : olevel;
};

const officeWords: WayWords = {
  noUtme: "no UTME result was submitted",
  noSubjects: "no UTME subjects were submitted",
  noScore: "the subjects fit, but no score was submitted",
  utmeDoes: "subjects and score are enough",
  noALevel: "no NCE, IJMB or Diploma result was submitted",
  collegeDecides: "the rule stands in words: look at the A-Level results",
  aLevelDoes: "a result is enough. Look whether its subjects fit the programme",
};
