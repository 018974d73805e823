import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { everyNoun } from "#app/server/nouns.server.ts";
import {
  exampleValues,
  fillWords,
  paperTemplate,
  shippedWords,
  usual,
  wordingFaults,
} from "./message-template.rules.ts";
import { letterhead } from "./message-template.server.ts";

/** Papers under the college's letterhead that say nothing of their own beside what they state. */
const wordless: Readonly<Record<string, string>> = {
  "dashboard/admission-statistics/admission-statistics.paper.part.page.tsx":
    "tables in the layout of whoever asks for them, who reads no sentence of the college",
  "grading/graduation/graduation.print.page.tsx":
    "a list by its own title; who signs is named in the setting of certificates, for lists and certificates alike",
  "grading/progression/progression.print.page.tsx": "a list by its own title and state",
  "registry/outgoing-list/outgoing-list.print.page.tsx": "a list by its own title, and the hash of its file",
  "selection/merit-list/board/board.page.tsx":
    "a list by its own title; who made and approved it is stated, not worded",
  "support/template-desk/template-desk.print.part.page.tsx": "the test print of every other paper",
  "teaching/exam-timetable/exam-timetable.sheet.part.page.tsx":
    "the timetable on a board states days and halls; the hall lists beside it have words",
  "teaching/lecture/class-list/class-list.print.page.tsx": "names and photographs of a class, by its code",
  "teaching/timetable/timetable.sheet.part.page.tsx": "a week of classes",
};

const papers = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".tsx"))
  .map((name) => ({ name, text: readFileSync(join("src", name), "utf8") }))
  .filter(({ text }) => text.includes("<Letterhead"));

test("every paper says what the college words, or is named here with the reason why it says nothing", () => {
  expect(papers.length).toBeGreaterThan(25);
  const silent = papers.filter(({ text }) => !/\bwords\.\w+/.test(text)).map(({ name }) => name);
  expect(silent.filter((name) => wordless[name] === undefined)).toEqual([]);
  expect(Object.keys(wordless).filter((name) => !papers.some((paper) => paper.name === name))).toEqual([]);
});

test("a paper of somebody's file has its template, and a sheet that draws it on the desk", () => {
  const keys = everyNoun.flatMap(({ papers: own = {} }) => Object.keys(own)).toSorted();
  const templates = everyNoun.flatMap(({ templates: own = [] }) => own).filter(({ kind }) => kind === "paper");
  expect(templates.length).toBeGreaterThan(25);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.filter((key) => !templates.some((one) => one.key === key))).toEqual([]);
  const screen = readFileSync("src/app/screens/joined/template-screen.web.tsx", "utf8");
  const drawn = [...screen.matchAll(/^ {2}"?([a-z-]+)"?: (?:async|ofOffice)/gm)].map(([, key]) => key);
  expect(drawn.toSorted()).toEqual(keys);
});

const letter = paperTemplate({
  ...{ key: "letter-for-tests", name: "Letter", when: "A test prints it", reader: "applicants" as const },
  values: usual("name", "due"),
  must: ["due"],
  words: { heading: "An offer", opening: "Dear {name}", closing: "Come by {due}" },
});

test.each([
  [{ closing: "" }, { closing: /^The paper must hold \{due\}: the last day$/ }],
  [{ closing: "", opening: "By {due}" }, {}],
  [{ heading: "" }, { heading: /^Heading is required$/ }],
  [{ heading: "Two\nlines" }, { heading: /must be one line/ }],
  [{ opening: "Dear {nam}" }, { opening: /\{nam\} is nothing that the portal fills in here\. Use \{name\}, \{due\}$/ }],
  [{ opening: "See https://elsewhere.example" }, { opening: /must name no address of the web/ }],
  [{ opening: "" }, {}],
])("of a paper %o is judged so, by part", (words, faults) => {
  const found = wordingFaults(letter, { ...shippedWords(letter), ...words });
  expect(Object.keys(found)).toEqual(Object.keys(faults));
  for (const [part, sentence] of Object.entries(faults)) expect(found[part]).toMatch(sentence);
});

test("of notes and who signs a line without its value falls away alone; elsewhere its paragraph does", () => {
  const list = paperTemplate({
    ...{ key: "list-for-tests", name: "List", when: "A test prints it", reader: "applicants" as const },
    values: usual("name", "due"),
    words: { opening: "Dear {name}\nby {due}", notes: "Come\nBy {due}\nBring {name}", signatories: "{due}\nDean" },
  });
  const said = fillWords(list, shippedWords(list), { ...exampleValues(list), name: "Aisha", due: "" }, letterhead());
  expect(said).toEqual({ opening: "", notes: "Come\nBring Aisha", signatories: "Dean" });
});

test.each([
  ["admission/group-payment/group-payment.paper.part.page.tsx", "This is no receipt."],
  ["registry/sponsorship/sponsorship.paper.part.page.tsx", "This is no receipt."],
  ["registry/bill/bill.account.page.tsx", "This account is no receipt."],
  ["payments/payment-slip/payment-slip.sheet.part.page.tsx", "This slip is no receipt."],
  ["applications/application/slip.print.part.page.tsx", "This slip is not an offer of admission."],
  ["selection/screening/booking/booking.print.part.page.tsx", "This slip is not an offer of admission."],
  ["fees/schedule-of-fee-item/schedule-of-fee-item.sheet.part.page.tsx", "nothing is to be paid by it."],
])("%s says %s itself: no college can word it away", (file, sentence) => {
  expect(papers.find(({ name }) => name === file)?.text).toContain(sentence);
});

test("no words as shipped hold what protects a reader", () => {
  const shipped = everyNoun
    .flatMap(({ templates: own = [] }) => own)
    .filter(({ kind }) => kind === "paper")
    .map((one) => [one.key, Object.values(shippedWords(one)).join(" ")] as const);
  const held = shipped.filter(([, said]) => /no receipt|not an offer|nothing is to be paid/.test(said));
  expect(held.map(([key]) => key)).toEqual([]);
});
