/** A language for tests: every sentence of the catalogue as it is, each run of its words between signs that nobody sees. */
import type { ConsoleMessage } from "playwright-core";
import { demoBrand } from "../demo/brand.ts";
import { aLevelTypes, examinationTypes } from "../src/reference/qualifications/qualifications.rules.ts";
import { states } from "../src/reference/states-and-lgas/states-and-lgas.rules.ts";
import { subjects } from "../src/reference/subjects/subjects.rules.ts";
import { readParts, translatedPart } from "../tools/language-catalogue.ts";
import type { Person } from "./browser.ts";
import type { TestPortal } from "./portal.ts";

/** Whoever looks for words by a string does not see them. */
const OPEN = "\u200B";
const CLOSE = "\u00AD";

const SAID = /^unmarked at (\S+): (.*)$/s;

/** By then a part of the catalogue that comes after the first picture is there. */
const LATEST_MS = 500;

const marked = (sentence: string) =>
  sentence
    .split(/(\{\w+\}|<\/?\d+\/?>)/)
    .map((run, place) => (place % 2 === 0 && /\p{L}/u.test(run) ? `${OPEN}${run}${CLOSE}` : run))
    .join("");

const parts = readParts();

export interface Marked extends Person {
  /** What this person has read so far that is no sentence of the catalogue, by the address where it stood first. */
  reads(): Promise<ReadonlyMap<string, string>>;
}

/** Whoever this is reads the marked language in the place of Hausa from here on; every text that comes to the page is read. */
export async function speakMarked(person: Person): Promise<Marked> {
  const { context, page } = person;
  const unmarked = new Map<string, string>();
  const hear = (message: ConsoleMessage): void => {
    const [, place, text] = SAID.exec(message.text()) ?? [];
    if (place && text && !unmarked.has(text)) unmarked.set(text, place);
  };
  page.on("console", hear);
  const reading = await context.addInitScript(readTexts, { open: OPEN, close: CLOSE, latest: LATEST_MS });
  await context.route(/\/assets\/.*-ha-\w+\.json$/, (route) => {
    const part = /\/assets\/(.*)-ha-\w+\.json$/.exec(route.request().url())?.[1] ?? "";
    const sentences = parts.get(part) ?? new Set<string>();
    const all = Object.fromEntries([...sentences].map((sentence) => [sentence, marked(sentence)]));
    return route.fulfill({ json: translatedPart(sentences, all) });
  });
  const seen = (words: string | RegExp) => (typeof words === "string" ? words : withoutEnds(words));
  return {
    ...person,
    sees: (...words) => person.sees(...words.map(seen)),
    async reads() {
      await person.page.waitForTimeout(2 * LATEST_MS);
      return unmarked;
    },
    async leaves() {
      page.off("console", hear);
      await reading.dispose();
      await person.leaves();
    },
  };
}

/** A mark stands where the text begins and ends. */
const withoutEnds = ({ source, flags }: RegExp) => new RegExp(source.replace(/^\^|\$$/g, ""), flags);

/** Runs in the page: tells what is said in words that are not marked, as it comes. */
function readTexts({ open, close, latest }: { open: string; close: string; latest: number }): void {
  localStorage.language = "ha";
  const inMarks = new RegExp(`${open}[^${open}${close}]*${close}`, "g");
  const told = new Set<string>();
  const tell = (text: string | null, place: string): void => {
    let rest = text ?? "";
    while (inMarks.test(rest)) rest = rest.replace(inMarks, " … ");
    rest = rest.replace(/[\s…]+/g, (gap) => (gap.includes("…") ? " … " : " ")).trim();
    if (!/\p{L}{2}/u.test(rest) || told.has(rest)) return;
    told.add(rest);
    console.debug(`unmarked at ${place}: ${rest}`);
  };
  const attributes = ["aria-label", "placeholder", "title", "alt"];
  const read = (node: Node): void => {
    const element = node instanceof Element ? node : node.parentElement;
    if (!element || element.closest("[translate=no], script, style, noscript, head")) return;
    const { pathname } = location;
    // What is drawn before its part of the catalogue has come is said in place; what may break is one text.
    const isBroken = element.querySelector(":scope > wbr");
    setTimeout(() => {
      if (node !== element) tell(isBroken ? element.textContent : node.nodeValue, pathname);
      else if (!element.closest("[aria-hidden=true]"))
        for (const name of attributes) tell(element.getAttribute(name), pathname);
    }, latest);
    if (node === element) for (const child of node.childNodes) read(child);
  };
  const isSpoken = () => document.documentElement.lang === "ha";
  new MutationObserver((records) => {
    if (!isSpoken()) return;
    for (const { type, target, addedNodes } of records) {
      if (type === "childList") for (const node of addedNodes) read(node);
      else read(target);
    }
  }).observe(document, {
    childList: true,
    characterData: true,
    attributes: true,
    subtree: true,
    attributeFilter: attributes,
  });
  // A tab is named once its screen is there.
  setInterval(() => {
    const isDrawn = isSpoken() && document.querySelector("h1")?.textContent?.includes(open);
    if (isDrawn) tell(document.title.replace(/ · .*$/, ""), location.pathname);
  }, latest);
}

/** Names, as they stand on papers: they are the same in every language. The longest first, so that none hides a part of another. */
export async function namesOf({ db }: TestPortal): Promise<readonly string[]> {
  const programmes = await db.selectFrom("programme").select(["award", "name"]).execute();
  const schools = await db.selectFrom("college").select("name").execute();
  const departments = await db.selectFrom("department").select("name").execute();
  const asked = await db.selectFrom("admission_requirement").select("label").distinct().execute();
  const fees = await db.selectFrom("application_fee_item").select("name as label").distinct().execute();
  const items = await db.selectFrom("acceptance_fee_item").select("description as label").execute();
  const conditions = await db.selectFrom("offer").select("condition as label").distinct().execute();
  const names = [
    ...programmes.flatMap(({ award, name }) => [`${award} ${name}`, name]),
    ...[...schools, ...departments, ...subjects, ...states].map(({ name }) => name),
    ...states.flatMap(({ areas, alias }) => [...areas, alias]),
    ...[...asked, ...fees, ...items, ...conditions].map(({ label }) => label ?? ""),
    ...examinationTypes,
    ...aLevelTypes.filter((type) => type !== "Diploma"),
    ...Object.values(demoBrand),
    "RRR",
  ];
  return [...new Set(names)].filter((name) => name.length > 1).sort((a, b) => b.length - a.length);
}

const months = "January|February|March|April|May|June|July|August|September|October|November|December";
const weekdays = "Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday";

/** A day, an hour, a code, a sum: they stand as on the papers. */
const signs = new RegExp(
  `((${weekdays}),? )?\\d+ (${months})( \\d{4})?( at \\d+:\\d\\d [ap]m)?|\\d+:\\d\\d [ap]m( on)?|[\\w/-]*\\d[\\w/-]*|\\b[A-Z0-9]{4}-[A-Z0-9]{4}\\b|\\S+@\\S+`,
  "g",
);

/** What is left of these texts when names and signs are taken out; of whoever reads a sentence may hold the first name, as an account and a form have it. */
export function wordsLeft(
  texts: ReadonlyMap<string, string>,
  names: readonly string[],
  firstnames: readonly string[],
): string[] {
  return [...texts].flatMap(([text, place]) => {
    const sentence = text.includes("…") ? firstnames.reduce((left, name) => left.replace(name, ""), text) : text;
    const rest = names.reduce((left, name) => left.replaceAll(name, ""), sentence).replace(signs, "");
    return /\p{L}{2}/u.test(rest) ? [`${place}: ${text}`] : [];
  });
}
