import type { GradeName } from "../src/reference/grades/grades.rules.ts";
import type { ExaminationType } from "../src/reference/qualifications/qualifications.rules.ts";
import { subjects } from "../src/reference/subjects/subjects.rules.ts";
import type { Chance } from "./chance.ts";
import { people } from "./people.ts";

/** One sitting as the form takes it, with the results of its slip. */
export interface GeneratedSitting {
  readonly examinationtype: ExaminationType;
  readonly examinationcenter: string;
  readonly examinationyear: string;
  readonly examinationnumber: string;
  readonly results: readonly { readonly subject: string; readonly scored: GradeName }[];
}

const LATEST_YEAR = 2026;
const SCHOOL_LEAVING_AGE = 16;

/** One or two sittings; a second one repeats a few subjects, as a private candidate does. */
export function generateSittings(chance: Chance, birthYear: number, area: string): GeneratedSitting[] {
  const first = Math.min(LATEST_YEAR, birthYear + SCHOOL_LEAVING_AGE + chance.below(3));
  const type = chance.weighted(people.mix.board);
  const school = `${chance.one(["Government Day Secondary School", "Government Girls College", "Community Secondary School"])}, ${area}`;
  const whole = { ...sitting(chance, type, school, first), results: slip(chance, type, chance.weighted(counts)) };
  if (chance.weighted(people.mix.sittings) === "one") return [whole];
  const second = Math.min(LATEST_YEAR, first + 1);
  return [whole, { ...sitting(chance, "GCE", `Private centre, ${area}`, second), results: slip(chance, "GCE", "5") }];
}

const sitting = (chance: Chance, examinationtype: ExaminationType, examinationcenter: string, year: number) => ({
  examinationtype,
  examinationcenter,
  examinationyear: String(year),
  examinationnumber: examinationNumber(chance, examinationtype),
});

/** WAEC's centre and candidate are ten digits, NECO's eight and two letters; the others are put at eight digits. */
function examinationNumber(chance: Chance, type: ExaminationType): string {
  if (type === "WAEC" || type === "GCE") return `4${chance.digits(9)}`;
  if (type === "NECO") return `${chance.digits(8)}${letters(chance)}`;
  return chance.digits(8);
}

export const letters = (chance: Chance): string => chance.several([..."ABCDEFGHJK"], 2).join("");

// How many results a slip has: nine as a rule. Shares as in the source of people.json.
const counts = { "5": 0.04, "6": 0.03, "7": 0.03, "8": 0.25, "9": 0.65 } as const;

const scores: Readonly<Record<GradeName, number>> = {
  ...{ A1: 0.04, B2: 0.1, B3: 0.16, C4: 0.18, C5: 0.17, C6: 0.17 },
  ...{ D7: 0.09, E8: 0.06, F9: 0.03 },
};

// What schools teach together: every slip has the first list, then its stream, then a few of the rest.
const everybody = ["English Language", "Mathematics", "Biology", "Civic Education", "Arithmetic Processes"];
const streams = [
  ["Chemistry", "Physics", "Agricultural Science", "Geography", "Further Mathematics", "Health Education"],
  ["Government", "Literature in English", "Economics", "History", "Geography", "Visual Art"],
  ["Economics", "Commerce", "Financial Accounting", "Government", "Marketing", "Computer Studies"],
  ["Arabic", "Islamic Studies", "Qur'anic Studies", "Hadith", "Fiqh", "Government", "Economics", "Hausa Language"],
  ["Home Management", "Foods and Nutrition", "Agricultural Science", "Economics", "Geography", "Chemistry"],
  ["Christian Religious Studies", "Social Studies", "Education", "Rural Science", "Physical Education", "Music"],
];

function slip(chance: Chance, board: ExaminationType, count: string) {
  const set = subjects.filter((subject) => subject.boards.includes(board)).map((subject) => subject.name);
  const taught = (names: readonly string[]) => names.filter((name) => set.includes(name));
  const ofStream = taught(chance.one(streams));
  const usual = [...new Set([...taught(everybody), ...ofStream, ...taught(streams.flat())])];
  return usual.slice(0, Number(count)).map((subject) => ({ subject, scored: chance.weighted(scores) }));
}
