import * as v from "valibot";
import { expect, test } from "vitest";
import { entryRules } from "#calendar/intake/intake.entry-rules.contract.ts";
import { judgeSubmitted, type SubmittedResults } from "./eligibility.submitted.rules.ts";

const rules = v.parse(entryRules, {
  olevel: { minCredits: 1, maxSittings: 2 },
  utme: {
    asked: true,
    minScore: 160,
    compulsory: ["Use of English"],
    subjects: [{ anyOf: ["Physics"] }],
    fillTo: 2,
    fillFrom: ["Biology", "Geography"],
  },
  direct: { diploma: { classification: "Second Class Lower" } },
});

const diploma = (classification: string): SubmittedResults["alevels"] => [
  {
    type: "Diploma",
    results: {
      ...{ institutionName: "FCE Zaria", yearOfGraduation: "2021", courseOfStudy: "Physics" },
      ...{ classification, diplomaType: "National Diploma", cgpa: "3.00" },
    },
  },
];

const submitted = (more: Partial<SubmittedResults> = {}): SubmittedResults => ({
  type: "JAMB UTME",
  olevel: [{ examination: "1", subject: "Physics", scored: "C6" }],
  utme: null,
  alevels: [],
  ...more,
});

const sat = (subjects: readonly string[] | null, score: number | null) => ({ utme: { subjects, score } });
const failed = { olevel: [{ examination: "1", subject: "Physics", scored: "F9" as const }] };

test.each([
  ["all that is asked for", sat(["Physics", "Biology", "Hausa"], 160), "qualifies", []],
  ["too low a score", sat(["Physics", "Biology", "Hausa"], 159), "short", ["UTME score of 160"]],
  ["a subject that is asked for", sat(["Biology", "Hausa", "Music"], 300), "short", ["UTME subject Physics"]],
  ["no UTME", {}, "untyped", []],
  ["a score without subjects", sat(null, 300), "untyped", []],
  ["too low a score without subjects", sat(null, 120), "short", ["UTME score of 160"]],
  ["subjects without a score", sat(["Physics", "Biology", "Hausa"], null), "untyped", []],
])("by UTME, %s", (_what, more, standing, missing) => {
  expect(judgeSubmitted(rules, submitted(more))).toMatchObject({ standing, missing });
});

test("the mode that was applied by counts alone, and one that asks for nothing leaves it to the O-Level", () => {
  const rich = { ...sat(["Biology", "Hausa", "Music"], 90), alevels: diploma("First Class") };
  expect(judgeSubmitted(rules, submitted(rich)).standing).toBe("short");
  expect(judgeSubmitted(rules, submitted({ ...rich, type: "Direct Entry" })).standing).toBe("qualifies");
  expect(judgeSubmitted(rules, submitted({ ...rich, type: "Transfer" }))).toMatchObject({
    standing: "qualifies",
    way: null,
  });
  const poor = judgeSubmitted(rules, submitted({ type: "Direct Entry", alevels: diploma("Pass") }));
  expect(poor).toMatchObject({ standing: "short", missing: ["Diploma of Second Class Lower needed"] });
});

test("what is short is short whatever the other says, and the sentence names both", () => {
  const both = judgeSubmitted(rules, submitted({ ...failed, ...sat(["Physics", "Biology", "Hausa"], 120) }));
  expect(both).toMatchObject({
    standing: "short",
    missing: ["1 more credit in another subject", "UTME score of 160"],
    sentence: "0 of 1 credit. Missing: 1 more credit in another subject. JAMB UTME: missing UTME score of 160",
  });
  // A subject short stays told as that where the UTME is not known.
  expect(judgeSubmitted(rules, submitted(failed)).standing).toBe("nearly");
  // Rules that ask nothing of the O-Level say so; a UTME that does not do is a no all the same.
  const { utme } = rules;
  expect(judgeSubmitted({ utme }, submitted(sat(["Physics", "Biology", "Hausa"], 120))).standing).toBe("short");
  expect(judgeSubmitted({ utme }, submitted(sat(["Physics", "Biology", "Hausa"], 200))).standing).toBe("unpublished");
});

test("a rule in words alone is the office's to judge: the O-Level decides", () => {
  const words = v.parse(entryRules, { olevel: { minCredits: 1, maxSittings: 2 }, de: "NCE with merit" });
  expect(judgeSubmitted(words, submitted({ type: "Direct Entry", alevels: diploma("Pass") }))).toMatchObject({
    standing: "qualifies",
    way: { standing: "unjudged", sentence: "the rule stands in words: look at the A-Level results" },
  });
});
