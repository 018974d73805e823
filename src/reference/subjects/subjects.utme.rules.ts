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
