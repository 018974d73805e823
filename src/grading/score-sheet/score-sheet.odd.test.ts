import { describe, expect, test } from "vitest";
import { type NamedScore, oddPatterns } from "./score-sheet.odd.rules.ts";

const maxima = { camax: 40, exammax: 60 };

const scored = (pairs: readonly (readonly [ca: number | null, examination: number | null])[]): NamedScore[] =>
  pairs.map(([ca, examination], at) => ({
    ...{ student: `s${at}`, name: `Student ${at}`, matric: `NCE/${at}`, passmark: 40 },
    ...{ ca, examination, code: null },
  }));

/** A class as classes are: both halves rise and fall together, nothing stands out. */
const usual = Array.from({ length: 60 }, (_, at) => {
  const ca = 20 + ((at * 7) % 18);
  return [ca, Math.round(ca * 1.5) + ((at * 11) % 7) - 3] as const;
});

const found = (pairs: readonly (readonly [number | null, number | null])[]) =>
  oddPatterns(scored(pairs), maxima).map(({ code, sentence, students }) => [code, sentence, students.length]);

describe("of a sheet", () => {
  test("as sheets are, nothing is said", () => {
    expect(found(usual)).toEqual([]);
  });

  test("many totals just below the pass mark are told against those around them", () => {
    const just = Array.from({ length: 9 }, (_, at) => [10 + at, 29 - at] as const);
    const near = [[20, 20] as const, [18, 20] as const];
    expect(found([...usual, ...just, ...near])).toEqual([
      ["just-below-pass", "9 students have 39, just below the pass mark, and 0.3 of each total around it", 9],
    ]);
    expect(found([...usual, ...just.slice(0, 4)])).toEqual([]);
    // Where there are as many of the others, it is a weak class and nothing else.
    const weak = [36, 37, 38, 39, 40, 41, 42, 43].flatMap((total) =>
      Array.from({ length: 8 }, (_, at) => [10 + at, total - 10 - at] as const),
    );
    expect(found([...usual, ...weak])).toEqual([]);
  });

  test("the pass mark is each student's own", () => {
    const just = scored(Array.from({ length: 9 }, (_, at) => [10 + at, 29 - at] as const));
    expect(
      oddPatterns(
        just.map((one) => ({ ...one, passmark: 45 })),
        maxima,
      ),
    ).toEqual([]);
    expect(
      oddPatterns(
        just.map((one) => ({ ...one, passmark: null })),
        maxima,
      ),
    ).toEqual([]);
  });

  test("all equal are told, of both halves or of one", () => {
    expect(found(Array.from({ length: 30 }, () => [20, 30] as const))).toEqual([
      ["all-equal", "All 30 students have 20 and 30", 30],
    ]);
    expect(found(usual.map(([, examination]) => [20, examination]))).toContainEqual([
      "all-equal",
      "All 60 students have 20 in CA",
      60,
    ]);
    expect(found(Array.from({ length: 4 }, () => [20, 30] as const))).toEqual([]);
  });

  test("a half without the other is told with what to type", () => {
    expect(found([...usual, [20, null], [21, null], [null, 40]])).toEqual([
      ["ca-alone", "2 students have a CA and no examination: type it, or ABS", 2],
      ["examination-alone", "1 student has an examination and no CA: type it, or NCA", 1],
    ]);
    const whole = oddPatterns(scored([[20, null]]), { camax: 100, exammax: 0 });
    expect(whole).toEqual([]);
  });

  test("an examination far above the CA for many is told, and the reverse", () => {
    const swapped = usual.map(([ca, examination], at) =>
      at % 3 === 0 ? ([5, 50] as const) : ([ca, examination] as const),
    );
    expect(found(swapped)).toEqual([
      [
        "examination-above-ca",
        "20 of 60 students have far more of the examination than of the CA. Were the columns swapped?",
        20,
      ],
    ]);
    const high = usual.map(([ca, examination], at) =>
      at % 3 === 0 ? ([39, 10 + (at % 9)] as const) : ([ca, examination] as const),
    );
    expect(found(high).map(([code]) => code)).toEqual(["ca-above-examination"]);
    // One student alone is no pattern.
    expect(found([...usual, [0, 60]])).toEqual([]);
  });

  test("a pair copied down the list is told, with the others like it", () => {
    const run = [25, 30] as const;
    expect(found([...usual.slice(0, 20), run, run, run, run, run, ...usual.slice(20)])).toEqual([
      ["same-in-a-row", "5 students one after the other have 25 and 30. Was a mark copied down?", 5],
    ]);
    const other = [22, 41] as const;
    expect(found([...usual, run, run, run, run, run, ...usual, other, other, other, other])).toEqual([
      [
        "same-in-a-row",
        "5 students one after the other have 25 and 30, and 1 other run like it. Was a mark copied down?",
        9,
      ],
    ]);
    expect(found([...usual, run, run, run])).toEqual([]);
  });

  test("the whole CA for all is told", () => {
    expect(found(usual.map(([, examination]) => [40, examination]))).toContainEqual([
      "ca-all-full",
      "All 60 students have the whole CA, 40 of 40",
      60,
    ]);
  });

  test("a code is no number: the absent are no pattern", () => {
    const absent = scored(usual).map((one, at) =>
      at % 2 === 0 ? { ...one, ca: null, examination: null, code: "Absent" as const } : one,
    );
    expect(oddPatterns(absent, maxima)).toEqual([]);
  });
});
