import * as v from "valibot";
import { expect, test } from "vitest";
import { entryRules } from "#calendar/intake/intake.entry-rules.contract.ts";
import { awaitedWords } from "./eligibility.awaited.rules.ts";
import { judgeEligibility } from "./eligibility.rules.ts";

const rules = v.parse(entryRules, { olevel: { minCredits: 2, maxSittings: 1, credits: [{ anyOf: ["Physics"] }] } });
const typed = [{ examination: "1", subject: "Biology", scored: "C6" as const }];
const physics = [{ examination: "1", subject: "Physics" }];
const may = { until: "2027-01-15", mayCome: true };

test.each([
  ["nothing awaited", [], may, null],
  [
    "what would do",
    physics,
    may,
    "You await 1 result, which may come until 15 January 2027. With credits in all of them you qualify",
  ],
  [
    "what would not",
    [{ examination: "1", subject: "History" }],
    may,
    "You await 1 result, which may come until 15 January 2027. Even with credits in all of them you would not qualify",
  ],
  [
    "what came too late",
    physics,
    { until: "2027-01-15", mayCome: false },
    "You await 1 result. 15 January 2027 was the last day for them: only those that are out count",
  ],
  [
    "a session that does not wait",
    physics,
    { until: null, mayCome: false },
    "You await 1 result. This session does not wait for results: only those that are out count",
  ],
])("%s is said, and never counted", (_what, subjects, day, words) => {
  expect(awaitedWords(rules, typed, { subjects, ...day })).toBe(words);
  expect(judgeEligibility(rules, typed).standing).toBe("nearly");
});
