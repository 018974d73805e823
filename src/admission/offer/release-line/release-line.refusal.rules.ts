import { joinedByOr } from "#calendar/intake/intake.rules.ts";
import type { reasonKinds } from "#selection/recommendation/recommendation.rules.ts";

export const refusalReasons = ["Results", "Places", "Documents", "Other"] as const;

export type RefusalReason = (typeof refusalReasons)[number];

/** What a head's reason not to recommend is as a reason to refuse. */
export const refusalOfReason: Readonly<Record<(typeof reasonKinds)["Not recommended"][number], RefusalReason>> = {
  "Subjects do not fit": "Results",
  "Too few credits": "Results",
  "Below the cut-off": "Places",
  "Documents do not agree": "Documents",
  "Did not come to the screening": "Other",
  "No room in the programme": "Places",
  Other: "Other",
};

/** Longest words to one applicant. */
export const LONGEST_WORDS = 600;

/** What is known of a refused applicant, and may be told. */
export interface RefusalFacts {
  /** What was applied for, such as `NCE Biology/Chemistry`. */
  readonly programme: string;
  /** What the results lack for it, such as `credit in Mathematics` and `2 more credits in other subjects`. */
  readonly missing: readonly string[];
  /** Programmes that the results do for. */
  readonly instead: readonly string[];
  /** What the head of department wrote for the applicant; null where that is not the reason. */
  readonly written: string | null;
  /** Where the merit list lets the applicant wait; null for who does not. Aggregate as `49.10`. */
  readonly waits: { readonly rank: number; readonly aggregate: string } | null;
}

/** The words that a refused applicant reads, unless the office writes others; empty where only the office can know. */
export function refusalWords(reason: RefusalReason, known: RefusalFacts): string {
  const { programme, missing, instead, written, waits } = known;
  if (written !== null) return cut(`${asSentence(written)}${alternatives(instead)}`);
  switch (reason) {
    case "Results": {
      const lack =
        missing.length > 0
          ? `For ${programme} you still need: ${missing.join("; ")}.`
          : `Your results do not meet what ${programme} asks for.`;
      return cut(`${lack}${alternatives(instead)}`);
    }
    case "Places": {
      const stands = waits ? ` In the merit list your rank is ${waits.rank}, your aggregate ${waits.aggregate}.` : "";
      return cut(`The places of ${programme} go to other applicants this session.${stands}`);
    }
    case "Documents":
      return `A document that the college asked you for did not come in time, so your application to ${programme} could not be decided for you.`;
    case "Other":
      return "";
  }
}

const alternatives = (instead: readonly string[]) =>
  instead.length > 0 ? ` Your results meet what ${joinedByOr(instead)} asks for: you may apply there.` : "";

const asSentence = (words: string) => (/[.!?]$/.test(words) ? words : `${words}.`);

const cut = (words: string) => (words.length > LONGEST_WORDS ? `${words.slice(0, LONGEST_WORDS - 1)}…` : words);

export const nextAfterRefusal: Readonly<Record<RefusalReason, string>> = {
  Results:
    "If you have a better or a further result, show it to the admissions office: it can look at your application again. You may also apply to another programme",
  Places: "Ask the admissions office whether another programme still has places. You may also apply again next session",
  Documents: "Bring the document to the admissions office: it can look at your application again",
  Other: "Ask the admissions office what you can do now",
};
