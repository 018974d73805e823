import { expect, test } from "vitest";
import { namesAsTold } from "./claim.told.rules.ts";

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
