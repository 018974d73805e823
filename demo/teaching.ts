export const rooms = [
  { code: "LT 1", name: "Lecture theatre 1", capacity: 350, examcapacity: 180 },
  { code: "LT 2", name: "Lecture theatre 2", capacity: 500, examcapacity: 250 },
  { code: "CR 4", name: "Classroom 4, School of Sciences", capacity: 120, examcapacity: 60 },
  { code: "CR 5", name: "Classroom 5, School of Sciences", capacity: 120, examcapacity: 60 },
  { code: "BL", name: "Biology laboratory", capacity: 60, examcapacity: 40 },
  { code: "CL", name: "Chemistry laboratory", capacity: 60, examcapacity: 40 },
  { code: "ICT", name: "Computer hall", capacity: 200, examcapacity: 200 },
];

/** Who teaches what, by the address before the @; the first of a course answers for it. Others have nobody yet. */
export const allocations: Readonly<Record<string, readonly string[]>> = {
  "BIO 121": ["dean.of.sciences"],
  "BIO 122": ["lecturer"],
  "BIO 123": ["lecturer"],
  "BIO 221": ["lecturer", "head.of.biology"],
  "BIO 222": ["head.of.biology"],
  "BIO 223": ["lecturer"],
  "BIO 224": ["head.of.biology"],
  "CHE 121": ["lecturer.of.chemistry"],
  "CHE 122": ["lecturer.of.chemistry"],
  "CHE 221": ["lecturer.of.chemistry"],
  "CHE 222": ["lecturer.of.chemistry"],
};

const week = `
Monday     08:00 10:00  BIO 221  LT 1
Monday     08:00 10:00  CHE 121  CR 4
Monday     10:00 12:00  CHE 221  CR 4
Monday     10:00 12:00  ISC 221  CR 5
Monday     12:00 14:00  EDU 123  LT 2
Monday     14:00 16:00  BIO 121  LT 1
Tuesday    08:00 10:00  BIO 222  LT 1
Tuesday    08:00 10:00  CHE 122  CR 4
Tuesday    10:00 12:00  CHE 222  CR 4
Tuesday    10:00 12:00  ISC 222  CR 5
Tuesday    12:00 13:00  GSE 121  LT 2
Tuesday    14:00 16:00  BIO 122  LT 1
Wednesday  08:00 10:00  EDU 221  LT 2
Wednesday  08:00 11:00  CHE 123  CL
Wednesday  10:00 11:00  GSE 221  LT 2
Wednesday  11:00 12:00  GSE 222  LT 2
Wednesday  12:00 13:00  GSE 122  LT 2
Wednesday  14:00 16:00  BIO 223  BL
Wednesday  14:00 16:00  BIO 224  CR 4
Thursday   08:00 10:00  EDU 121  LT 2
Thursday   08:00 11:00  CHE 223  CL
Thursday   08:00 11:00  ISC 223  BL
Thursday   10:00 12:00  EDU 122  LT 2
Thursday   12:00 14:00  EDU 222  LT 2
Friday     08:00 10:00  EDU 223  LT 2
Friday     08:00 10:00  GSE 123  ICT
Friday     10:00 11:00  GSE 223  LT 1
Friday     14:00 17:00  BIO 123  BL`;

/** The weekly timetable of the second semester, of the first two levels. */
export const meetings = week
  .trim()
  .split("\n")
  .map((line) => {
    const [day = "", start = "", end = "", code = "", room = ""] = line.replace(/(\d\d:\d\d) /, "$1  ").split(/ {2,}/);
    return { day, start, end, code, room };
  });

/** What is read and taught in the course of the demo lecturer. */
export const taught = {
  course: "BIO 221",
  topics: [
    { label: "What heredity is: variation, traits and their bearers", week: 1 },
    { label: "Mendel’s experiments and his first law", week: 2 },
    { label: "The second law, and crosses of two traits", week: 3 },
    { label: "Chromosomes, meiosis and linkage", week: 5 },
    { label: "Sex determination and sex-linked traits", week: 7 },
    { label: "Blood groups, genotype and sickle cell", week: 9 },
  ],
  materials: [
    {
      topic: 1,
      label: "Words of the first week",
      post: "Trait: what can be seen or measured, such as the shape of a pea.\nGene: the part of a chromosome that decides about a trait.\nAllele: one of the forms of a gene, such as T or t.\nGenotype: the alleles somebody has, such as Tt.\nPhenotype: what they come out as, such as tall.\n\nBring one example of each from your own family to the first class.",
    },
    {
      topic: 2,
      label: "Mendel’s first law in five steps",
      post: "1. Cross a tall pea (TT) with a short one (tt).\n2. All of the first generation are Tt, and tall: T is dominant.\n3. Cross two of them: Tt and Tt.\n4. Write the square: TT, Tt, Tt, tt.\n5. Three are tall and one is short: 3 : 1.\n\nExercise: a father with genotype AS and a mother with AS. Which genotypes can their children have, and how often?",
    },
  ],
  /** In the first weeks of the semester, on the course's own day. */
  lectures: [
    { name: "What heredity is", topic: "What heredity is: variation, traits and their bearers" },
    { name: "Mendel’s first law", topic: "Mendel’s experiments and his first law" },
  ],
};

export const practiceSchools = [
  {
    name: "Government Day Secondary School, Gawu",
    kind: "Junior secondary",
    address: "Minna Road, Gawu Babangida",
    state: "Niger",
    lga: "Gurara",
    places: 12,
    contact: "The Vice Principal, Academics",
    phonenumber: "2348030000901",
  },
];
