/** Everybody sits it, beside three others. */
export const USE_OF_ENGLISH = "Use of English";

/** The other subjects of the UTME, as JAMB spells them. */
export const utmeSubjects = [
  "Agricultural Science",
  "Arabic",
  "Biology",
  "Chemistry",
  "Christian Religious Studies",
  "Commerce",
  "Computer Studies",
  "Economics",
  "Financial Accounting",
  "Fine Art",
  "French",
  "Geography",
  "Government",
  "Hausa",
  "History",
  "Home Economics",
  "Igbo",
  "Islamic Studies",
  "Literature in English",
  "Mathematics",
  "Music",
  "Physical and Health Education",
  "Physics",
  "Technical Drawing",
  "Yoruba",
] as const;

/**
 * The three subjects beside Use of English that a list names in one text, as the portal spells them; null where it names
 * another number or one that is not known: nobody is judged by a half of them.
 */
export function utmeSubjectsIn(told: string): string[] | null {
  const named = told
    .split(/[,;/]+/)
    .map((subject) => subject.trim().toLowerCase())
    .filter((subject) => subject !== "" && !/^(use of )?english( language)?$/.test(subject));
  const known = utmeSubjects.filter((subject) => named.includes(subject.toLowerCase()));
  return named.length === 3 && known.length === 3 ? known : null;
}
