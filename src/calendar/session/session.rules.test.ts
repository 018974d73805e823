import { expect, test } from "vitest";
import { asBegin, asEnd } from "./session.rules.ts";

test.each([
  ["2027-03-21T23:00:00Z", "the end of Sunday 21 March 2027"],
  ["2027-03-21T22:59:00Z", "the end of Sunday 21 March 2027"],
  ["2027-03-21T22:59:59Z", "the end of Sunday 21 March 2027"],
  ["2027-03-21T16:00:00Z", "5:00 pm on Sunday 21 March 2027"],
  ["2027-03-21T23:01:00Z", "12:01 am on Monday 22 March 2027"],
])("what ends at %s ends at %s", (iso, words) => {
  expect(asEnd(iso)).toBe(words);
});

test.each([
  ["2026-10-31T23:00:00Z", "Sunday 1 November 2026"],
  ["2026-11-01T08:00:00Z", "Sunday 1 November 2026 at 9:00 am"],
])("what begins at %s begins on %s", (iso, words) => {
  expect(asBegin(iso)).toBe(words);
});
