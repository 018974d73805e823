import { describe, expect, test } from "vitest";
import {
  isBlock,
  keptOf,
  leftOf,
  pasted,
  previewOf,
  rowOf,
  stateOf,
  tidied,
  typedInto,
  unsavedInWords,
} from "./grid.rows.rules.ts";

const maxima = { camax: 40, exammax: 60 };

const listed = (nth: number, matric: string | null = `NCE/26/${nth}`) => ({
  ...{
    student: `s${nth}`,
    name: `Student ${nth}`,
    matric,
    version: 1,
    by: null,
    at: null,
    own: false,
    published: false,
  },
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
    expect(of("20", "20")).toEqual({ total: "40", grade: "E", failed: false });
    expect(of("20", "19")).toEqual({ total: "39", grade: "F", failed: true });
    expect(of("", "ABS")).toEqual({ total: "", grade: "ABS", failed: true });
    expect(of("", "EXC")).toEqual({ total: "", grade: "EXC", failed: false });
    expect(of("20", "")).toEqual({ total: "", grade: "", failed: false });
  });
});

describe("what is not the portal's", () => {
  test("is told with its number and why, and nothing is where all is saved", () => {
    const none = { waiting: 0, wrong: 0, differs: 0, refused: null };
    expect(unsavedInWords(none)).toBeNull();
    expect(unsavedInWords({ ...none, waiting: 1 })).toBe("1 mark is not saved yet: 1 waits for the network");
    expect(unsavedInWords({ waiting: 2, wrong: 1, differs: 1, refused: "The sheet is locked" })).toBe(
      "4 marks are not saved yet: 2 wait in vain, 1 differs from another's, 1 is not right yet. The sheet is locked",
    );
  });

  test("stays on the device until it is thrown away: of who left the class, and of all once nobody types", () => {
    const [one, two] = rows.map((of) => rowOf({ ...of, ca: 10, examination: 20 }));
    if (!one || !two) throw new Error("Two rows are there");
    const kept = keptOf([{ ...one, typed: { ca: "11", examination: "21" } }, two], []) ?? {};
    expect(kept.s1).toEqual({ ca: "11", examination: "21", version: 1, name: "Student 1", matric: "NCE/26/1" });
    const gone = { ...kept, s9: { ca: "5", examination: "", version: 2, name: "Student 9", matric: null } };
    const find = (student: string) => [one, two].find(({ of }) => of.student === student);
    expect(leftOf(gone, find, maxima, false)).toEqual([{ student: "s9", of: gone.s9, saved: null }]);
    const still = leftOf(gone, find, maxima, true);
    expect(still.map(({ student }) => student)).toEqual(["s1", "s9"]);
    expect(keptOf([], still)).toEqual({ s1: kept.s1, s9: gone.s9 });
    expect(keptOf([], [])).toBeNull();
  });
});
