import { describe, expect, test } from "vitest";
import { inWords, isSame, isWhole, lockedSentence, noScore, readCell, readRow, typedOf } from "./score-sheet.rules.ts";

const maxima = { camax: 40, exammax: 60 };

describe("a cell", () => {
  test.each([
    ["0", { mark: 0 }],
    ["60", { mark: 60 }],
    ["40 ", { mark: 40 }],
    ["\u00a07", { mark: 7 }],
    ["", { mark: null }],
    ["  ", { mark: null }],
    ["ABS", { code: "Absent" }],
    ["abs.", { code: "Absent" }],
    ["n.c.a", { code: "No CA" }],
    ["Mal", { code: "Malpractice" }],
    ["EXC", { code: "Excused" }],
  ])("%j is read", (typed, read) => {
    expect(readCell(typed, 60, "Examination")).toEqual(read);
  });

  test.each([
    ["100", "Examination must be at most 60; 100 was typed"],
    ["61", "Examination must be at most 60; 61 was typed"],
    ["39.5", "Examination must be a whole number; 39.5 was typed"],
    ["39,5", "Examination must be a whole number; 39,5 was typed"],
    ["-1", "Examination must not be below 0"],
    ["1e2", "Examination must be a whole number from 0 to 60, or ABS, EXC, MAL or NCA; “1e2” was typed"],
    ["0x1F", /must be a whole number from 0 to 60/],
    ["ABSNT", /“ABSNT” was typed/],
    ["٣٠", /“٣٠” was typed/],
    ["1 2", /“1 2” was typed/],
    ["=SUM(A1)", /“=SUM\(A1\)” was typed/],
  ])("%j is refused by a sentence", (typed, sentence) => {
    const read = readCell(typed, 60, "Examination");
    expect("trouble" in read ? read.trouble : read).toMatch(sentence);
  });
});

describe("a row", () => {
  test("has its two numbers, of which one may lack", () => {
    expect(readRow({ ca: "25", examination: "41" }, maxima)).toEqual({
      score: { ca: 25, examination: 41, code: null },
    });
    expect(readRow({ ca: "", examination: "41" }, maxima)).toEqual({
      score: { ca: null, examination: 41, code: null },
    });
  });

  test("with a code in either cell is that code, and no number stands beside it", () => {
    const absent = { score: { ...noScore, code: "Absent" } };
    expect(readRow({ ca: "25", examination: "ABS" }, maxima)).toEqual(absent);
    expect(readRow({ ca: "abs", examination: "abs" }, maxima)).toEqual(absent);
    expect(readRow({ ca: "MAL", examination: "ABS" }, maxima)).toEqual({
      troubles: { examination: "Examination says Absent and CA Malpractice: one code stands for both" },
    });
  });

  test("is judged cell by cell against the most of each", () => {
    expect(readRow({ ca: "41", examination: "61" }, maxima)).toEqual({
      troubles: {
        ca: "CA must be at most 40; 41 was typed",
        examination: "Examination must be at most 60; 61 was typed",
      },
    });
    expect(readRow({ ca: "60", examination: "40" }, { camax: 60, exammax: 40 })).toHaveProperty("score");
  });

  test("is written into its cells as it is read from them", () => {
    for (const score of [
      { ca: 0, examination: 0, code: null },
      { ca: null, examination: 60, code: null },
      ...(["Absent", "Excused", "Malpractice", "No CA"] as const).map((code) => ({ ...noScore, code })),
      noScore,
    ]) {
      const read = readRow(typedOf(score), maxima);
      expect("score" in read && isSame(read.score, score)).toBe(true);
    }
    expect(typedOf({ ...noScore, code: "No CA" })).toEqual({ ca: "NCA", examination: "" });
  });

  test("is whole with both numbers or a code", () => {
    expect(isWhole({ ca: 0, examination: 0, code: null })).toBe(true);
    expect(isWhole({ ca: 0, examination: null, code: null })).toBe(false);
    expect(isWhole({ ...noScore, code: "Excused" })).toBe(true);
    expect(inWords({ ca: 0, examination: null, code: null })).toBe("0 and nothing");
  });
});

test("a locked sheet says with whom it is", () => {
  expect(lockedSentence("With dean")).toBe(
    "This sheet is with the dean, so its marks are locked. Ask there to return it with a reason, and type again",
  );
  expect(lockedSentence("Approved")).toMatch(/rectification$/);
});
