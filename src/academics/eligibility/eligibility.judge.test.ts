import * as v from "valibot";
import { expect, test } from "vitest";
import { entryRules } from "#calendar/intake/intake.entry-rules.contract.ts";
import { asksInWords, directEntryWords } from "#calendar/intake/intake.rules.ts";
import type { GradeName } from "#reference/grades/grades.rules.ts";
import { isSubject } from "#reference/subjects/subjects.rules.ts";
import { readCatalogue } from "../../college/starter-catalogue/starter-catalogue.server.ts";
import { judgeEligibility, type Scored } from "./eligibility.rules.ts";

const { programmes } = readCatalogue();
const rulesOf = (code: string) => v.parse(entryRules, programmes.find((one) => one.code === code)?.entryrules);

/** "English Language B3, Mathematics C6" as one sitting. */
const slip = (examination: string, line: string): Scored[] =>
  line.split(", ").map((one) => {
    const [, subject = "", scored = ""] = /^(.*) (\S+)$/.exec(one) ?? [];
    return { examination, subject, scored: scored as GradeName };
  });

const science = "English Language B3, Mathematics C6, Biology C4, Chemistry C5, Physics B2";

test.each([
  ["NCE-BIO-CHE", science, "qualifies", "5 of 5 credits in 1 sitting. You qualify on what you have typed"],
  ["NCE-MAT-PHY", science, "qualifies", "5 of 5 credits in 1 sitting. You qualify on what you have typed"],
  [
    "NCE-BIO-CHE",
    science.replace("Mathematics C6", "Mathematics D7"),
    "nearly",
    "4 of 5 credits. Missing: credit in Mathematics",
  ],
  [
    "NCE-BIO-CHE",
    `${science.replace("Mathematics C6", "Mathematics F9")}, Geography A1, Economics A1, Government A1`,
    "nearly",
    "4 of 5 credits. Missing: credit in Mathematics",
  ],
  ["NCE-ECO-MAT", science, "nearly", "4 of 5 credits. Missing: credit in Economics"],
  [
    "NCE-CRS-HIS",
    science,
    "short",
    "3 of 5 credits. Missing: credit in Christian Religious Studies; credit in History or Government",
  ],
  [
    "NCE-BIO-CHE",
    "English Language B3, Mathematics C6, Biology C4, Chemistry C5",
    "nearly",
    "4 of 5 credits. Missing: 1 more credit in another subject",
  ],
  [
    "NCE-PES-DM",
    "English Language B3, Mathematics C6",
    "short",
    "2 of 5 credits. Missing: 3 more credits in other subjects",
  ],
  [
    "NCE-CRS-ENG",
    `${science}, Christian Religious Studies A1`,
    "nearly",
    "5 of 5 credits. Missing: pass in Literature in English",
  ],
  [
    "NCE-CRS-ENG",
    `${science}, Christian Religious Studies A1, Literature in English E8`,
    "qualifies",
    "5 of 5 credits in 1 sitting. You qualify on what you have typed",
  ],
])("%s on %s: %s", (code, line, standing, sentence) => {
  expect(judgeEligibility(rulesOf(code), slip("1", line))).toMatchObject({ standing, sentence });
});

test("Literature at credit is the pass that English asks for and one of the five credits too", () => {
  const five =
    "English Language B3, Mathematics C6, Christian Religious Studies C4, Government C5, Literature in English B2";
  expect(judgeEligibility(rulesOf("NCE-CRS-ENG"), slip("1", five)).standing).toBe("qualifies");
});

test("two sittings count together, each subject with its best grade", () => {
  const first = slip("1", "English Language B3, Mathematics E8, Biology C4, Chemistry F9, Physics B2");
  const second = slip("2", "English Language D7, Mathematics C6, Biology F9, Chemistry C6");
  expect(judgeEligibility(rulesOf("NCE-BIO-CHE"), [...first, ...second])).toEqual({
    standing: "qualifies",
    credits: 5,
    needed: 5,
    missing: [],
    sentence: "5 of 5 credits in 2 sittings. You qualify on what you have typed",
  });
});

test("a second sitting that adds nothing is not counted", () => {
  const both = [...slip("2", science), ...slip("1", "English Language C6, Mathematics F9")];
  expect(judgeEligibility(rulesOf("NCE-BIO-CHE"), both).sentence).toMatch(/in 1 sitting\./);
});

test("where one sitting counts, the better one is taken, and the sentence says why the other is not", () => {
  const rules = v.parse(entryRules, {
    olevel: { minCredits: 4, maxSittings: 1, credits: [{ anyOf: ["English Language"] }, { anyOf: ["Mathematics"] }] },
  });
  const first = slip("1", "English Language B3, Biology C4");
  const second = slip("2", "Mathematics C6, Physics C4, English Language C6");
  expect(judgeEligibility(rules, [...first, ...second])).toMatchObject({
    standing: "nearly",
    sentence: "3 of 4 credits in 1 sitting, the most that count here. Missing: 1 more credit in another subject",
  });
});

const fiveOrSix = v.parse(entryRules, {
  olevel: { minCredits: 5, maxSittings: 1, credits: [{ anyOf: ["English Language"] }] },
  otherwise: [{ minCredits: 6, maxSittings: 2, credits: [{ anyOf: ["English Language"] }] }],
});

test.each([
  ["five at one sitting", [science], "qualifies", "5 of 5 credits in 1 sitting. You qualify on what you have typed"],
  [
    "six at two",
    ["English Language B3, Mathematics C6, Biology C4", "Chemistry C5, Physics B2, Geography C6"],
    "qualifies",
    "6 of 6 credits in 2 sittings. You qualify on what you have typed",
  ],
  [
    "five at two",
    ["English Language B3, Mathematics C6, Biology C4, Geography D7", "Chemistry C5, Physics B2, Geography E8"],
    "nearly",
    "5 of 6 credits. Missing: 1 more credit in another subject. Or with 5 credits in at most 1 sitting, missing: 2 more credits in other subjects",
  ],
  [
    "four at one",
    [science.replace("Biology C4", "Biology D7")],
    "nearly",
    "4 of 5 credits. Missing: 1 more credit in another subject. Or with 6 credits in at most 2 sittings, missing: 2 more credits in other subjects",
  ],
])("five credits at one sitting or six at two, on %s", (_what, slips, standing, sentence) => {
  const typed = slips.flatMap((line, place) => slip(String(place), line));
  expect(judgeEligibility(fiveOrSix, typed)).toMatchObject({ standing, sentence });
});

const threeAndTwo = v.parse(entryRules, {
  olevel: { minCredits: 2, maxSittings: 1, morePasses: 3 },
  otherwise: [{ minCredits: 3, maxSittings: 2, morePasses: 2 }],
});

test.each([
  ["English Language C6, Mathematics C6, Biology D7, Chemistry E8, Physics D7", "qualifies"],
  ["English Language C6, Mathematics C6, Biology D7, Chemistry E8, Physics F9", "nearly"],
  ["English Language C6, Mathematics D7, Biology D7, Chemistry E8, Physics D7", "nearly"],
  ["English Language C6, Mathematics C6, Biology C6, Chemistry C6, Physics C6", "qualifies"],
  ["English Language C6, Mathematics C6, Biology C6", "short"],
])("two credits and three passes at one sitting, on %s: %s", (line, standing) => {
  expect(judgeEligibility(threeAndTwo, slip("1", line)).standing).toBe(standing);
});

test("three credits and two passes at two sittings, and what is missing of them", () => {
  const first = slip("1", "English Language C6, Mathematics C6, Biology D7");
  const second = slip("2", "Chemistry C6, Biology E8");
  expect(judgeEligibility(threeAndTwo, [...first, ...second])).toMatchObject({
    standing: "nearly",
    sentence:
      "3 of 3 credits. Missing: 1 more pass in another subject. Or with 2 credits in at most 1 sitting, missing: 2 more passes in other subjects",
  });
  expect(judgeEligibility(threeAndTwo, [...first, ...second, ...slip("2", "Physics E8")]).standing).toBe("qualifies");
  expect(asksInWords(threeAndTwo)).toEqual([
    "2 O-Level credits and 3 more passes in at most 1 sitting",
    "Or 3 O-Level credits and 2 more passes in at most 2 sittings",
  ]);
});

test("one subject fills one place: Arabic is not Islamic Studies too, and what is missing is named", () => {
  const rules = rulesOf("NCE-ISS-ARB");
  const arabic = "English Language B3, Mathematics C6, Arabic C4, Government C5, Economics C5, History C6";
  expect(judgeEligibility(rules, slip("1", arabic)).sentence).toBe(
    "4 of 5 credits. Missing: credit in Islamic Studies",
  );
  const islamic = arabic.replace("Arabic", "Islamic Studies");
  expect(judgeEligibility(rules, slip("1", islamic)).sentence).toBe("4 of 5 credits. Missing: credit in Arabic");
  const both = `${arabic}, Islamic Studies C6`;
  expect(judgeEligibility(rules, slip("1", both)).standing).toBe("qualifies");
});

test("a subject gives way when another place can only be filled by it", () => {
  const rules = v.parse(entryRules, {
    olevel: {
      minCredits: 2,
      maxSittings: 2,
      credits: [{ anyOf: ["Biology", "Chemistry"] }, { anyOf: ["Biology"] }],
    },
  });
  expect(judgeEligibility(rules, slip("1", "Biology C6, Chemistry C6")).standing).toBe("qualifies");
});

test("without a result nobody can tell, and without rules neither", () => {
  expect(judgeEligibility(rulesOf("NCE-BIO-CHE"), [])).toEqual({
    standing: "untyped",
    credits: 0,
    needed: 5,
    missing: [],
    sentence: "Add your O-Level results first, then we can tell",
  });
  for (const rules of [{}, rulesOf("PDE")]) {
    expect(judgeEligibility(rules, slip("1", science))).toMatchObject({
      standing: "unpublished",
      sentence: "The college has not published the entry rules",
    });
  }
});

test("rules that ask for passes only say no number of credits", () => {
  const rules = v.parse(entryRules, {
    olevel: { minCredits: 0, maxSittings: 2, passes: [{ anyOf: ["English Language"] }] },
  });
  expect(judgeEligibility(rules, slip("1", "English Language F9")).sentence).toBe("Missing: pass in English Language");
  expect(judgeEligibility(rules, slip("1", "English Language D7")).sentence).toBe("You qualify on what you have typed");
});

test("every programme's rules are read, and name subjects that a result can have", () => {
  expect(programmes).toHaveLength(100);
  for (const { code, entryrules } of programmes) {
    const { olevel } = v.parse(entryRules, entryrules);
    const names = [...(olevel?.credits ?? []), ...(olevel?.passes ?? [])].flatMap(({ anyOf }) => anyOf);
    expect([code, names.filter((name) => !isSubject(name))]).toEqual([code, []]);
  }
});

test("whoever has all subjects at credit qualifies wherever something is asked", () => {
  for (const { code, entryrules } of programmes) {
    const rules = v.parse(entryRules, entryrules);
    const places = [...(rules.olevel?.credits ?? []), ...(rules.olevel?.passes ?? [])];
    const all = [...new Set([...places.flatMap(({ anyOf }) => anyOf), "Music", "Marketing", "Metalwork"])];
    const results = all.map((subject): Scored => ({ examination: "1", subject, scored: "C6" }));
    const { standing } = judgeEligibility(rules, results);
    expect([code, standing]).toEqual([code, rules.olevel?.minCredits ? "qualifies" : "unpublished"]);
  }
});

test("what a programme asks for stands in words", () => {
  expect(asksInWords(rulesOf("NCE-CRS-ENG"))).toEqual([
    "5 O-Level credits in at most 2 sittings: English Language, Mathematics, Christian Religious Studies, and 2 other subjects; at least a pass in Literature in English",
    "JAMB UTME, if you sat it: Use of English, Christian Religious Studies, Literature in English, and any 1 of Government, History, Islamic Studies, Economics, Geography, Hausa, Igbo, Yoruba, Arabic or French",
  ]);
  expect(directEntryWords(rulesOf("NCE-CRS-ENG"))).toBeNull();
  expect(directEntryWords(rulesOf("DEG-ARB"))).toMatch(/^For Direct Entry also: NCE with merit/);
  const passes = { olevel: { minCredits: 0, maxSittings: 2, passes: [{ anyOf: ["Arabic", "Hadith", "Fiqh"] }] } };
  expect(asksInWords(v.parse(entryRules, passes))).toEqual(["A pass at O-Level in one of Arabic, Hadith or Fiqh"]);
  expect(asksInWords({})).toEqual([]);
});

test.each([
  { olevel: { minCredits: -1, maxSittings: 2 } },
  { olevel: { minCredits: 5, maxSittings: 0 } },
  { olevel: { minCredits: "5", maxSittings: 2 } },
  { olevel: { minCredits: 5, maxSittings: 2, credits: [{ anyOf: [] }] } },
  { olevel: { minCredits: 5, maxSittings: 2, credits: ["Mathematics"] } },
  { olevel: { minCredits: 5, maxSittings: 2, credits: [{ anyOf: ["Arabic"] }, { anyOf: ["Arabic"] }] } },
  { de: 5 },

  null,
  "five credits",
])("%j is no rule", (rules) => {
  expect(v.is(entryRules, rules)).toBe(false);
});
