import { utmeSubjects } from "./subjects.utme.rules.ts";

type UtmeSubject = (typeof utmeSubjects)[number];

/** Upper and lower case, marks, points and spaces make no difference. */
const letters = (said: string): string =>
  said
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]/g, "");

/** As JAMB's downloads shorten them, in letters alone. */
const shortened: Readonly<Record<string, UtmeSubject>> = {
  agric: "Agricultural Science",
  agriculture: "Agricultural Science",
  bio: "Biology",
  chem: "Chemistry",
  crk: "Christian Religious Studies",
  crs: "Christian Religious Studies",
  christianreligiousknowledge: "Christian Religious Studies",
  computer: "Computer Studies",
  computerscience: "Computer Studies",
  econs: "Economics",
  accounting: "Financial Accounting",
  accounts: "Financial Accounting",
  principlesofaccounts: "Financial Accounting",
  fineart: "Fine Art",
  finearts: "Fine Art",
  geog: "Geography",
  govt: "Government",
  irk: "Islamic Studies",
  irs: "Islamic Studies",
  islamicreligiousstudies: "Islamic Studies",
  literature: "Literature in English",
  litineng: "Literature in English",
  litinenglish: "Literature in English",
  maths: "Mathematics",
  math: "Mathematics",
  phe: "Physical and Health Education",
  physicaleducation: "Physical and Health Education",
  phy: "Physics",
};

const bySpelling: ReadonlyMap<string, UtmeSubject> = new Map([
  ...Object.entries(shortened),
  ...utmeSubjects.map((subject) => [letters(subject), subject] as const),
]);

/** Use of English, which everybody sits. */
const isEnglish = (said: string): boolean => /^(useof)?eng(lish)?(lang(uage)?)?$/.test(letters(said));

/** What one text names beside Use of English: the subjects that are known, as the portal spells them, and what is none. */
function readSubjects(told: string): { readonly known: UtmeSubject[]; readonly unknown: string[] } {
  const said = told.split(/[,;/]+/).filter((one) => letters(one) !== "" && !isEnglish(one));
  const known = said.flatMap((one) => bySpelling.get(letters(one)) ?? []);
  return { known: [...new Set(known)], unknown: said.filter((one) => !bySpelling.has(letters(one))) };
}

/** The subjects beside Use of English that JAMB tells of an applicant, at most three; what is none is left out. */
export const subjectsAsTold = (told: string): string[] => readSubjects(told).known.slice(0, 3);

/** As `subjectsAsTold`, but null unless there are three and all are known: nobody is judged by a half of them. */
export function utmeSubjectsIn(told: string): string[] | null {
  const { known, unknown } = readSubjects(told);
  return known.length === 3 && unknown.length === 0 ? utmeSubjects.filter((subject) => known.includes(subject)) : null;
}
