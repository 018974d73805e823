import { expect, test } from "vitest";
import { subjectsAsTold, utmeSubjectsIn } from "./subjects.told.rules.ts";

test.each([
  ["English, Biology, Chemistry, Physics", ["Biology", "Chemistry", "Physics"]],
  ["Use of English, CRS, Govt, Lit. in Eng", ["Christian Religious Studies", "Government", "Literature in English"]],
  ["MATHS/PHY/CHEM", ["Mathematics", "Physics", "Chemistry"]],
  ["Basket weaving, Biology, Biology", ["Biology"]],
  ["", []],
])("the subjects in %j are %o", (told, subjects) => expect(subjectsAsTold(told)).toEqual(subjects));

test.each([
  ["Use of English, CHEM, Bio., Maths", ["Biology", "Chemistry", "Mathematics"]],
  ["ENGLISH LANGUAGE; Govt; CRK; Lit. in Eng", ["Christian Religious Studies", "Government", "Literature in English"]],
  ["Eng, Agric, Econs, Geog", ["Agricultural Science", "Economics", "Geography"]],
  ["English, Biology, Chemistry, Basket weaving", null],
  ["English, Bio, Biology, Chemistry", null],
  ["Biology, Chemistry, Physics, Maths", null],
  ["Biology, Chemistry", null],
  ["", null],
])("the desk judges %j by %o", (told, subjects) => expect(utmeSubjectsIn(told)).toEqual(subjects));
