import type { Guard } from "./guard.ts";

const corrections = "src/support/translation/translation.server.ts";
const tests = "src/support/translation/translation.test.ts";

/** What bad luck would do to what applicants read in their own language, and what keeps it from them. */
export const languageGuards: readonly Guard[] = [
  {
    against: "a translation with a placeholder missing, so that nobody reads the amount or the day",
    file: corrections,
    has: "if (missing.length > 0)",
    becomes: "if (missing.length < 0)",
    shown: [tests, "a translation that lost a placeholder is refused"],
  },
  {
    against: "a translation with a placeholder that the page does not fill in",
    file: corrections,
    has: "if (unknown.length > 0)",
    becomes: "if (unknown.length < 0)",
    shown: [tests, "a translation with a placeholder that the sentence has not is refused"],
  },
  {
    against: "two who correct the same sentence, of whom the later one takes the other's words away unseen",
    file: corrections,
    has: "where t.version = ",
    becomes: "where t.version > 0 or t.version = ",
    shown: [tests, "of two who correct the same sentence the later one is told"],
  },
];
