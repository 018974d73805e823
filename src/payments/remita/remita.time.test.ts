import { expect, test } from "vitest";
import { providerTime } from "./remita.rules.ts";

test.each([
  ["2026-10-06 06:02:06 PM", "2026-10-06T17:02:06.000Z"],
  ["2026-10-06 12:00:00 AM", "2026-10-05T23:00:00.000Z"],
  ["2026-10-06 12:30:00 PM", "2026-10-06T11:30:00.000Z"],
  ["06/10/2026", null],
  ["2026-13-45 06:02:06 PM", null],
])("the provider's time %s is %s", (text, time) => {
  expect(providerTime(text)).toBe(time);
});
