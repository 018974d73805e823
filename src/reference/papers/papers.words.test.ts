import { expect, test } from "vitest";
import { amountInWords } from "./papers.words.rules.ts";

test.each([
  [0, "Zero naira only"],
  [1, "One naira only"],
  [19, "Nineteen naira only"],
  [21, "Twenty-one naira only"],
  [100, "One hundred naira only"],
  [101, "One hundred and one naira only"],
  [2500, "Two thousand, five hundred naira only"],
  [1005, "One thousand and five naira only"],
  [2500.5, "Two thousand, five hundred naira, fifty kobo only"],
  [0.01, "Zero naira, one kobo only"],
  [17_250, "Seventeen thousand, two hundred and fifty naira only"],
  [1_000_000, "One million naira only"],
  [
    1_234_567.89,
    "One million, two hundred and thirty-four thousand, five hundred and sixty-seven naira, eighty-nine kobo only",
  ],
])("%d naira is %s", (naira, words) => {
  expect(amountInWords(naira)).toBe(words);
});
