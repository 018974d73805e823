// The closed lists of Specification 3 and 9, spelt as there: 'Christain' is the specification's spelling. Contract 3.17.

export const genders = ["Male", "Female"] as const;

export const religions = ["Muslim", "Christain", "Others"] as const;

export const maritalStatuses = ["Single", "Married", "Divorced", "Widowed"] as const;

export const highestQualifications = [
  "Primary School Certificate",
  "Secondary/O-Level Certificate",
  "National Diploma (ND)",
  "Nigeria Certificate in Education (NCE)",
  "Higher National Diploma (HND)",
  "University Degree",
  "Masters Degree",
  "PhD. Degree",
] as const;

export const examinationTypes = ["WAEC", "NECO", "NABTEB", "NBAIS", "GCE", "GRADE II"] as const;

export type ExaminationType = (typeof examinationTypes)[number];

export const modesOfEntry = ["JAMB UTME", "Transfer", "Direct Entry"] as const;

export type ModeOfEntry = (typeof modesOfEntry)[number];

export const aLevelTypes = ["IJMB", "NCE", "Diploma"] as const;

export const classifications = [
  "First Class",
  "Second Class Upper",
  "Second Class Lower",
  "Third Class",
  "Pass",
] as const;

export const diplomaTypes = ["National Diploma", "Advance National Diploma"] as const;
