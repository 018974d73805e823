import { expect, test } from "vitest";
import { namesAsTold, subjectsAsTold } from "./claim.told.rules.ts";

const typed = (firstname: string, lastname: string, middlename: string | null = null) => ({
  firstname,
  middlename,
  lastname,
});

test.each([
  ["BELLO AISHA", typed("Aisha", "Bello"), { firstname: "Aisha", lastname: "Bello" }],
  ["BELLO, Aisha Musa", typed("aisha", "BELLO"), { firstname: "aisha", middlename: "Musa", lastname: "BELLO" }],
  [
    "ABD-ALLAH ISA UMAR",
    typed("Isa", "Abd Allah", "Umar"),
    { firstname: "Isa", middlename: "Umar", lastname: "Abd Allah" },
  ],
  // Somebody else's name: JAMB's surname stands first.
  ["OKON UDO ITA", typed("Aisha", "Bello"), { firstname: "Udo", middlename: "Ita", lastname: "Okon" }],
  ["O'NEIL ADÉ", typed("Ade", "Neil"), { firstname: "Ade", lastname: "O'Neil" }],
  ["MADONNA", typed("Madonna", "Bello"), { firstname: "Madonna" }],
  ["BELLO BELLO", typed("Bello", "Bello"), { firstname: "Bello", lastname: "Bello" }],
])("%s is %o as %o", (told, own, names) => expect(namesAsTold(told, own)).toEqual(names));

test.each([
  ["English, Biology, Chemistry, Physics", ["Biology", "Chemistry", "Physics"]],
  ["Use of English, CRS, Govt, Lit. in Eng", ["Christian Religious Studies", "Government", "Literature in English"]],
  ["MATHS/PHY/CHEM", ["Mathematics", "Physics", "Chemistry"]],
  ["Basket weaving, Biology, Biology", ["Biology"]],
  ["", []],
])("the subjects in %j are %o", (told, subjects) => expect(subjectsAsTold(told)).toEqual(subjects));
