import { expect, test } from "vitest";
import { matricNumber } from "./matriculation.rules.ts";

const words = {
  programme: "NCE-BIO-CHE",
  department: "BIO",
  school: "SOS",
  award: "B.A. (Ed)",
  session: "2627",
  sessionname: "2026/2027",
};

test.each([
  ["{programme}/{yy}/{serial:4}", 41, "NCE-BIO-CHE/26/0041"],
  ["{award}-{school}-{year}-{serial}", 7, "BAEd-SOS-2026-7"],
  ["{session}{department}{serial:3}", 12345, "2627BIO12345"],
])("%s makes of the serial %i %s", (template, serial, made) => {
  expect(matricNumber(template, words, serial)).toBe(made);
});

test("a session whose name tells no year is called by its code", () => {
  expect(matricNumber("{yy}/{year}/{serial}", { ...words, sessionname: "Maiden" }, 1)).toBe("27/2627/1");
});
