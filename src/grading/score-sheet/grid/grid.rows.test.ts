import { describe, expect, test } from "vitest";
import { isBlock, pasted, previewOf, rowOf, stateOf, tidied, typedInto } from "./grid.rows.rules.ts";

const maxima = { camax: 40, exammax: 60 };

const listed = (nth: number, matric: string | null = `NCE/26/${nth}`) => ({
  ...{ student: `s${nth}`, name: `Student ${nth}`, matric, version: 1, by: null, at: null, own: false },
  ...{ ca: null, examination: null, code: null },
});

const rows = [1, 2, 3].map((nth) => listed(nth));

describe("what is pasted", () => {
  test("is a block where it has lines or columns, and a mark otherwise", () => {
    expect([isBlock("25"), isBlock("25\n"), isBlock("25\t30"), isBlock("25\r\n30\r\n")]).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  test("goes down and to the right from its cell, and says what found no place", () => {
    expect(pasted("10\t20\r\n11\t21\r\n", rows, { student: "s2", field: "ca" })).toEqual({
      changes: [
        { student: "s2", field: "ca", text: "10" },
        { student: "s2", field: "examination", text: "20" },
        { student: "s3", field: "ca", text: "11" },
        { student: "s3", field: "examination", text: "21" },
      ],
      left: [],
    });
    expect(pasted("10\n11\n12", rows, { student: "s2", field: "examination" })).toEqual({
      changes: [
        { student: "s2", field: "examination", text: "10" },
        { student: "s3", field: "examination", text: "11" },
      ],
      left: ["1 line is more than students stand below"],
    });
    expect(pasted("1\t2\t3", rows, { student: "s1", field: "ca" }).left).toEqual([
      "Columns beyond the examination were left out",
    ]);
  });

  test("with matric numbers finds each student, whatever the order, past headings and names", () => {
    const block =
      "Matric\tName\tCA\tExam\nnce/26/3\tAda Eze\t13\t23\nNCE/26/1 \tMusa Garba\t11\tABS\nNCE/26/9\tNobody\t1\t2";
    expect(pasted(block, rows, { student: "s1", field: "examination" })).toEqual({
      changes: [
        { student: "s3", field: "ca", text: "13" },
        { student: "s3", field: "examination", text: "23" },
        { student: "s1", field: "ca", text: "11" },
        { student: "s1", field: "examination", text: "ABS" },
      ],
      left: ["NCE/26/9 is not in the class"],
    });
    expect(pasted("NCE/25/7\t44\nNCE/25/8\t45", rows, { student: "s3", field: "ca" })).toEqual({
      changes: [],
      left: ["NCE/25/7 is not in the class", "NCE/25/8 is not in the class"],
    });
    expect(pasted("NCE/26/2\t44\nNCE/26/1\t45", rows, { student: "s3", field: "examination" }).changes).toEqual([
      { student: "s2", field: "examination", text: "44" },
      { student: "s1", field: "examination", text: "45" },
    ]);
  });
});

describe("a row", () => {
  test("waits once it says something else, and is wrong while it says no mark", () => {
    const row = rowOf({ ...listed(1), ca: 10, examination: 20 });
    expect(stateOf(row, maxima)).toBe("saved");
    expect(stateOf(typedInto(row, { ca: "010", examination: " 20" }, maxima), maxima)).toBe("saved");
    expect(stateOf(typedInto(row, { ca: "11", examination: "20" }, maxima), maxima)).toBe("waiting");
    const wrong = typedInto(row, { ca: "41", examination: "20" }, maxima);
    expect([stateOf(wrong, maxima), wrong.troubles.ca]).toEqual(["wrong", "CA must be at most 40; 41 was typed"]);
    const theirs = { student: "s1", ca: 1, examination: 2, code: null, version: 2, by: "Mrs Bello", at: "" };
    expect(stateOf({ ...row, theirs }, maxima)).toBe("differs");
  });

  test("is tidied when it is left: a code stands alone, where it belongs", () => {
    const row = typedInto(rowOf(listed(1)), { ca: "abs", examination: "20" }, maxima);
    expect(tidied(row, maxima).typed).toEqual({ ca: "", examination: "ABS" });
  });

  test("shows its total and grade by the student's own profile", () => {
    const bands = [
      { from: 40, to: 100, grade: "E", point: 100 },
      { from: 0, to: 39, grade: "F", point: 0 },
    ];
    const profile = { _id: "p", name: "Five points", passmark: 40, failing: ["Absent" as const], bands };
    const of = (ca: string, examination: string) =>
      previewOf(typedInto(rowOf(listed(1)), { ca, examination }, maxima), maxima, profile);
    expect(of("20", "20")).toEqual({ total: "40", grade: "E", passed: true });
    expect(of("20", "19")).toEqual({ total: "39", grade: "F", passed: false });
    expect(of("", "ABS")).toEqual({ total: "", grade: "ABS", passed: false });
    expect(of("20", "")).toEqual({ total: "", grade: "", passed: true });
  });
});
