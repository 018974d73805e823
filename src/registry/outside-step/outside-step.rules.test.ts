import { expect, test } from "vitest";
import { needsOf, outsideSteps, type Standing, standingsOf } from "./outside-step.rules.ts";

const nothing: Standing = {
  ...{ jamb: "202611110001AB", came: false, listed: false, claimed: false, othername: null, otherprogramme: null },
  ...{ applied: false, caps: null, returned: false, proposed: null, admitted: null, accepted: null },
  ...{ olevelsaid: null, lettersaid: null, matric: null, national: null },
};
const listed = { ...nothing, came: true, listed: true, claimed: true, applied: true };
const day = "2026-11-01T10:00:00.000Z";
const proposed = { ...listed, caps: "Pending", returned: true, proposed: day };
const admitted = { ...proposed, caps: "Approved", admitted: day };
const accepted = { ...admitted, caps: "Accepted", accepted: day };

test.each([
  ["before any list came", nothing, "? ? ! ? ? ? - -"],
  ["whom the list does not have", { ...nothing, came: true }, "! ! ! ? ? ? - -"],
  ["who is listed for another course", { ...listed, otherprogramme: "NCE Biology" }, "D ! ! ? ? ? - -"],
  ["who is listed", listed, "D D ! ? ? ? - -"],
  ["whom the return does not have", { ...listed, returned: true }, "D D ! o - - - -"],
  ["who is proposed", proposed, "D D ! D o - - -"],
  ["who is refused", { ...proposed, caps: "Not approved" }, "D D ! D o - - -"],
  ["who is admitted", admitted, "D D D D D ! ! -"],
  ["who has accepted", accepted, "D D D D D D ! -"],
  ["who has printed the letter", { ...accepted, lettersaid: day }, "D D D D D D D -"],
  ["who has a matric number", { ...accepted, lettersaid: day, matric: "NCE/1" }, "D D D D D D D o"],
  ["whose entry JAMB returned", { ...accepted, matric: "NCE/1", national: "Returned" }, "D D D D D D ! !"],
  ["whom JAMB has listed", { ...accepted, matric: "NCE/1", national: "Listed" }, "D D D D D D ! D"],
])("each step of somebody %s", (_who, of, signs) => {
  const states = standingsOf(of);
  const sign = { Done: "D", "To do": "!", "Others act": "o", "Not yet": "-", "Not known": "?" } as const;
  expect(outsideSteps.map((step) => sign[states[step].state]).join(" ")).toBe(signs);
});

test.each([
  ["before any list came", nothing, ["O-Level not on CAPS", "Not proposed on CAPS", "No matric number"]],
  [
    "whom the list does not have",
    { ...nothing, came: true, olevelsaid: day, proposed: day },
    ["Not on JAMB's list", "Not admitted on CAPS", "No matric number"],
  ],
  ["who has not claimed the number", { ...accepted, claimed: false, matric: "NCE/1" }, ["Number not claimed"]],
  [
    "of another name and course",
    { ...accepted, othername: "Udo", otherprogramme: "NCE Biology", matric: "NCE/1" },
    ["Other name", "Other course"],
  ],
  ["who is proposed", { ...proposed, olevelsaid: day }, ["Not admitted on CAPS", "No matric number"]],
  ["who is admitted", { ...admitted, matric: "NCE/1" }, ["Not accepted on CAPS"]],
  ["who has all", { ...accepted, matric: "NCE/1" }, []],
  ["whom JAMB has listed already", { ...nothing, national: "Listed" }, []],
])("what somebody %s still needs", (_who, of, needs) => expect(needsOf(of)).toEqual(needs));
