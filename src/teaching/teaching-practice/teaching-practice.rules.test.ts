import fc from "fast-check";
import { expect, test } from "vitest";
import { sheetItems, sheetTrouble, usualSheet } from "../practice-round/practice-round.rules.ts";
import { placedByWishes, practiceTotal, resultWords } from "./teaching-practice.rules.ts";

test("a result is rounded once, half up, from the exact fraction", () => {
  expect(practiceTotal([])).toBeNull();
  expect(practiceTotal([{ got: 1, most: 3 }])).toBe(33);
  // 79/200: exactly 39.5 of 100.
  expect(practiceTotal([{ got: 79, most: 200 }])).toBe(40);
  expect(practiceTotal([{ got: 0, most: 50 }])).toBe(0);
  // A third and two thirds are a half, whatever the decimals of each.
  expect(
    practiceTotal([
      { got: 1, most: 3 },
      { got: 2, most: 3 },
    ]),
  ).toBe(50);
  expect(
    practiceTotal([
      { got: 41, most: 50 },
      { got: 25, most: 50 },
    ]),
  ).toBe(66);
});

test("any visits come to between the worst and the best of them", () => {
  const visit = fc
    .integer({ min: 1, max: 300 })
    .chain((most) => fc.record({ most: fc.constant(most), got: fc.integer({ min: 0, max: most }) }));
  fc.assert(
    fc.property(fc.array(visit, { minLength: 1, maxLength: 8 }), (visits) => {
      const total = practiceTotal(visits) ?? -1;
      const each = visits.map(({ got, most }) => (100 * got) / most);
      expect(total).toBeGreaterThanOrEqual(Math.floor(Math.min(...each)));
      expect(total).toBeLessThanOrEqual(Math.ceil(Math.max(...each)));
    }),
  );
});

test("everybody's first wish is looked at before anybody's second, and nobody goes where no place is", () => {
  const placed = placedByWishes(
    [
      { student: "a", wishes: ["x", "y"] },
      { student: "b", wishes: ["x", "y"] },
      { student: "c", wishes: ["y"] },
      { student: "d", wishes: ["x", "z", "y"] },
    ],
    new Map([
      ["x", 1],
      ["y", 1],
      ["z", 0],
    ]),
  );
  expect([...placed]).toEqual([
    ["a", { school: "x", wish: 1 }],
    ["c", { school: "y", wish: 1 }],
  ]);
});

test("no school takes more than it has places, however many wish", () => {
  const school = fc.constantFrom("x", "y", "z");
  fc.assert(
    fc.property(
      fc.array(fc.uniqueArray(school, { minLength: 1, maxLength: 3 })),
      fc.array(fc.nat(4), { minLength: 3, maxLength: 3 }),
      (wishes, places) => {
        const free = new Map(["x", "y", "z"].map((name, nth) => [name, places[nth] ?? 0]));
        const placed = placedByWishes(
          wishes.map((own, nth) => ({ student: `${nth}`, wishes: own })),
          free,
        );
        for (const [name, most] of free)
          expect([...placed.values()].filter((one) => one.school === name).length).toBeLessThanOrEqual(most);
        // Whoever is left has no wish with a place.
        for (const [nth, own] of wishes.entries()) {
          if (placed.has(`${nth}`)) continue;
          for (const name of own)
            expect([...placed.values()].filter((one) => one.school === name).length).toBe(free.get(name));
        }
      },
    ),
  );
});

test.each([
  ["Lesson plan", '"Lesson plan" has no maximum. Write each item as Lesson plan: 20, one a line'],
  ["Voice: 0", "The maximum of each item must be at least 1"],
  ["Voice: 5\nvoice: 6", "Score sheet names an item twice"],
  ["", "Score sheet needs at least one item, such as Lesson plan: 20"],
])("the score sheet %j is refused with what to do", (sheet, sentence) => {
  expect(sheetTrouble(sheet)).toBe(sentence);
});

test("the usual score sheet is right, and brings 100", () => {
  expect(sheetTrouble(usualSheet)).toBeUndefined();
  expect(sheetItems(usualSheet).reduce((all, { most }) => all + most, 0)).toBe(100);
});

test("a code is never a zero in disguise", () => {
  expect(resultWords({ total: null, code: "Absent" }, 40)).toBe("Absent without leave: to be repeated");
  expect(resultWords({ total: 0, code: null }, 40)).toBe("0 %, to be repeated");
  expect(resultWords({ total: 40, code: null }, 40)).toBe("40 %, passed");
});
