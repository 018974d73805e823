import { expect, test } from "vitest";
import { gradeNamed, grades } from "./grades.rules.ts";

test("the bar shows A1 as 9 of 9 and F9 as 1 of 9", () => {
  expect(gradeNamed("A1")?.barScore).toBe(9);
  expect(gradeNamed("F9")?.barScore).toBe(1);
});

test("the digit of a grade is its points", () => {
  for (const grade of grades) expect(grade.grade.slice(1)).toBe(String(grade.points));
});

test("C6 is the last credit and E8 the last pass", () => {
  expect(grades.filter((grade) => grade.credit).map((grade) => grade.grade)).toEqual([
    "A1",
    "B2",
    "B3",
    "C4",
    "C5",
    "C6",
  ]);
  expect(grades.filter((grade) => !grade.pass).map((grade) => grade.grade)).toEqual(["F9"]);
});

test("what is no grade of the list has none", () => {
  for (const name of ["a1", "A2", "AR", "", "constructor"]) expect(gradeNamed(name)).toBeUndefined();
});
