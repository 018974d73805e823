import { expect, test } from "vitest";
import { demandsOn, findingsOf, limitsOf, type OfferedCourse } from "./course-registration.rules.ts";

const limits = { min: 4, max: 8, maxCarrying: 10 };

const course = (code: string, more: Partial<OfferedCourse> = {}): OfferedCourse => ({
  ...{ _id: code, code, name: "A course", credit: 2, moduletype: "Core", level: 100, kind: "Programme" },
  ...{ withdrawn: false, choice: null, choose: null, passed: 0, missing: null, awaited: null, excludes: null },
  ...{ seats: null, ...more },
});

const carried = (code: string, more: Partial<OfferedCourse> = {}) => course(code, { kind: "Carry-over", ...more });

const elective = (code: string, more: Partial<OfferedCourse> = {}) =>
  course(code, { moduletype: "Elective", choice: "Second language", choose: 2, ...more });

const found = (chosen: readonly OfferedCourse[], offered: readonly OfferedCourse[]) =>
  findingsOf(chosen, offered, limits).map(({ code, sentence }) => `${code}: ${sentence}`);

const boundIn = (offered: readonly OfferedCourse[]) => [...demandsOn(offered, limits).bound];

const own = [course("CRS 211", { level: 200 }), course("CRS 212", { level: 200 })];

test.each([
  ["asks for another that is not passed", carried("CRS 121", { missing: "CRS 111" })],
  ["has no place left", carried("CRS 121", { seats: 0 })],
  ["is offered no more", carried("CRS 121", { withdrawn: true })],
  ["is an elective", carried("CRS 121", { moduletype: "Elective" })],
])("a carry-over that %s is bound to nothing", (_what, other) => {
  const failed = carried("CRS 111");
  expect(boundIn([failed, other, ...own])).toEqual(["CRS 111"]);
  expect(found([failed, ...own], [failed, other, ...own])).toEqual([]);
  expect(found(own, [failed, other, ...own])).toEqual([
    "carry-over-left: CRS 111 A course is a carry-over, and carry-overs come first. Add it",
  ]);
});

test("carry-overs above the most units are bound from the earliest level on, as far as they fit", () => {
  const all = [
    carried("CRS 221", { level: 200, credit: 4 }),
    carried("CRS 222", { level: 200, credit: 1 }),
    carried("CRS 111", { credit: 4 }),
    carried("CRS 112", { credit: 3 }),
  ];
  expect(boundIn(all)).toEqual(["CRS 111", "CRS 112", "CRS 222"]);
  expect(found(all.slice(1), all)).toEqual([]);
});

test("of two carry-overs that exclude each other the earlier one is bound", () => {
  const all = [carried("CRS 111", { excludes: "CRS 112" }), carried("CRS 112"), ...own];
  expect(boundIn(all)).toEqual(["CRS 111"]);
  expect(found([carried("CRS 111", { excludes: "CRS 112" }), ...own], all)).toEqual([]);
});

test("a group asks for as many as it says, no fewer and no more", () => {
  const group = ["FRE 111", "HAU 111", "IGB 111"].map((code) => elective(code));
  const all = [...own, ...group];
  const words = "Second language: choose 2 courses. You have";
  expect(found([...own, ...group.slice(0, 1)], all)).toEqual([`group-short: ${words} 1 now. Add 1`]);
  expect(found([...own, ...group.slice(0, 2)], all)).toEqual([]);
  expect(found([...own.slice(1), ...group], all)).toEqual([`group-over: ${words} 3 now. Leave out 1`]);
});

test("what is passed of a group counts in it: one is lacking, then none, and none may be added", () => {
  const lacking = [elective("HAU 111", { passed: 1 }), elective("IGB 111", { passed: 1 })];
  const words = "Second language: choose 2 courses, of which you have passed";
  expect(found([...own], [...own, ...lacking])).toEqual([`group-short: ${words} 1. You have none now. Add 1`]);
  expect(found([...own, ...lacking.slice(1)], [...own, ...lacking])).toEqual([]);
  expect(found([...own, ...lacking], [...own, ...lacking])).toEqual([
    `group-over: ${words} 1. You have 2 now. Leave out 1`,
  ]);
  const done = elective("IGB 111", { passed: 2 });
  expect(found(own, [...own, done])).toEqual([]);
  expect(found([...own, done], [...own, done])).toEqual([`group-over: ${words} 2. You have 1 now. Leave out 1`]);
});

test("a group asks for no more than can be taken and than fits beside the carry-overs", () => {
  const closed = [elective("FRE 111", { seats: 0 }), elective("HAU 111", { missing: "HAU 101" }), elective("IGB 111")];
  expect(found([...own, ...closed.slice(2)], [...own, ...closed])).toEqual([]);
  expect(found(own, [...own, ...closed])).toHaveLength(1);
  const failed = ["CRS 111", "CRS 112", "CRS 113"].map((code) => carried(code, { credit: 3 }));
  const group = [elective("FRE 111"), elective("HAU 111")];
  expect(found(failed, [...failed, ...group])).toEqual([]);
});

test("the least units are no more than can be chosen: what is closed, excluded or beyond its group is not counted", () => {
  const least = (offered: readonly OfferedCourse[]) => limitsOf([], offered, limits).least;
  expect(least([...own, course("CRS 213")])).toBe(4);
  expect(least([course("CRS 213"), course("CRS 214", { missing: "CRS 114" }), course("CRS 215", { seats: 0 })])).toBe(
    2,
  );
  expect(least([course("CRS 213", { excludes: "CRS 214" }), course("CRS 214")])).toBe(2);
  expect(least([elective("FRE 111", { choose: 1 }), elective("HAU 111", { choose: 1 })])).toBe(2);
});

test("a course that is offered no more is named, whatever else is chosen", () => {
  const gone = course("CRS 213", { withdrawn: true });
  expect(found([...own, gone], [...own, gone])).toEqual([
    "course-withdrawn: CRS 213 is not offered any more. Leave it out and choose another",
  ]);
});
