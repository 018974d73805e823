import { expect, test } from "vitest";
import { programmeMeant } from "./course.rules.ts";

const open = [
  { _id: "bio-che", code: "NCE-BIO-CHE", award: "NCE", name: "Biology/Chemistry" },
  { _id: "primary", code: "NCE-PES", award: "NCE", name: "Primary Education Studies (Double Major)" },
  { _id: "bio-nce", code: "NCE-BIO", award: "NCE", name: "Biology Education" },
  { _id: "bio-deg", code: "DEG-BIO", award: "B.Sc. (Ed)", name: "Biology Education" },
  { _id: "maths", code: "DEG-MTH", award: "B.Sc. (Ed)", name: "Mathematics Education" },
];
const closed = [
  { _id: "primary-deg", code: "DEG-PRI", award: "B.Ed.", name: "Primary Education" },
  { _id: "music", code: "DEG-MUS", award: "B.A. (Ed)", name: "Music" },
  { _id: "bio-pde", code: "PDE-BIO", award: "PDE", name: "Biology Education" },
];
const programmes = [
  ...open.map((one) => ({ ...one, admits: true })),
  ...closed.map((one) => ({ ...one, admits: false })),
];
const meant = (course: string) => programmeMeant(programmes)(course).programme?._id ?? null;

test.each([
  ["BIOLOGY/CHEMISTRY", "bio-che"],
  ["Chemistry & Biology", "bio-che"],
  ["NCE-BIO-CHE", "bio-che"],
  ["CHEMISTRY / BIOLOGY (NCE)", "bio-che"],
  ["Primary Education Studies", "primary"],
  ["Primary Education", "primary"],
  ["EDUCATION AND MATHEMATICS", "maths"],
  ["B.SC(ED) BIOLOGY EDUCATION", "bio-deg"],
  ["Biology Education (NCE)", "bio-nce"],
])("%s is plainly %s", (course, programme) => expect(meant(course)).toBe(programme));

test.each(["Biology Education", "Chemistry", "Biology/Chemistry/Physics", "NCE", "", "()"])(
  "%j is no programme that is plainly meant",
  (course) => expect(meant(course)).toBeNull(),
);

test("a programme that takes no applicants is not what a candidate chose, and is told", () => {
  const { programme, closed: told } = programmeMeant(programmes)("MUSIC");
  expect([programme, told?._id]).toEqual([null, "music"]);
  expect(programmeMeant(programmes)("Primary Education").closed).toBeNull();
  // Two that take applicants are called so as well.
  expect(programmeMeant(programmes)("Biology Education").closed).toBeNull();
});
