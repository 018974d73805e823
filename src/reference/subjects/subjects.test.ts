import { expect, test } from "vitest";
import { examinationTypes } from "../qualifications/qualifications.rules.ts";
import { displaySubjects, isSubject, subjects, subjectsFor } from "./subjects.rules.ts";

const named = [
  ...["Mathematics", "English Language", "Biology", "Chemistry", "Physics", "Economics", "Government", "Geography"],
  ...["Literature in English", "Civic Education", "Computer Studies", "Commerce", "Financial Accounting", "French"],
  ...["Igbo", "Hausa Language"],
];

test("every subject that the specification names is on the usual list, spelt as there", () => {
  const names = displaySubjects.map((subject) => subject.name);
  for (const name of named) expect(names).toContain(name);
});

test("names and codes are unique, so Geography stands once", () => {
  expect(new Set(subjects.map((subject) => subject.name)).size).toBe(subjects.length);
  expect(new Set(subjects.map((subject) => subject.code)).size).toBe(subjects.length);
  expect(subjects.filter((subject) => subject.name === "Geography")).toHaveLength(1);
});

test("no alias of one subject is the name of another", () => {
  for (const subject of subjects)
    for (const alias of subject.aliases)
      expect(isSubject(alias) && alias !== subject.name, `${subject.name}: ${alias}`).toBe(false);
});

test("boards are examination types of the specification", () => {
  for (const subject of subjects)
    for (const board of subject.boards) expect(examinationTypes as readonly string[]).toContain(board);
});

test("a board's list starts with what it sets and leaves nothing of the usual list out", () => {
  const grade2 = subjectsFor("GRADE II").map((subject) => subject.name);
  expect(grade2).toContain("Arithmetic Processes");
  expect(grade2.indexOf("Arithmetic Processes")).toBeLessThan(grade2.indexOf("Physics"));
  for (const subject of displaySubjects) expect(grade2).toContain(subject.name);
  expect(new Set(grade2).size).toBe(grade2.length);
  expect(subjectsFor("WAEC").map((subject) => subject.name)).not.toContain("Hadith");
});
