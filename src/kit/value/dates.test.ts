import { expect, test } from "vitest";
import { asShortDay } from "./dates.rules.ts";

test("a day of this year needs no year, by the calendar of Lagos", () => {
  const newYear = new Date("2026-12-31T23:30:00Z");
  expect(asShortDay("2026-11-12T09:00:00Z", new Date("2026-11-20T12:00:00Z"))).toBe("12 November");
  expect(asShortDay("2026-11-12T09:00:00Z", newYear)).toBe("12 November 2026");
  expect(asShortDay("2026-12-31T23:10:00Z", newYear)).toBe("1 January");
});
