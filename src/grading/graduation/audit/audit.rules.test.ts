import { expect, test } from "vitest";
import type { GradedAttempt } from "../../academic-record/academic-record.rules.ts";
import { type AwardFacts, auditOf, isMet, isOfPrefix, lackingOf, ownFindings } from "./audit.rules.ts";

const attempt = (course: string, more: Partial<GradedAttempt> = {}): GradedAttempt => ({
  ...{ session: "2025/2026", semester: 1, course, title: course, units: 2, total: 60, code: null, passline: null },
  ...{ left: false, elective: false, grade: "B", point: 400, passed: true },
  ...more,
});

const facts = (more: Partial<AwardFacts> = {}): AwardFacts => ({
  ...{ status: "Active", listed: null, level: 300, lastlevel: 300, graded: { lowest: "1.00" }, awardunits: 4 },
  attempts: [attempt("GSE 101"), attempt("EDU 101")],
  ...{ carryOvers: [], required: [{ code: "GSE 101", title: "Use of English" }], groups: [], taken: new Set<string>() },
  prefixes: [{ prefix: "GSE", least: 2 }],
  offers: () => true,
  practice: new Set<string>(),
  ...{ project: { stands: "Deposit checked", nerd: "NERD 7", checked: true }, passClass: "Credit", cgpa: "4.00" },
  ...more,
});
const lacks = (more: Partial<AwardFacts>) => lackingOf(auditOf(facts(more)));

test("whoever meets everything has a sentence for each thing, and nothing is lacking", () => {
  const findings = auditOf(facts());
  expect(isMet(findings)).toBe(true);
  expect(findings.map(({ sentence }) => sentence)).toEqual([
    "The status is Active",
    "The rules of grading are known",
    "300 level is the last of the programme",
    "4 units passed, and 4 are asked for",
    "Every compulsory course is passed",
    "GSE: 2 units passed, and 2 are asked for",
    "The project is deposited and checked, NERD number NERD 7",
    "CGPA 4.00: Credit",
  ]);
});

test.each<[string, Partial<AwardFacts>, string]>([
  ["a status", { status: "Suspended" }, "The status is Suspended. Only who is Active graduates"],
  ["another list", { listed: "Graduation 2025/2026" }, "Stands on Graduation 2025/2026 already"],
  ["no rules", { graded: null }, "No result profile is named for the programme and the session of entry"],
  ["a level", { level: 200 }, "The programme ends at 300 level, and the record says 200"],
  ["units", { awardunits: 108 }, "4 units passed of 108; 104 are missing"],
  [
    "a result that is not there",
    { required: [{ code: "CRS 301", title: "" }], taken: new Set(["CRS 301"]) },
    "1 compulsory course to pass: CRS 301 (no result yet)",
  ],
  [
    "a course never registered",
    { required: [{ code: "CRS 301", title: "" }] },
    "1 compulsory course to pass: CRS 301 (never registered)",
  ],
  [
    "a carry-over",
    { carryOvers: [{ course: "CRS 101", title: "", units: 2, why: "Failed", elective: false }] },
    "1 compulsory course to pass: CRS 101 (not passed)",
  ],
  [
    "a group of electives",
    {
      groups: [{ name: "Languages", term: "first semester of 300 level", choose: 1, codes: ["HAU 301", "YOR 301"] }],
    },
    "To choose and pass: 1 more of Languages, first semester of 300 level: HAU 301, YOR 301",
  ],
  ["general courses", { prefixes: [{ prefix: "GSE", least: 12 }] }, "GSE: 2 units passed of 12"],
  ["general courses without a number", { prefixes: [{ prefix: "PED", least: null }] }, "PED: no course is passed"],
  [
    "teaching practice",
    { practice: new Set(["EDU 311"]), taken: new Set(["EDU 311"]) },
    "Teaching practice is not passed: EDU 311",
  ],
  ["a project", { project: { stands: null, nerd: null, checked: false } }, "There is no project"],
  [
    "a NERD proof",
    { project: { stands: "Deposit to check", nerd: "NERD 7", checked: false } },
    "The project stands at “Deposit to check”: its deposit with the NERD proof is not checked",
  ],
  ["a class", { passClass: null, cgpa: "0.80" }, "CGPA 0.80 is below 1.00, the lowest class"],
])("what is lacking is said: %s", (_, more, sentence) => {
  expect(lacks(more)).toBe(sentence);
});

test("an elective that was failed, and a group with its choice, stand in nobody's way", () => {
  expect(
    lacks({
      carryOvers: [{ course: "HAU 301", title: "", units: 2, why: "Failed", elective: true }],
      groups: [{ name: "Languages", term: "", choose: 2, codes: ["GSE 101"] }],
    }),
  ).toBe("");
});

test("a prefix is letters alone", () => {
  expect([isOfPrefix("GSE 101", "gse"), isOfPrefix("GSEX 101", "GSE"), isOfPrefix("EDU101", "EDU")]).toEqual([
    true,
    false,
    true,
  ]);
});

test("a student reads what is lacking as it is said to students, and nothing of the rules while they are known", () => {
  const early = facts({ level: 100, cgpa: "–", passClass: null, graded: null });
  const own = ownFindings(auditOf(early), early);
  expect(own.filter(({ met }) => !met).map(({ sentence }) => sentence)).toEqual([
    "The college has not said yet how you are graded. The examinations office does",
    "You are at 100 level; the award comes after 300 level",
    "No result counts yet, so there is no class of pass",
  ]);
  expect(ownFindings(auditOf(facts()), facts()).map(({ about }) => about)).not.toContain("Rules");
});
