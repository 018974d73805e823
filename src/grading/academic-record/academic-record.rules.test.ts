import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { GradingRules } from "../result-profile/result-profile.rules.ts";
import {
  type Attempt,
  asAverage,
  carryOversOf,
  classOf,
  countedAttempts,
  isAtLeast,
  passedUnits,
  recordFrom,
  recordSlices,
  roundedAverage,
  type Sum,
  standingAfter,
  sumOf,
} from "./academic-record.rules.ts";

const nce: GradingRules = {
  passmark: 40,
  attempts: "All",
  failing: ["Absent", "Malpractice", "No CA"],
  bands: [
    { from: 70, to: 100, point: 500, grade: "A" },
    { from: 60, to: 69, point: 400, grade: "B" },
    { from: 50, to: 59, point: 300, grade: "C" },
    { from: 45, to: 49, point: 200, grade: "D" },
    { from: 40, to: 44, point: 100, grade: "E" },
    { from: 0, to: 39, point: 0, grade: "F" },
  ],
  classes: [
    { name: "Pass", from: 150 },
    { name: "Distinction", from: 450 },
    { name: "Credit", from: 350 },
    { name: "Low Pass", from: 100 },
    { name: "Merit", from: 240 },
  ],
  standings: [
    { standing: "Probation", measure: "CGPA", below: 100, semesters: 1 },
    { standing: "Withdrawal", measure: "CGPA", below: 100, semesters: 2 },
  ],
  awardunits: null,
};

const attempt = (course: string, total: number | null, more: Partial<Attempt> = {}): Attempt => ({
  session: "2025/2026",
  semester: 1,
  course,
  title: course,
  units: 2,
  total,
  code: null,
  passline: null,
  left: false,
  elective: false,
  ...more,
});

const second = { semester: 2 };
const nextYear = { session: "2026/2027" };
const gradedIn = (attempts: readonly Attempt[], rules = nce) =>
  recordFrom(attempts, rules).flatMap((semester) => semester.attempts);
const over = (points: number, units: number): Sum => ({ points, units });

describe("an average", () => {
  test("is the exact fraction: 4.4950 is shown as 4.50 and is below it", () => {
    const sum = over(89_900, 200);
    expect(asAverage(sum)).toBe("4.50");
    expect(isAtLeast(sum, 450)).toBe(false);
    expect(classOf(sum, nce)).toBe("Credit");
    expect(classOf(over(90_000, 200), nce)).toBe("Distinction");
  });

  test("that no decimal holds is compared as it is: 13/3 is not 4.34, and is 4.33 where it is shown", () => {
    const sum = over(1300, 3);
    expect(asAverage(sum)).toBe("4.33");
    expect([isAtLeast(sum, 433), isAtLeast(sum, 434)]).toEqual([true, false]);
  });

  test("is rounded half up where it is shown", () => {
    expect(roundedAverage(over(5, 2))).toBe(3);
    expect(roundedAverage(over(1, 2))).toBe(1);
    expect(roundedAverage(over(49, 100))).toBe(0);
    expect(asAverage(over(201, 2))).toBe("1.01");
  });

  test("of nothing is no zero: it is a dash, has no class, and is below nothing's least", () => {
    expect(roundedAverage(over(0, 0))).toBe(null);
    expect(asAverage(over(0, 0))).toBe("–");
    expect(classOf(over(0, 0), { classes: [{ name: "All", from: 0 }] })).toBe(null);
    expect(isAtLeast(over(0, 0), 0)).toBe(false);
    expect(asAverage(over(0, 2))).toBe("0.00");
  });

  test("shown is never further than half a hundredth from the fraction, and ties go up", () => {
    const fraction = fc.tuple(fc.nat(500), fc.integer({ min: 1, max: 200 }));
    fc.assert(
      fc.property(fraction, ([each, units]) => {
        const points = each * 7;
        const shown = roundedAverage(over(points, units)) ?? -1;
        // 2·|shown·units − points| ≤ units, and the lower neighbour is farther.
        expect(2 * (shown * units - points)).toBeLessThanOrEqual(units);
        expect(2 * (points - shown * units)).toBeLessThan(units);
      }),
    );
  });

  test("counts points by units", () => {
    const graded = gradedIn([attempt("A", 75, { units: 3 }), attempt("B", 42, { units: 1 })]);
    expect(sumOf(graded)).toEqual({ points: 1600, units: 4 });
  });
});

describe("a class of pass", () => {
  test.each([
    [450, "Distinction"],
    [449, "Credit"],
    [350, "Credit"],
    [349, "Merit"],
    [240, "Merit"],
    [239, "Pass"],
    [150, "Pass"],
    [149, "Low Pass"],
    [100, "Low Pass"],
    [99, null],
  ])("of %i hundredths is %s, in whichever order the profile has them", (average, name) => {
    expect(classOf(over(average * 3, 3), nce)).toBe(name);
  });

  test("begins at its average and not a hair before, whatever the units", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.constantFrom(...nce.classes), (units, { name, from }) => {
        expect(classOf(over(from * units, units), nce)).toBe(name);
        expect(classOf(over(from * units - 1, units), nce)).not.toBe(name);
      }),
    );
  });
});

describe("several attempts at a course", () => {
  const twice = [attempt("CRS 111", 30), attempt("crs 111", 65, nextYear), attempt("CRS 112", 50, nextYear)];
  const of = (attempts: GradingRules["attempts"], list: readonly Attempt[] = twice) =>
    recordFrom(list, { ...nce, attempts }).at(-1)?.cgpa;

  test("all count, or the best, or the last, as the profile says", () => {
    expect(of("All")).toEqual({ points: 1400, units: 6 });
    expect(of("Best")).toEqual({ points: 1400, units: 4 });
    expect(of("Last")).toEqual({ points: 1400, units: 4 });
    const worse = [attempt("CRS 111", 65), attempt("CRS 111", 30, nextYear)];
    expect([of("All", worse), of("Best", worse), of("Last", worse)]).toEqual([
      { points: 800, units: 4 },
      { points: 800, units: 2 },
      { points: 0, units: 2 },
    ]);
  });

  test("that are equally good count as the later one, with its units", () => {
    const equal = [attempt("CRS 111", 65, { units: 3 }), attempt("CRS 111", 65, { ...second, units: 2 })];
    expect(of("Best", equal)).toEqual({ points: 800, units: 2 });
    const higher = [attempt("CRS 111", 68, { units: 3 }), attempt("CRS 111", 61, { ...second, units: 2 })];
    expect(of("Best", higher)).toEqual({ points: 1200, units: 3 });
  });

  test("stand in the order of their semesters, however they come", () => {
    const graded = gradedIn([...twice].reverse());
    expect(countedAttempts(graded.toReversed(), "Last").map(({ total }) => total)).toEqual([65, 50]);
    const inYear = gradedIn([attempt("CRS 111", 50, second), attempt("CRS 111", 45)]);
    expect(countedAttempts(inYear.toReversed(), "Last").map(({ total }) => total)).toEqual([50]);
  });

  test("of which one was excused, the other counts, though it came before", () => {
    const excused = [attempt("CRS 111", 45), attempt("CRS 111", null, { ...nextYear, code: "Excused" })];
    expect(of("Last", excused)).toEqual({ points: 400, units: 2 });
    expect(of("Best", excused)).toEqual({ points: 400, units: 2 });
  });

  test("in the GPA of a semester each counts that stands in it", () => {
    const [, last] = recordFrom(twice, { ...nce, attempts: "Last" });
    expect(last?.gpa).toEqual({ points: 1400, units: 4 });
  });
});

describe("codes and courses that were left", () => {
  test("an excused course is on the record and in no average, an absent one is a fail of its units", () => {
    const [semester] = recordFrom(
      [attempt("A", 75), attempt("B", null, { code: "Excused" }), attempt("C", null, { code: "Absent" })],
      nce,
    );
    expect(semester?.gpa).toEqual({ points: 1000, units: 4 });
    expect(semester?.attempts.map(({ grade, point }) => [grade, point])).toEqual([
      ["A", 500],
      ["EXC", null],
      ["ABS", 0],
    ]);
  });

  test("a course of a combination that was left is in no average, passed or not, and no carry-over", () => {
    const graded = gradedIn([attempt("A", 75), attempt("B", 90, { left: true }), attempt("C", 10, { left: true })]);
    expect(sumOf(graded)).toEqual({ points: 1000, units: 2 });
    expect(carryOversOf(graded, [])).toEqual([]);
    expect(passedUnits(graded)).toBe(2);
  });
});

describe("a record", () => {
  test("goes semester by semester, each with its own average and the one of all until then", () => {
    const record = recordFrom(
      [attempt("C", 50, nextYear), attempt("A", 75), attempt("B", 42, second), attempt("D", 30, second)],
      nce,
    );
    expect(record.map(({ session, semester, gpa, cgpa }) => [session, semester, gpa, cgpa])).toEqual([
      ["2025/2026", 1, over(1000, 2), over(1000, 2)],
      ["2025/2026", 2, over(200, 4), over(1200, 6)],
      ["2026/2027", 1, over(600, 2), over(1800, 8)],
    ]);
  });

  test("is the same in whichever order its marks come", () => {
    const marks = fc.array(
      fc.record({
        course: fc.constantFrom("A", "B", "C"),
        total: fc.integer({ min: 0, max: 100 }),
        session: fc.constantFrom("2025/2026", "2026/2027"),
        semester: fc.constantFrom(1, 2),
      }),
      { maxLength: 8 },
    );
    const rule = fc.constantFrom("All" as const, "Best" as const, "Last" as const);
    fc.assert(
      fc.property(marks, rule, (list, attempts) => {
        const once = [
          ...new Map(list.map((mark) => [`${mark.course} ${mark.session} ${mark.semester}`, mark])).values(),
        ];
        const all = once.map(({ course, total, ...term }) => attempt(course, total, term));
        const rules = { ...nce, attempts };
        expect(recordFrom(all.toReversed(), rules)).toEqual(recordFrom(all, rules));
      }),
    );
  });
});

describe("a standing", () => {
  const at = (...averages: readonly (number | null)[]) =>
    averages.map((average) => {
      const sum = average === null ? over(0, 0) : over(average, 1);
      return { gpa: sum, cgpa: sum };
    });

  test("is probation after one semester below the line, withdrawal after two in a row", () => {
    expect(standingAfter(at(99), nce)).toBe("Probation");
    expect(standingAfter(at(99, 50), nce)).toBe("Withdrawal");
    expect(standingAfter(at(99, 100), nce)).toBe("Good");
    expect(standingAfter(at(99, 100, 99), nce)).toBe("Probation");
    expect(standingAfter(at(100), nce)).toBe("Good");
    expect(standingAfter([], nce)).toBe("Good");
  });

  test("passes over a semester in which nothing counts: it breaks no row, and is none itself", () => {
    expect(standingAfter(at(99, null, 99), nce)).toBe("Withdrawal");
    expect(standingAfter(at(null), nce)).toBe("Good");
  });

  test("goes by the average that the rule names, and the heaviest of several is said", () => {
    const semesters = [{ gpa: over(90, 1), cgpa: over(300, 1) }];
    const warned = { standings: [{ standing: "Warning", measure: "GPA", below: 100, semesters: 1 }] } as const;
    expect(standingAfter(semesters, warned)).toBe("Warning");
    expect(standingAfter(semesters, { standings: [{ ...warned.standings[0], measure: "CGPA" }] })).toBe("Good");
    const both = { standings: [...warned.standings, { ...warned.standings[0], standing: "Probation" }] } as const;
    expect(standingAfter(semesters, both)).toBe("Probation");
  });

  test("stands under each semester of a record", () => {
    const low = [attempt("A", 20), attempt("B", 30, second), attempt("C", 90, nextYear)];
    expect(recordFrom(low, nce).map(({ standing }) => standing)).toEqual(["Probation", "Withdrawal", "Good"]);
  });
});

describe("carry-overs", () => {
  const missed = { session: "2025/2026", semester: 1, course: "EDU 111", title: "Missed", units: 1 };

  test("are courses with a result and no pass, and those never registered, by their codes", () => {
    const graded = gradedIn([
      attempt("CRS 112", 30, { elective: true }),
      attempt("BIO 111", null, { code: "Excused" }),
      attempt("CRS 111", 41),
    ]);
    expect(carryOversOf(graded, [missed])).toEqual([
      { course: "BIO 111", title: "BIO 111", units: 2, why: "Excused", elective: false },
      { course: "CRS 112", title: "CRS 112", units: 2, why: "Failed", elective: true },
      { course: "EDU 111", title: "Missed", units: 1, why: "Not registered", elective: false },
    ]);
  });

  test("are failed where one was failed before being excused, and where a code counts as a fail", () => {
    const graded = gradedIn([attempt("CRS 111", 30), attempt("CRS 111", null, { code: "Excused", ...second })]);
    expect(carryOversOf(graded, [])).toMatchObject([{ course: "CRS 111", why: "Failed" }]);
    const absent = gradedIn([attempt("CRS 111", null, { code: "Absent" })]);
    expect(carryOversOf(absent, [])).toMatchObject([{ course: "CRS 111", why: "Failed" }]);
  });

  test("end with a pass, before or after, however the code is written", () => {
    expect(carryOversOf(gradedIn([attempt("CRS 111", 30), attempt("crs 111", 40, second)]), [])).toEqual([]);
    expect(carryOversOf(gradedIn([attempt("CRS 111", 40), attempt("CRS 111", 30, second)]), [])).toEqual([]);
    expect(carryOversOf(gradedIn([attempt("edu 111", 40)]), [missed])).toEqual([]);
  });

  test("name a failed course once, as it was taken last, and as failed where it was missed before", () => {
    const graded = gradedIn([attempt("EDU 111", 30, { ...second, title: "Later", units: 3 }), attempt("EDU 111", 20)]);
    expect(carryOversOf(graded, [missed])).toEqual([
      { course: "EDU 111", title: "Later", units: 3, why: "Failed", elective: false },
    ]);
  });

  test("go by the line that the mark was given by", () => {
    expect(carryOversOf(gradedIn([attempt("CRS 111", 44, { passline: 45 })]), [])).toHaveLength(1);
    expect(carryOversOf(gradedIn([attempt("CRS 111", 38, { passline: 38 })]), [])).toEqual([]);
  });
});

test("units count once for each course that is passed, by its last pass", () => {
  const graded = gradedIn([
    attempt("CRS 111", 50, { units: 2 }),
    attempt("crs 111", 60, { ...second, units: 3 }),
    attempt("CRS 112", 39),
    attempt("CRS 113", 40, { units: 1 }),
  ]);
  expect(passedUnits(graded)).toBe(4);
});

test("however many students there are, they are read so many at a time, each once and in their order", () => {
  const students = Array.from({ length: 750 }, (_, nth) => `s${nth}`);
  const slices = [...recordSlices(students)];
  expect(slices.map(({ length }) => length)).toEqual([300, 300, 150]);
  expect(slices.flat()).toEqual(students);
  expect([...recordSlices([])]).toEqual([]);
});
