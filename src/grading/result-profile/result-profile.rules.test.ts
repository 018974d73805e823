import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Band,
  type GradingRules,
  gradeOf,
  nextName,
  troubleInBands,
  troubleInBook,
} from "./result-profile.rules.ts";

/** Bands that begin where others end, from 0 to 100; points rise. */
const partition = fc
  .uniqueArray(fc.integer({ min: 1, max: 100 }), { maxLength: 12 })
  .map((starts) => [0, ...starts.toSorted((one, other) => one - other)])
  .map((starts) =>
    starts.map((from, at): Band => ({ from, to: (starts[at + 1] ?? 101) - 1, point: at * 50, grade: `G${at}` })),
  );

const anyBands = fc.array(
  fc.tuple(fc.integer({ min: -3, max: 104 }), fc.integer({ min: -3, max: 104 })).map(([from, to]) => ({ from, to })),
  { maxLength: 5 },
);

const numbers = Array.from({ length: 101 }, (_, score) => score);
const holds = (score: number) => (band: Pick<Band, "from" | "to">) => band.from <= score && score <= band.to;

const rules = (bands: readonly Band[], more: Partial<GradingRules> = {}): GradingRules => ({
  passmark: 40,
  attempts: "All",
  failing: ["Absent", "Malpractice", "No CA"],
  bands,
  classes: [],
  standings: [],
  awardunits: null,
  ...more,
});

const nce = rules([
  { from: 70, to: 100, point: 500, grade: "A" },
  { from: 60, to: 69, point: 400, grade: "B" },
  { from: 50, to: 59, point: 300, grade: "C" },
  { from: 45, to: 49, point: 200, grade: "D" },
  { from: 40, to: 44, point: 100, grade: "E" },
  { from: 0, to: 39, point: 0, grade: "F" },
]);

describe("bands", () => {
  test("that part 0 to 100 have no trouble, in whichever order they stand", () => {
    fc.assert(
      fc.property(partition, fc.integer(), (bands, turn) => {
        const turned = bands.map((_, at) => bands[(at + Math.abs(turn)) % bands.length] as Band);
        expect(troubleInBands(turned)).toEqual([]);
      }),
    );
  });

  test("are accepted exactly where each whole number from 0 to 100 is in one of them, and nothing else is", () => {
    fc.assert(
      fc.property(anyBands, (ends) => {
        const bands = ends
          .toSorted((one, other) => one.from - other.from)
          .map((band, at) => ({ ...band, point: at, grade: `G${at}` }));
        const isPartition =
          numbers.every((score) => bands.filter(holds(score)).length === 1) &&
          bands.every(({ from, to }) => from <= to && from >= 0 && to <= 100);
        expect(troubleInBands(bands).length === 0).toBe(isPartition);
      }),
      { numRuns: 2_000 },
    );
  });

  test("of which one is moved by a number have a gap or an overlap", () => {
    fc.assert(
      fc.property(partition, fc.nat(), fc.constantFrom(-1, 1), fc.constantFrom("from", "to"), (bands, nth, by, end) => {
        const at = nth % bands.length;
        const moved = bands.map((band, place) =>
          place === at ? { ...band, [end]: band[end as "from" | "to"] + by } : band,
        );
        expect(troubleInBands(moved)).not.toEqual([]);
      }),
    );
  });

  test("say which scores have no band, and which have two", () => {
    const without = (grade: string) => nce.bands.filter((band) => band.grade !== grade);
    expect(troubleInBands(without("D"))).toEqual(["No band has 45 to 49. Let C begin at 45, or add a band"]);
    expect(troubleInBands(without("A"))).toEqual(["No band has 70 to 100. Let the last one end at 100"]);
    expect(troubleInBands(without("F"))).toEqual(["No band has 0 to 39. Let E begin at 0, or add a band"]);
    const wide = nce.bands.map((band) => (band.grade === "E" ? { ...band, to: 45 } : band));
    expect(troubleInBands(wide)).toEqual(["45 is in D and in the band before it. Let D begin at 46"]);
    expect(troubleInBands([])).toEqual(["No band has 0 to 100. Let the last one end at 100"]);
  });

  test("have whole ends, points that do not fall, and each grade once", () => {
    const halves = [
      { from: 0, to: 39.5, point: 0, grade: "F" },
      { from: 40.5, to: 100, point: 1, grade: "E" },
    ];
    expect(troubleInBands(halves)).toContain("F must have whole numbers from 0 to 100 at both ends");
    const falling = nce.bands.map((band) => (band.grade === "B" ? { ...band, point: 200 } : band));
    expect(troubleInBands(falling)).toEqual(["B has a lower point than the band below it"]);
    const twice = nce.bands.map((band) => (band.grade === "B" ? { ...band, grade: "C" } : band));
    expect(troubleInBands(twice)).toEqual(["The grade C stands twice"]);
  });
});

describe("a grade", () => {
  test("is there for every score of every partition, and is that of its band", () => {
    fc.assert(
      fc.property(partition, fc.integer({ min: 0, max: 100 }), (bands, total) => {
        const { grade, point } = gradeOf({ total, code: null }, rules(bands));
        const band = bands.find(holds(total));
        expect([grade, point]).toEqual([band?.grade, band?.point]);
      }),
    );
  });

  test.each([
    [100, "A", 500, true],
    [70, "A", 500, true],
    [69, "B", 400, true],
    [40, "E", 100, true],
    [39, "F", 0, false],
    [0, "F", 0, false],
  ])("of %i is %s with its point", (total, grade, point, passed) => {
    expect(gradeOf({ total, code: null }, nce)).toEqual({ grade, point, passed });
  });

  test("is passed from the pass line on that it was given by, whatever the profile says", () => {
    expect(gradeOf({ total: 44, code: null }, nce, 45).passed).toBe(false);
    expect(gradeOf({ total: 45, code: null }, nce, 45).passed).toBe(true);
  });

  test("of a code is no zero: a fail of no point where the profile says so, else nothing", () => {
    expect(gradeOf({ total: null, code: "Absent" }, nce)).toEqual({ grade: "ABS", point: 0, passed: false });
    expect(gradeOf({ total: null, code: "Excused" }, nce)).toEqual({ grade: "EXC", point: null, passed: false });
    const lenient = rules(nce.bands, { failing: [] });
    expect(gradeOf({ total: null, code: "No CA" }, lenient)).toEqual({ grade: "NCA", point: null, passed: false });
    expect(gradeOf({ total: null, code: null }, nce)).toEqual({ grade: "", point: null, passed: false });
  });
});

test("a rule-book says what is wrong in each of its parts", () => {
  const book = {
    bands: nce.bands.map((band) => ({ ...band, point: band.point / 100 })),
    classes: [
      { name: "Distinction", from: 4.5 },
      { name: "Distinction", from: 5.1 },
      { name: "Pass", from: 4.5 },
    ],
    standings: [
      { standing: "Probation", measure: "CGPA", below: 1, semesters: 1 },
      { standing: "Probation", measure: "GPA", below: 1, semesters: 2 },
    ],
    failing: ["Absent", "Absent"],
    minunits: 25,
    maxunits: 24,
  } as const;
  expect(troubleInBook(book)).toEqual([
    {
      part: "classes",
      sentence:
        "The class Distinction stands twice. Two classes begin at 4.50. Distinction begins at 5.10, and no grade has more than 5.00 points",
    },
    { part: "standings", sentence: "Probation has two rules. Keep one" },
    { part: "failing", sentence: "Absent stands twice" },
    { part: "maxunits", sentence: "Most units of a semester must not be fewer than the least units" },
  ]);
  expect(troubleInBook({ ...book, classes: [], standings: [], failing: [], maxunits: 25 })).toEqual([]);
  expect(troubleInBook({ bands: book.bands, classes: [{ name: "Top", from: 5 }], standings: [], failing: [] })).toEqual(
    [],
  );
});

test("the next version is called by the first number that is free", () => {
  expect(nextName("NCE five points", [])).toBe("NCE five points (2)");
  expect(nextName("NCE five points (2)", ["nce FIVE points (2)"])).toBe("NCE five points (3)");
});
