import { expect, test } from "vitest";
import { inPlainSigns, piecesOf } from "./sms.rules.ts";

test.each([
  ["₦21,000.00", "N21,000.00"],
  ["Ọláṣẹ́ Adébáyọ̀", "Olase Adébayo"],
  ["“Bring it” – now…", '"Bring it" - now...'],
  ["a {b} é", "a {b} é"],
])("%s is texted as %s", (text, plain) => {
  expect(inPlainSigns(text)).toBe(plain);
});

test.each([
  ["a".repeat(160), 1],
  ["a".repeat(161), 2],
  ["a".repeat(306), 2],
  ["a".repeat(307), 3],
  // The brace takes two places.
  [`{${"a".repeat(158)}`, 1],
  [`{${"a".repeat(159)}`, 2],
  ["ẹ".repeat(70), 1],
  ["ẹ".repeat(71), 2],
  ["ẹ".repeat(134), 2],
  ["ẹ".repeat(135), 3],
])("%s is so many texts", (text, pieces) => {
  expect(piecesOf(text)).toBe(pieces);
});
