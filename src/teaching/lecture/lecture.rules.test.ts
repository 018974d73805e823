import { expect, test } from "vitest";
import {
  daysToBar,
  hoursDue,
  isBelow,
  isQuiet,
  lecturesToCome,
  lecturesToRise,
  mayMiss,
  percentOf,
  readingOf,
  standingOf,
  takesCode,
} from "./lecture.rules.ts";

const rule = { line: 75, warning: 80, from: 3, grace: 7 };
const long = { warned: 30 };

test.each([
  [0, 0, null, "none"],
  [2, 0, 0, "good"],
  [3, 2, 66, "barred"],
  [4, 3, 75, "warned"],
  [5, 4, 80, "good"],
  [1_000, 749, 74, "barred"],
  [1_000, 799, 79, "warned"],
] as const)("of %d lectures %d: %s %%, %s", (held, present, percent, standing) => {
  expect(percentOf({ held, present })).toBe(percent);
  expect(standingOf({ held, present, ...long }, rule)).toBe(standing);
});

test("a warning that is set below the line begins at the line", () => {
  expect(standingOf({ held: 100, present: 75, ...long }, { ...rule, warning: 10 })).toBe("good");
  expect(standingOf({ held: 100, present: 74, ...long }, { ...rule, warning: 10 })).toBe("barred");
});

test.each([
  [null, 7, "warned"],
  [0, 7, "warned"],
  [6, 1, "warned"],
  [7, 0, "barred"],
  [8, 0, "barred"],
] as const)("warned %s days ago: barred in %d days", (warned, days, standing) => {
  const of = { held: 10, present: 7, warned };
  expect([daysToBar(of, rule), standingOf(of, rule)]).toEqual([days, standing]);
  expect(daysToBar({ ...of, present: 8 }, rule)).toBeNull();
});

test("without days of grace somebody is barred as soon as the warning is out, and not before", () => {
  const of = { held: 10, present: 7 };
  expect(standingOf({ ...of, warned: null }, { ...rule, grace: 0 })).toBe("warned");
  expect(standingOf({ ...of, warned: 0 }, { ...rule, grace: 0 })).toBe("barred");
});

test.each([
  [2, 1, "good", 20, "early"],
  [2, 2, "good", 20, "early"],
  [4, 4, "good", 20, "enough"],
  [4, 3, "warned", 20, "close"],
  [4, 2, "warned", 20, "below"],
  // As soon as it counts, before anybody was warned of it.
  [4, 2, "good", 20, "below"],
  [4, 2, "warned", 3, "low"],
  [4, 2, "barred", 20, "low"],
] as const)(
  "at %d lectures %d, %s, with %d to come, a student reads: %s",
  (held, present, standing, toCome, reading) => {
    const of = { held, present, standing };
    expect(readingOf({ ...of, maymiss: mayMiss(of, rule.line, toCome) }, rule)).toBe(reading);
  },
);

test.each([
  [2, 1, 2],
  [4, 2, 4],
  [4, 0, 12],
  [100, 74, 4],
] as const)("of %d lectures %d: the next %d bring it to the line, and fewer do not", (held, present, next) => {
  expect(lecturesToRise({ held, present }, 75)).toBe(next);
  const after = (more: number) => ({ held: held + more, present: present + more });
  expect([isBelow(after(next - 1), 75), isBelow(after(next), 75)]).toEqual([true, false]);
});

test.each([
  [{ start: "2026-11-01", quietbefore: "2026-11-10", over: 24, days: 90 }, "2026-11-09", 12, 8, true],
  [{ start: "2026-11-01", quietbefore: "2026-11-10", over: 24, days: 90 }, "2026-11-10", 12, 8, false],
  [{ start: "2026-11-01", quietbefore: "2026-11-10", over: 24, days: 90 }, null, 12, 8, true],
  [{ start: "2026-11-11", quietbefore: "2026-11-10", over: 100, days: 90 }, null, 12, 30, false],
  [{ start: null, quietbefore: "2026-11-10", over: null, days: null }, null, 12, null, true],
  [{ start: null, quietbefore: "2026-11-10", over: null, days: null }, null, 0, null, false],
] as const)(
  "of a term %o with the last lecture %s and %d students: %s hours due, quiet %s",
  (term, last, students, due, quiet) => {
    expect([hoursDue(30, term), isQuiet({ last, students }, term)]).toEqual([due, quiet]);
  },
);

test.each([
  ["2026-11-27", null, true],
  ["2026-11-27", "Code", true],
  ["2026-11-27", "List", false],
  ["2026-11-27", "Paper", false],
  ["2026-11-26", null, false],
  ["2026-11-26", "Code", false],
] as const)("on 27 November a lecture of %s taken by %s takes a code: %s", (date, taken, takes) => {
  expect(takesCode({ date, taken }, "2026-11-27")).toBe(takes);
});

test("how many may still be missed follows what is likely to come", () => {
  expect(lecturesToCome({ planned: 30, hours: 10, lectures: 5 })).toBe(10);
  expect(lecturesToCome({ planned: 30, hours: 0, lectures: 0 })).toBe(30);
  expect(lecturesToCome({ planned: 30, hours: 40, lectures: 20 })).toBe(0);
  expect(mayMiss({ held: 5, present: 5 }, 75, 10)).toBe(3);
  expect(mayMiss({ held: 5, present: 2 }, 75, 10)).toBe(0);
  expect(mayMiss({ held: 5, present: 0 }, 75, 10)).toBeNull();
  expect(mayMiss({ held: 1, present: 1 }, 0, 2)).toBe(2);
});
