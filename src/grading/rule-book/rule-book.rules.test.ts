import { expect, test } from "vitest";
import { type Trial, verdictOn } from "./rule-book.rules.ts";

const rules = {
  passmark: 40,
  camax: 40,
  exammax: 60,
  attempts: "All",
  failing: ["Absent", "Malpractice", "No CA"],
  bands: [
    { from: 60, to: 100, point: 450, grade: "B" },
    { from: 40, to: 59, point: 100, grade: "E" },
    { from: 39, to: 39, point: 50, grade: "D" },
    { from: 1, to: 38, point: 0, grade: "F" },
  ],
  classes: [],
  standings: [],
  awardunits: null,
} as const;

const on = (typed: Partial<Trial>) => verdictOn({ score: "", ca: "", examination: "", ...typed }, rules);

test.each([
  ["63", "B", 4.5, true, "63 is from 60 to 100: B, 4.5 points. Passed: the pass mark is 40"],
  ["100", "B", 4.5, true, "100 is from 60 to 100: B, 4.5 points. Passed: the pass mark is 40"],
  ["40 ", "E", 1, true, "40 is from 40 to 59: E, 1 point. Passed: the pass mark is 40"],
  ["39", "D", 0.5, false, "39 is the band of 39 alone: D, 0.5 points. Not passed: the pass mark is 40"],
  ["1", "F", 0, false, "1 is from 1 to 38: F, 0 points. Not passed: the pass mark is 40"],
  ["0", null, null, false, "No band has 0. Complete the bands first"],
  ["39.5", null, null, false, "The score must be a whole number; 39.5 was typed"],
  ["-1", null, null, false, "The score must not be below 0"],
  ["101", null, null, false, "The score must be at most 100; 101 was typed"],
  [
    "1e2",
    null,
    null,
    false,
    "The score must be a whole number from 0 to 100, or ABS, EXC, MAL or NCA; “1e2” was typed",
  ],
  [
    "ABS",
    "ABS",
    0,
    false,
    "Absent is no score: ABS stands on the record, and it counts as a fail: 0 points for the units of the course",
  ],
  ["exc", "EXC", null, false, "Excused is no score: EXC stands on the record, and it is in no average"],
])("a score typed as “%s” comes to %s", (score, grade, point, passed, why) => {
  expect(on({ score })).toEqual({ grade, point, passed, why });
});

test("two halves come to their sum, each within its maximum", () => {
  expect(on({ ca: "25", examination: "38" })).toMatchObject({
    grade: "B",
    why: "25 and 38 come to 63. 63 is from 60 to 100: B, 4.5 points. Passed: the pass mark is 40",
  });
  expect(on({ ca: "41", examination: "10" }).why).toBe("CA must be at most 40; 41 was typed");
  expect(on({ ca: "4", examination: "61" }).why).toBe("The examination must be at most 60; 61 was typed");
  expect(on({ ca: "4", examination: "abs" })).toMatchObject({ grade: "ABS", point: 0 });
  expect(on({ ca: "nca", examination: "50" })).toMatchObject({ grade: "NCA", point: 0 });
});

test("what is not typed yet is asked for", () => {
  expect(on({}).why).toBe("Type a score, or its CA and its examination");
  expect(on({ ca: "20" }).why).toContain("Type the examination too");
  expect(on({ examination: "20" }).why).toContain("Type the CA too");
});
