/** A course as the demo college teaches it: code, name, units, module type; then what only some have. */
export interface DemoCourse {
  readonly code: string;
  readonly name: string;
  readonly credit: number;
  readonly moduletype: string;
  readonly needs?: string;
  readonly choice?: string;
  readonly choose?: number;
}

const core = (code: string, name: string, needs?: string): DemoCourse => ({
  code,
  name,
  credit: 2,
  moduletype: "Core",
  ...(needs && { needs }),
});
const practical = (code: string, name: string): DemoCourse => ({ code, name, credit: 2, moduletype: "Required" });
const elective = (choice: string, code: string, name: string): DemoCourse => ({
  code,
  name,
  credit: 2,
  moduletype: "Elective",
  choice,
  choose: 1,
});
const general = (code: string, name: string, credit: number, needs?: string): DemoCourse => ({
  code,
  name,
  credit,
  moduletype: "General",
  ...(needs && { needs }),
});

/** After the minimum standards of the National Commission for Colleges of Education, shortened. */
const biology = [
  core("BIO 111", "General introductory biology I"),
  core("BIO 112", "Lower plants and invertebrates"),
  practical("BIO 113", "Biology practical I"),
  core("BIO 121", "General introductory biology II"),
  core("BIO 122", "Higher plants and vertebrates", "BIO 112"),
  practical("BIO 123", "Biology practical II"),
  core("BIO 211", "Cell biology", "BIO 111"),
  core("BIO 212", "Plant anatomy and physiology"),
  core("BIO 213", "Biology methodology"),
  core("BIO 221", "Heredity and genetics", "BIO 211"),
  core("BIO 222", "Ecology and conservation"),
  elective("Biology option", "BIO 223", "Horticulture"),
  elective("Biology option", "BIO 224", "Insects and parasites"),
  core("BIO 311", "Microbiology"),
  core("BIO 312", "Animal physiology"),
  core("BIO 321", "Evolution", "BIO 221"),
  core("BIO 322", "Hydrobiology and fisheries"),
  elective("Biology option", "BIO 323", "Economic botany"),
  elective("Biology option", "BIO 324", "Population biology"),
];

const chemistry = [
  core("CHE 111", "General chemistry I"),
  core("CHE 112", "Physical chemistry I"),
  practical("CHE 113", "Chemistry practical I"),
  core("CHE 121", "Inorganic chemistry I", "CHE 111"),
  core("CHE 122", "Organic chemistry I"),
  practical("CHE 123", "Chemistry practical II"),
  core("CHE 211", "Inorganic chemistry II", "CHE 121"),
  core("CHE 212", "Physical chemistry II"),
  core("CHE 213", "Chemistry methodology"),
  core("CHE 221", "Organic chemistry II", "CHE 122"),
  core("CHE 222", "Analytical chemistry"),
  practical("CHE 223", "Chemistry practical III"),
  core("CHE 311", "Environmental chemistry"),
  core("CHE 312", "Industrial chemistry"),
  core("CHE 321", "Physical chemistry III", "CHE 212"),
  core("CHE 322", "Nuclear chemistry"),
  practical("CHE 323", "Chemistry practical IV"),
];

/** What a student of the science and another subject takes; with the half after it, a double major. */
const integratedScience = [
  core("ISC 111", "Introduction to integrated science"),
  core("ISC 112", "Matter and energy I"),
  practical("ISC 113", "Integrated science practical I"),
  core("ISC 121", "The living world"),
  core("ISC 122", "Matter and energy II", "ISC 112"),
  practical("ISC 123", "Integrated science practical II"),
  core("ISC 211", "Human body and health"),
  core("ISC 212", "Electricity and magnetism"),
  core("ISC 213", "Integrated science methodology"),
  core("ISC 221", "Ecology and the environment"),
  core("ISC 222", "Chemistry of everyday life"),
  practical("ISC 223", "Integrated science practical III"),
  core("ISC 311", "Genetics and evolution"),
  core("ISC 312", "Waves, light and sound"),
  core("ISC 321", "Science, technology and society"),
  core("ISC 322", "Energy and its conversion"),
  practical("ISC 323", "Improvisation of science materials"),
];

const integratedScienceToo = [
  core("ISC 114", "Earth and space I"),
  core("ISC 115", "History and philosophy of science"),
  core("ISC 116", "Laboratory management"),
  core("ISC 124", "Earth and space II", "ISC 114"),
  core("ISC 125", "Mathematics for integrated science"),
  core("ISC 126", "Measurement in science"),
  core("ISC 214", "Crop and animal production"),
  core("ISC 215", "Mechanics"),
  core("ISC 216", "Science curriculum of the basic school"),
  core("ISC 224", "Nutrition"),
  core("ISC 225", "Heat and the states of matter"),
  core("ISC 226", "Computers in science teaching"),
  core("ISC 314", "Water, air and soil"),
  core("ISC 315", "Conservation of nature"),
  core("ISC 324", "Space science"),
  elective("Science option", "ISC 325", "Science clubs and fairs"),
  elective("Science option", "ISC 326", "Local technology"),
  core("ISC 327", "Disasters and safety"),
];

/** General studies and education, which everybody takes. */
const forEverybody = [
  general("EDU 111", "History of education in Nigeria", 2),
  general("EDU 112", "Child development", 2),
  general("EDU 113", "Principles and methods of teaching", 2),
  general("EDU 121", "Philosophy of education", 2),
  general("EDU 122", "Human learning", 2),
  general("EDU 123", "Educational technology", 2),
  general("EDU 211", "Sociology of education", 2),
  general("EDU 212", "Measurement and evaluation", 2),
  general("EDU 213", "Micro-teaching theory", 2),
  general("EDU 221", "Micro-teaching practicum", 2, "EDU 213"),
  general("EDU 222", "Curriculum studies", 2),
  general("EDU 223", "Educational administration", 2),
  general("EDU 311", "Teaching practice", 6, "EDU 221"),
  general("EDU 312", "Research methods in education", 2),
  general("EDU 321", "Curriculum implementation", 2, "EDU 222"),
  general("EDU 322", "Guidance and counselling", 2),
  general("EDU 323", "Special needs education", 2),
  general("EDU 324", "Research project", 2, "EDU 312"),
  general("GSE 111", "General English I", 1),
  general("GSE 112", "Use of the library", 1),
  general("GSE 113", "Basic general mathematics I", 1),
  general("GSE 121", "General English II", 1),
  general("GSE 122", "Family life and emerging health issues", 1),
  general("GSE 123", "Computer studies I", 1),
  general("GSE 211", "General English III", 1),
  general("GSE 212", "Citizenship education", 1),
  general("GSE 213", "Computer studies II", 1),
  general("GSE 221", "General English IV", 1),
  general("GSE 222", "Political economy", 1),
  general("GSE 223", "Basic general mathematics II", 1),
  general("GSE 311", "General English V", 1),
  general("GSE 312", "Entrepreneurship I", 1),
  general("GSE 321", "General English VI", 1),
  general("GSE 322", "Entrepreneurship II", 1),
];

interface DemoCatalogue {
  readonly programme: string;
  /** The two halves of a combination; of a double major, both of one subject. */
  readonly halves: readonly [readonly DemoCourse[], readonly DemoCourse[]];
  readonly general: readonly DemoCourse[];
}

/** What three programmes of the demo college teach. General courses stand in one of them, and hold for all. */
export const catalogues: readonly DemoCatalogue[] = [
  { programme: "NCE-BIO-CHE", halves: [biology, chemistry], general: forEverybody },
  { programme: "NCE-BIO-ISC", halves: [biology, integratedScience], general: [] },
  { programme: "NCE-ISC-DM", halves: [integratedScience, integratedScienceToo], general: [] },
];

/** `BIO 221` is of the second level and the second semester. */
export const placeOf = (code: string): { readonly level: number; readonly semester: number } => ({
  level: Number(code[4]) * 100,
  semester: Number(code[5]),
});

const ofEducation: Readonly<Record<string, readonly string[]>> = {
  EPS: ["112", "122", "212", "322", "323"],
  EFM: ["111", "121", "211", "223"],
  TPU: ["311"],
};

/** The department that teaches a course. */
export function departmentOf(code: string): string {
  const [subject = "", number = ""] = code.split(" ");
  if (subject !== "EDU") return subject;
  return Object.keys(ofEducation).find((department) => ofEducation[department]?.includes(number)) ?? "CUI";
}
