import { expect, test } from "vitest";
import { type CheckedCourse, type CheckedProgramme, catalogueFindings } from "./catalogue.check.rules.ts";
import { unitsOf } from "./catalogue.units.rules.ts";

const programme: CheckedProgramme = {
  _id: "BIO",
  label: "NCE Biology",
  minunit: 2,
  maxunit: 6,
  years: 1,
  toGraduate: null,
};

const course = (code: string, more: Partial<CheckedCourse> = {}): CheckedCourse => ({
  programme: "BIO",
  code,
  name: `Course ${code}`,
  moduletype: "Core",
  credit: 2,
  level: 100,
  semester: 1,
  general: false,
  half: null,
  choice: null,
  choose: null,
  needs: null,
  excludes: null,
  ...more,
});

/** One course in each semester, and a general one: nothing is wrong. */
const sound = [
  course("BIO 111"),
  course("BIO 121", { semester: 2 }),
  course("GSE 111", { programme: "ENG", general: true }),
];

const found = (courses: readonly CheckedCourse[], more: Partial<CheckedProgramme> = {}) =>
  catalogueFindings([{ ...programme, ...more }], courses).map(({ severity, sentence }) => `${severity}: ${sentence}`);

test("a sound catalogue has nothing wrong, and a programme without courses is one finding", () => {
  expect(found(sound)).toEqual([]);
  expect(found([sound[2] as CheckedCourse])).toEqual(["wrong: NCE Biology has no course of its own in this session"]);
});

test("units of a semester: of a group of electives what is chosen, the rest as it stands", () => {
  const crafts = { moduletype: "Elective", choice: "Crafts", choose: 1 };
  expect(
    unitsOf([
      course("A"),
      course("B", { moduletype: "Elective", credit: 3 }),
      course("C", { ...crafts, credit: 1 }),
      course("D", { ...crafts, credit: 4 }),
    ]),
  ).toEqual({ core: 2, elective: 8, least: 3, all: 9 });
});

test.each<[string, CheckedCourse[], Partial<CheckedProgramme>, string]>([
  [
    "a semester with nothing",
    [course("BIO 111"), ...sound.slice(2)],
    {},
    "wrong: The second semester of 100 level has no course",
  ],
  [
    "core units above the limit",
    [...sound, course("BIO 112", { credit: 4 })],
    {},
    "wrong: Every student of the first semester of 100 level takes 8 units, and at most 6 may be registered. Make some elective, or move them",
  ],
  [
    "all units below the least",
    sound,
    { minunit: 3 },
    "wrong: The second semester of 100 level has 2 units, and at least 3 must be registered. Add courses",
  ],
  [
    "units short of graduation",
    sound,
    { toGraduate: 10 },
    "wrong: At most 6 units can be taken over all levels, and 10 are needed to graduate",
  ],
  [
    "units above the limit of a semester, which nobody can take",
    [...sound, course("BIO 113", { moduletype: "Elective", credit: 20 })],
    { toGraduate: 9 },
    "wrong: At most 8 units can be taken over all levels, and 9 are needed to graduate",
  ],
  ["no general courses", sound.slice(0, 2), {}, "wrong: No general course is offered, such as those of GSE and EDU"],
  [
    "a prerequisite in the same semester",
    [...sound, course("BIO 112", { needs: "BIO 111" })],
    {},
    "wrong: BIO 112 needs BIO 111 passed before, and that is taught in the same semester: in the first semester of 100 level",
  ],
  [
    "a prerequisite that comes later",
    [...sound, course("BIO 112", { needs: "BIO 121" })],
    {},
    "wrong: BIO 112 needs BIO 121 passed before, and that is taught later: in the second semester of 100 level",
  ],
  [
    "a prerequisite that nobody offers",
    [...sound, course("BIO 112", { needs: "BIO 101" })],
    {},
    "wrong: BIO 112 needs BIO 101 passed before, and nobody offers it in this session",
  ],
  [
    "a prerequisite of another programme",
    [...sound, course("BIO 112", { needs: "CHE 101" }), course("CHE 101", { programme: "CHE" })],
    {},
    "look: BIO 112 needs CHE 101 passed before, which other programmes teach and this one does not",
  ],
  [
    "exclusions that are both core",
    [...sound, course("BIO 112", { excludes: "BIO 111" })],
    {},
    "wrong: BIO 112 and BIO 111 are not taken together, and both are taken by everybody",
  ],
  [
    "a group with fewer courses than are to be chosen",
    [...sound, course("BIO 112", { moduletype: "Elective", choice: "Crafts", choose: 2 })],
    {},
    "wrong: The group Crafts of the first semester of 100 level has 1 course, of which 2 are to be chosen",
  ],
  [
    "a group with differing numbers",
    [
      ...sound,
      course("BIO 112", { moduletype: "Elective", choice: "Crafts", choose: 1 }),
      course("BIO 113", { moduletype: "Elective", choice: "Crafts", choose: 2 }),
    ],
    {},
    "wrong: The group Crafts of the first semester of 100 level says that 1 and 2 are chosen. Say one number in all of it",
  ],
  [
    "one code with differing units",
    [...sound, course("BIO 111", { programme: "CHE", credit: 3 })],
    {},
    "wrong: BIO 111 has 2 units here and 3 units in another programme. It is one class: agree on one number",
  ],
  [
    "one code with differing names",
    [...sound, course("BIO 111", { programme: "CHE", name: "Cells" })],
    {},
    "look: BIO 111 is called Course BIO 111 here and Cells in another programme",
  ],
  [
    "a half without the other",
    [...sound, course("BIO 112", { half: 1 })],
    {},
    "wrong: Courses stand in the first half of the combination, and none in the other",
  ],
  [
    "a combination without halves",
    sound,
    { label: "NCE Biology/Chemistry" },
    "look: NCE Biology/Chemistry is a combination, and no course says which half it belongs to",
  ],
])("%s is said", (_what, courses, more, sentence) => {
  expect(found(courses, more)).toEqual([sentence]);
});

test("what two courses say of each other is said once, and electives that exclude each other are fine", () => {
  const both = [course("BIO 112", { excludes: "BIO 113" }), course("BIO 113", { excludes: "BIO 112" })];
  expect(found([...sound, ...both], { maxunit: 20 })).toHaveLength(1);
  const electives = both.map((one) => ({ ...one, moduletype: "elective" }));
  expect(found([...sound, ...electives], { maxunit: 20 })).toEqual([]);
});

test("a general course of another programme is a prerequisite like an own one, and is not judged with every programme", () => {
  const teaching = course("EDU 311", { semester: 2, needs: "GSE 111" });
  const odd = course("GSE 112", { programme: "ENG", general: true, needs: "GSE 999" });
  expect(found([...sound, teaching, odd])).toEqual([]);
});
