import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { diploma as diplomaBody, nce as nceBody } from "../../../testing/a-levels.ts";
import { type Person, signedInApplicant } from "../../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";

let portal: TestPortal;
let person: Person;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  person = await signedInApplicant(portal);
});
afterAll(() => portal.stop());

const path = "/ms_applicant_alevel";
const { results: nce } = nceBody;
const { results: diploma } = diplomaBody;

/** What is said of a body; nothing of it is kept. */
async function errorsOf(body: unknown): Promise<Record<string, string>> {
  const { status, body: reply } = await person.post(path, body);
  expect([status, reply.type]).toEqual([500, "error"]);
  expect((await person.get(path)).body).toEqual([]);
  return reply.errors;
}

const subjectSentences = {
  "results.institutionName": "Institution name is required",
  "results.yearOfGraduation": "Year of graduation is required",
  "results.educationSubject": "First subject is required",
  "results.educationSubjectGrade": "Grade of first subject is required",
  "results.educationSubject2": "Second subject is required",
  "results.educationSubject2Grade": "Grade of second subject is required",
  "results.educationSubject3": "Third subject is required",
  "results.educationSubject3Grade": "Grade of third subject is required",
};
const diplomaSentences = {
  "results.institutionName": "Institution name is required",
  "results.yearOfGraduation": "Year of graduation is required",
  "results.courseOfStudy": "Course of study is required",
  "results.classification": "Classification is required",
  "results.diplomaType": "Diploma type is required",
  "results.cgpa": "CGPA is required",
};

test.each([
  ["IJMB", nce, subjectSentences],
  ["NCE", nce, subjectSentences],
  ["Diploma", diploma, diplomaSentences],
])("each field of %s that is missing or empty is named by its sentence", async (type, whole, sentences) => {
  expect(await errorsOf({ type, results: {} })).toEqual(sentences);
  const empty = Object.fromEntries(Object.keys(whole).map((name) => [name, ""]));
  expect(await errorsOf({ type, results: empty })).toEqual(sentences);
  for (const [field, sentence] of Object.entries(sentences)) {
    const { [field.replace("results.", "")]: _, ...rest } = whole as Record<string, string>;
    expect(await errorsOf({ type, results: rest })).toEqual({ [field]: sentence });
  }
});

const TYPES = "Type of result must be one of the following values: IJMB, NCE, Diploma";
test.each<[string, unknown, Record<string, string>]>([
  ["nothing", {}, { type: "Type of result is required", results: "Result is required" }],
  ["no type", { results: nce }, { type: "Type of result is required" }],
  ["an empty type", { type: "", results: nce }, { type: "Type of result is required" }],
  ["an unknown type", { type: "JAMB", results: nce, place: 6 }, { type: TYPES, place: "The field place is not known" }],
  ["a type in small letters", { type: "nce", results: nce }, { type: TYPES }],
  ["a type that every object has", { type: "toString", results: nce }, { type: TYPES }],
  ["a list for a type", { type: ["NCE"], results: nce }, { type: "Type of result must be text" }],
  ["no results", { type: "NCE" }, { results: "Result is required" }],
  ["a text for results", { type: "NCE", results: "A" }, { results: "A JSON object is expected" }],
  [
    "results of a type that is unknown",
    { type: "X", results: 7 },
    { type: TYPES, results: "A JSON object is expected" },
  ],
  [
    "fields of nobody",
    { type: "NCE", results: { ...nce, cgpa: "4" }, applicant: "x" },
    { "results.cgpa": "The field cgpa is not known", applicant: "The field applicant is not known" },
  ],
])("of %s every wrong field is named", async (_what, body, errors) => {
  expect(await errorsOf(body)).toEqual(errors);
});

test("a list is no form", async () => {
  expect(await errorsOf([nce])).toEqual({ form: "A JSON object is expected" });
});

const thisYear = new Date().getFullYear();
const digits = "Year of graduation must be four digits, such as 2024";
const between = `Year of graduation must be between 1970 and ${thisYear}`;
test.each([
  ["202", "Year of graduation cannot be less than 4 characters"],
  ["20245", "Year of graduation cannot be above 4 characters"],
  ["20x4", digits],
  ["٢٠٢٠", digits],
  ["1969", between],
  [String(thisYear + 1), between],
  [2021, "Year of graduation must be text"],
])("the year %j is refused", async (yearOfGraduation, sentence) => {
  for (const [type, results] of [
    ["NCE", nce],
    ["Diploma", diploma],
  ] as const) {
    const errors = await errorsOf({ type, results: { ...results, yearOfGraduation } });
    expect(errors).toEqual({ "results.yearOfGraduation": sentence });
  }
});

test.each(["G", "AA", "A10", "A0", "A*", "1", "Ａ", "A B", "Distinction", "<script>", "A\u0000", 4, null])(
  "the grade %j is refused under its field",
  async (educationSubject2Grade) => {
    const errors = await errorsOf({ type: "IJMB", results: { ...nce, educationSubject2Grade } });
    expect(Object.keys(errors)).toEqual(["results.educationSubject2Grade"]);
    expect(Object.values(errors)[0]).toMatch(/^Grade of second subject /);
  },
);

test.each(["5.01", "6", "-1", "3.257", "3,25", ".5", "3.", "4/5", "1e0", "NaN", "Infinity", "٣", 3.25, null])(
  "the CGPA %j is refused under its field",
  async (cgpa) => {
    const errors = await errorsOf({ type: "Diploma", results: { ...diploma, cgpa } });
    expect(Object.keys(errors)).toEqual(["results.cgpa"]);
    expect(errors["results.cgpa"]).toMatch(/^CGPA must be (a number from 0.00 to 5.00|text)/);
  },
);

test("class and kind of a diploma are of the lists", async () => {
  const results = { ...diploma, classification: "Distinction", diplomaType: "Higher National Diploma" };
  expect(await errorsOf({ type: "Diploma", results })).toEqual({
    "results.classification":
      "Classification must be one of the following values: First Class, Second Class Upper, Second Class Lower, Third Class, Pass",
    "results.diplomaType":
      "Diploma type must be one of the following values: National Diploma, Advance National Diploma",
  });
});

test.each<[Partial<typeof nce>, string[]]>([
  [{ educationSubject2: "Mathematics" }, ["educationSubject2"]],
  [{ educationSubject2: " mathEMATICS " }, ["educationSubject2"]],
  [{ educationSubject3: "Physics" }, ["educationSubject3"]],
  [{ educationSubject: "Social  Studies", educationSubject3: "Social studies" }, ["educationSubject3"]],
  [{ educationSubject2: "Mathematics", educationSubject3: "Mathematics" }, ["educationSubject2", "educationSubject3"]],
])("with %o a subject stands twice", async (change, wrong) => {
  const errors = await errorsOf({ type: "NCE", results: { ...nce, ...change } });
  expect(Object.keys(errors)).toEqual(wrong.map((name) => `results.${name}`));
  expect(Object.values(errors)[0]).toMatch(/is the same as .+: name three different subjects$/);
});

test.each([
  "Mu\u0000sa",
  "Mu\ud800sa",
  "Mu\u202esa",
  "Mu\u200bsa",
  "Mu\nsa",
  "m".repeat(121),
  ["x"],
  7,
  { a: 1 },
  true,
])("%j is no institution", async (institutionName) => {
  const errors = await errorsOf({ type: "NCE", results: { ...nce, institutionName } });
  expect(errors).toEqual({ "results.institutionName": expect.stringMatching(/^Institution name /) });
});
