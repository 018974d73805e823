import type * as v from "valibot";
import type { aLevelForm } from "#academics/alevel-result/alevel-result.form.contract.ts";
import type {
  classifications,
  diplomaTypes,
  highestQualifications,
} from "../src/reference/qualifications/qualifications.rules.ts";
import type { Chance } from "./chance.ts";

/** A result as the form takes it. */
export type GeneratedALevel = v.InferOutput<typeof aLevelForm>;

const LATEST_YEAR = 2026;
/** Nobody is through with it earlier. */
const GRADUATION_AGE = 18;

/** Shares of our own: the college's direct entry asks for NCE first. */
const types = { NCE: 0.6, IJMB: 0.25, Diploma: 0.15 } as const;

/** What somebody of direct entry comes with, from a school in that town. */
export function generateALevel(chance: Chance, birthYear: number, town: string): GeneratedALevel {
  const type = chance.weighted(types);
  const since = Math.max(birthYear + GRADUATION_AGE, LATEST_YEAR - chance.below(4));
  const yearOfGraduation = String(Math.min(LATEST_YEAR, since));
  if (type === "Diploma") return { type, results: diploma(chance, `Federal Polytechnic, ${town}`, yearOfGraduation) };
  const [first, second, third] = chance.one(subjects[type]);
  return {
    type,
    results: {
      institutionName: `${chance.one(schools[type])}, ${town}`,
      yearOfGraduation,
      educationSubject: first,
      educationSubjectGrade: chance.weighted(grades),
      educationSubject2: second,
      educationSubject2Grade: chance.weighted(grades),
      educationSubject3: third,
      educationSubject3Grade: chance.weighted(grades),
    },
  };
}

/** The highest qualification of whoever has it. */
export const qualificationOf: Readonly<Record<GeneratedALevel["type"], (typeof highestQualifications)[number]>> = {
  NCE: "Nigeria Certificate in Education (NCE)",
  IJMB: "Secondary/O-Level Certificate",
  Diploma: "National Diploma (ND)",
};

const schools = {
  NCE: ["Federal College of Education", "College of Education"],
  IJMB: ["School of Basic and Remedial Studies", "College of Arts and Science"],
} as const;

type Three = readonly [string, string, string];

const majors: readonly Three[] = [
  ["Mathematics", "Physics", "Education"],
  ["English", "Social Studies", "Education"],
  ["Biology", "Integrated Science", "Education"],
  ["Arabic", "Islamic Studies", "Education"],
  ["Christian Religious Studies", "History", "Education"],
  ["Economics", "Geography", "Education"],
];

const combinations: readonly Three[] = [
  ["Mathematics", "Physics", "Chemistry"],
  ["Biology", "Chemistry", "Physics"],
  ["Economics", "Government", "Literature in English"],
  ["Islamic Studies", "Government", "Hausa Language"],
];

const subjects = { NCE: majors, IJMB: combinations };

const courses = ["Statistics", "Computer Science", "Agricultural Technology", "Accountancy", "Food Technology"];

const grades = { A: 0.15, B: 0.35, C: 0.35, D: 0.1, E: 0.05 } as const;

function diploma(chance: Chance, institutionName: string, yearOfGraduation: string) {
  const diplomaType: (typeof diplomaTypes)[number] = chance.happens(0.8)
    ? "National Diploma"
    : "Advance National Diploma";
  const cgpa = chance.between(240, 480) / 100;
  const courseOfStudy = chance.one(courses);
  return {
    institutionName,
    yearOfGraduation,
    courseOfStudy,
    classification: classOf(cgpa),
    diplomaType,
    cgpa: cgpa.toFixed(2),
  };
}

// The usual classes of a five-point scale.
function classOf(cgpa: number): (typeof classifications)[number] {
  if (cgpa >= 4.5) return "First Class";
  return cgpa >= 3.5 ? "Second Class Upper" : "Second Class Lower";
}
