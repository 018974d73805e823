import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { entryRules } from "#calendar/intake/intake.entry-rules.contract.ts";
import { utmeSubjects } from "#reference/subjects/subjects.utme.rules.ts";
import { judgeEntry, type TypedResults } from "./eligibility.modes.rules.ts";

const olevel = { minCredits: 1, maxSittings: 2 };
const utme = {
  asked: true,
  minScore: 160,
  compulsory: ["Use of English"],
  subjects: [{ anyOf: ["Physics"] }, { anyOf: ["Mathematics", "Chemistry"] }],
  fillTo: 3,
  fillFrom: ["Biology", "Geography", "Chemistry"],
};
const direct = {
  nce: { subjects: 2, grade: "C" },
  ijmb: { subjects: 2, grade: "E", points: 6 },
  diploma: { classification: "Second Class Lower" },
};
const degree = v.parse(entryRules, { olevel, utme });
const both = v.parse(entryRules, { olevel, utme, direct });
const everyMode = ["JAMB UTME", "Transfer", "Direct Entry"];

const typed = (more: Partial<TypedResults> = {}): TypedResults => ({
  olevel: [{ examination: "1", subject: "Physics", scored: "C6" }],
  utme: null,
  alevels: [],
  ...more,
});

const sat = (subjects: readonly string[], score: number | null = 200) => ({ utme: { subjects: [...subjects], score } });

const place = { institutionName: "FCE Zaria", yearOfGraduation: "2021" };
const three = (type: "NCE" | "IJMB", first: string, second: string, third: string) => ({
  type,
  results: {
    ...place,
    ...{ educationSubject: "Physics", educationSubject2: "Mathematics", educationSubject3: "Education" },
    ...{ educationSubjectGrade: first, educationSubject2Grade: second, educationSubject3Grade: third },
  },
});
const diploma = (classification: string) => ({
  type: "Diploma" as const,
  results: { ...place, courseOfStudy: "Physics", classification, diplomaType: "National Diploma", cgpa: "3.00" },
});

test.each([
  ["nothing typed", null, "untyped", "JAMB UTME: add your UTME result, then we can tell"],
  ["all that is asked for", sat(["Physics", "Mathematics", "Biology"]), "qualifies", null],
  ["any of a place", sat(["Chemistry", "Geography", "Physics"]), "qualifies", null],
  ["a subject that fills one place only", sat(["Physics", "Chemistry", "Government"]), "short", "missing UTME subject"],
  ["a strange subject", sat(["Mathematics", "Biology", "Government"]), "short", "missing UTME subject Physics"],
  ["too low a score", sat(["Physics", "Mathematics", "Biology"], 159), "short", "missing UTME score of 160"],
  ["the least score", sat(["Physics", "Mathematics", "Biology"], 160), "qualifies", null],
  ["a score that is not out", sat(["Physics", "Mathematics", "Biology"], null), "untyped", "Add your score"],
])("UTME, %s: %s", (_what, more, standing, sentence) => {
  const { verdict } = judgeEntry(degree, everyMode, typed(more ?? {}));
  expect(verdict.standing).toBe(standing);
  expect(verdict.sentence).toContain(sentence ?? "You qualify on what you have typed");
});

test("a programme that does not ask for the UTME, as no NCE does, judges nothing of it", () => {
  const { asked: _asked, ...optional } = utme;
  const nce = v.parse(entryRules, { olevel, utme: optional });
  for (const more of [{}, sat(["Government", "History", "Hausa"], 3)])
    expect(judgeEntry(nce, everyMode, typed(more))).toMatchObject({ verdict: { standing: "qualifies" }, modes: [] });
});

test("what the O-Level lacks is said first, whatever the UTME is", () => {
  const none = typed({
    olevel: [{ examination: "1", subject: "Physics", scored: "F9" }],
    ...sat(["History", "Hausa"]),
  });
  expect(judgeEntry(degree, everyMode, none).verdict.sentence).toBe(
    "0 of 1 credit. Missing: 1 more credit in another subject",
  );
});

test.each([
  ["NCE merit in two", three("NCE", "C", "B", "E"), "qualifies"],
  ["NCE merit in one", three("NCE", "C", "D", "E"), "short"],
  ["IJMB of 6 points with the bonus", three("IJMB", "C", "E", "E"), "qualifies"],
  ["IJMB of 5 points", three("IJMB", "C", "D", "F"), "short"],
  ["IJMB with one pass", three("IJMB", "A", "F", "F"), "short"],
  ["a numbered letter", three("NCE", "C4", "B2", "F9"), "qualifies"],
  ["a Diploma of the class", diploma("Second Class Lower"), "qualifies"],
  ["a better Diploma", diploma("First Class"), "qualifies"],
  ["a lower Diploma", diploma("Pass"), "short"],
])("Direct Entry, %s: %s", (_what, result, standing) => {
  const { verdict, modes } = judgeEntry(both, everyMode, typed({ alevels: [result] }));
  expect(modes.find(({ mode }) => mode === "Direct Entry")?.standing).toBe(standing);
  // By the UTME nobody can tell yet, so a Direct Entry that is short is no end.
  expect(verdict.standing).toBe(standing === "short" ? "untyped" : "qualifies");
});

test("a qualification that is not taken says so, and the best of several counts", () => {
  const nceOnly = v.parse(entryRules, { olevel, utme, direct: { nce: direct.nce } });
  const poor = typed({ alevels: [diploma("First Class")] });
  const entry = judgeEntry(nceOnly, ["Direct Entry"], poor).modes;
  expect(entry).toEqual([{ mode: "Direct Entry", standing: "short", sentence: "a Diploma is not taken here" }]);
  const rich = typed({ alevels: [diploma("First Class"), three("NCE", "A", "B", "C")] });
  expect(judgeEntry(nceOnly, ["Direct Entry"], rich).modes[0]?.standing).toBe("qualifies");
});

test("a rule in words alone is the college's to judge: no no, and no yes", () => {
  const words = v.parse(entryRules, { olevel, utme, de: "NCE with merit in two relevant subjects" });
  const { verdict, modes } = judgeEntry(words, everyMode, typed({ alevels: [three("NCE", "E", "E", "E")] }));
  expect(modes).toContainEqual({
    mode: "Direct Entry",
    standing: "unjudged",
    sentence: "the college looks at your A-Level results and decides",
  });
  expect(verdict).toMatchObject({
    standing: "qualifies",
    sentence: "1 of 1 credit in 1 sitting. Direct Entry: the college looks at your A-Level results and decides",
  });
  expect(judgeEntry(words, everyMode, typed()).verdict.standing).toBe("untyped");
  expect(judgeEntry(words, ["Direct Entry"], typed()).modes).toHaveLength(1);
});

test("a higher score or another subject never makes a verdict worse", () => {
  const rank = (standing: string) => ["short", "untyped", "qualifies"].indexOf(standing);
  fc.assert(
    fc.property(
      fc.subarray([...utmeSubjects], { maxLength: 3 }),
      fc.constantFrom(...utmeSubjects),
      fc.integer({ min: 0, max: 399 }),
      (subjects, more, score) => {
        const standing = (names: readonly string[], mark: number) =>
          rank(judgeEntry(degree, everyMode, typed(sat(names, mark))).verdict.standing);
        expect(standing(subjects, score + 1)).toBeGreaterThanOrEqual(standing(subjects, score));
        expect(standing([...subjects, more], score)).toBeGreaterThanOrEqual(standing(subjects, score));
      },
    ),
  );
});
