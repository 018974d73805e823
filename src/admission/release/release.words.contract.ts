/** Why an application is refused. */
export const refusalReasons = ["Results", "Places", "Documents", "Other"] as const;

export type RefusalReason = (typeof refusalReasons)[number];

/** Longest words to one applicant. */
export const LONGEST_WORDS = 600;

/** What is known of a refused applicant. */
export interface Refusable {
  /** What was applied for, such as `NCE Biology/Chemistry`. */
  readonly programme: string;
  /** What the results lack for it, such as `credit in Mathematics`. */
  readonly missing: readonly string[];
  /** Programmes that the results do for. */
  readonly instead: readonly string[];
  /** What the merit list said: "Rank 74, aggregate 41.25". */
  readonly merit: string | null;
}

/** The words that a refused applicant reads, unless the office writes others; empty where only the office can know. */
export function refusalWords(reason: RefusalReason, { programme, missing, instead, merit }: Refusable): string {
  switch (reason) {
    case "Results": {
      const lack =
        missing.length > 0
          ? `Your results lack a ${listed(missing, "and a")} for ${programme}.`
          : `Your results do not do for ${programme}.`;
      return cut(`${lack}${alternatives(instead)}`);
    }
    case "Places":
      return cut(
        `All places of ${programme} went to applicants who stand higher in the merit list${merit ? `. What it says of you: ${merit}` : ""}.`,
      );
    case "Documents":
      return `A document that the college asked you for did not come in time, so your application to ${programme} could not be decided for you.`;
    case "Other":
      return "";
  }
}

const alternatives = (instead: readonly string[]) =>
  instead.length > 0 ? ` They do for ${listed(instead, "or")}: you may apply there.` : "";

/** `A, B and a C`. */
export function listed(names: readonly string[], last: string): string {
  const [final = "", ...rest] = [...names].reverse();
  return rest.length === 0 ? final : `${rest.reverse().join(", ")} ${last} ${final}`;
}

const cut = (words: string) => (words.length > LONGEST_WORDS ? `${words.slice(0, LONGEST_WORDS - 1)}…` : words);

/** What a refused applicant can do, by the reason. */
export const nextAfterRefusal: Readonly<Record<RefusalReason, string>> = {
  Results:
    "If you have a better or a further result, show it to the admissions office: it can look at your application again. You may also apply to another programme",
  Places: "Ask the admissions office whether another programme still has places. You may also apply again next session",
  Documents: "Bring the document to the admissions office: it can look at your application again",
  Other: "Ask the admissions office what you can do now",
};
