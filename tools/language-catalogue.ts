/**
 * The catalogue of the applicants' way: `src/support/translation/catalogue/{ha,yo,ig}.json`, every sentence with its
 * translation, empty where there is none yet. Writes what the sources have gained and lost; with `--verify` it only looks.
 */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { asksInWords, joinedByOr } from "../src/calendar/intake/intake.rules.ts";
import {
  COMMON,
  type OtherLanguage,
  otherLanguages,
  REFUSALS,
  type Sentences,
} from "../src/kit/language/languages.rules.ts";
import { holesApart } from "../src/kit/language/sentence.holes.rules.ts";
import { nameOfSentence } from "../src/kit/language/sentence.rules.ts";
import { asAgo } from "../src/kit/value/dates.rules.ts";
import { exportsOf, lazyTarget, moduleOf, type Place, reachedFrom } from "./language-reach.ts";
import { sentencesIn } from "./language-sentences.ts";

const folder = "src/support/translation/catalogue";
const entry = "src/app/applicant.web.tsx";

/** Papers and letters stay English; names of places are what they are. */
const isApart = (file: string): boolean =>
  /paper-routes\.web\.tsx$|\.print\.(part\.)?page\.tsx$|^src\/kit\/paper\/(?!emblem)|\.(mail|words)\.server\.ts$|\.generated\.ts$|^src\/platform\/(?!http\/browser)|\.json$|^src\/kit\/language\/|^src\/(reference\/message-template|support\/template-desk)\/|^node_modules|states-and-lgas/.test(
    file,
  );

/** The part that a file brings which is loaded when it is needed; null for one that brings none. */
export const partOf = (file: string): string | null =>
  isApart(file) || !/\.tsx?$/.test(file) ? null : file.replace(/^.*\/|(\.page|\.web)?\.tsx?$/g, "");

/** By the part that brings them, all sentences: one for each file that is loaded when it is needed. */
export function readParts(): Map<string, Set<string>> {
  const source = moduleOf(entry)?.source;
  const first = source ? reachedFrom([{ file: entry, node: source }], isApart) : [];
  const common = sentencesOf(first);
  const parts = new Map([[COMMON, common]]);
  const files = new Map<string, string>();
  const waiting = lazyFilesOf(first);
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    const part = partOf(file);
    if (part === null || files.get(part) === file) continue;
    if (files.has(part)) throw new Error(`${file} and ${files.get(part)} would bring the same part of the catalogue`);
    files.set(part, file);
    const reached = reachedFrom(exportsOf({ file, name: "*" }, isApart), isApart);
    waiting.push(...lazyFilesOf(reached));
    const own = [...sentencesOf(reached)].filter((sentence) => !common.has(sentence));
    parts.set(part, new Set(own));
  }
  shareAmong(parts);
  const shown = new Set([...parts.values()].flatMap((sentences) => [...sentences]));
  const answers = reachedFrom(answersToApplicants(), isOffice).flatMap((place) =>
    [...sentencesOf([place])].filter((one) => !common.has(one) && (shown.has(one) || isTold(one, place.file))),
  );
  parts.set(REFUSALS, new Set(answers.sort()));
  return new Map([...parts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What so many parts say comes with the first script, and is read once. */
const SHARED_BY = 12;

function shareAmong(parts: ReadonlyMap<string, Set<string>>): void {
  const users = new Map<string, Set<string>[]>();
  for (const part of parts.values())
    for (const sentence of part) users.set(sentence, [...(users.get(sentence) ?? []), part]);
  for (const [sentence, saying] of users) {
    if (saying.length < SHARED_BY) continue;
    for (const part of saying) part.delete(sentence);
    parts.get(COMMON)?.add(sentence);
  }
}

function lazyFilesOf(places: readonly Place[]): string[] {
  const found: string[] = [];
  for (const { file, node } of places) {
    const look = (one: ts.Node): void => {
      const lazily = ts.isTypeNode(one) ? undefined : lazyTarget(one, file);
      if (lazily) found.push(lazily);
      ts.forEachChild(one, look);
    };
    look(node);
  }
  return found;
}

/** What a call answers in words, not in a name of an office, a paper or a setting; one word where it is a state of something. */
function isTold(sentence: string, file: string): boolean {
  if (file.startsWith("src/reference/")) return false;
  if (sentence === LAST) return true;
  const words = sentence.match(/[\p{L}’']+/gu) ?? [];
  return words.length > 1 || (/^src\/(profile|selection|admission).*\.rules\.ts$/.test(file) && words.length > 0);
}

/** Of these a call reads what the college has set, and tells none of their own words. */
const isOffice = (file: string): boolean =>
  isApart(file) || /^src\/(access|console|college\/setting|grading\/certificate|teaching)\/|\.job\.server/.test(file);

function sentencesOf(places: readonly Place[]): Set<string> {
  return new Set(places.flatMap(({ node }) => [...sentencesIn(node), ...(madeBy.get(nameOf(node)) ?? [])]).sort());
}

const nameOf = (node: ts.Node): string =>
  ((ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node)) && node.name?.getText()) || "";

/** Before the last of a list. */
const LAST = "and";

const twoAgo = [60, 3_600, 86_400, 604_800, 2_629_800, 31_557_600].flatMap((length) =>
  [1, 2].map((times) => asAgo(new Date(0).toISOString(), times * length * 1_000)),
);

/** What no source says as a literal: how long ago something was, as a browser says it, and what joins a list. */
const madeBy: ReadonlyMap<string, readonly string[]> = new Map([
  [asAgo.name, ["just now", ...twoAgo.map((ago) => ago.replace("2", "{count}"))]],
  [joinedByOr.name, ["or"]],
  [asksInWords.name, [LAST]],
]);

/** Calls that an applicant, or whoever comes, may make; what stays of somebody who asks to be forgotten, and what can be corrected. */
function answersToApplicants(): Place[] {
  return globSync("src/**/*.server.ts")
    .sort()
    .flatMap((file) => {
      const found: Place[] = [];
      const visit = (node: ts.Node): void => {
        if (ts.isCallExpression(node) && node.expression.getText() === "handle") {
          const guard = node.arguments[2]?.getText() ?? "";
          if (/^(everyone|applicant|verified|anyApplicant)\b/i.test(guard)) found.push({ file, node });
        } else if (isStays(node) || isCorrectable(node) || isHook(node)) {
          if (!isOfStudents(file)) found.push({ file, node });
        } else ts.forEachChild(node, visit);
      };
      const source = moduleOf(file)?.source;
      if (source) visit(source);
      return found;
    });
}

const isStays = (node: ts.Node): boolean =>
  ts.isPropertyAssignment(node) && node.name.getText() === "stays" && ts.isObjectLiteralExpression(node.initializer);

const isCorrectable = (node: ts.Node): boolean => ts.isMethodDeclaration(node) && node.name.getText() === "ofApplicant";

/** What one noun refuses in a call of another: `resubmitted: refuseResubmitted`. */
const isHook = (node: ts.Node): boolean =>
  ts.isPropertyAssignment(node) && /^(resubmitted|namesTyped)$/.test(node.name.getText());

/** Students read English. */
const isOfStudents = (file: string): boolean => /^src\/(registry|teaching|grading)\//.test(file);

export function readCatalogue(language: OtherLanguage): Record<string, string> {
  const file = `${folder}/${language}.json`;
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, string>) : {};
}

/** What one part says in one language, as browsers read it. */
export function translatedPart(sentences: ReadonlySet<string>, catalogue: Sentences): Sentences {
  const nameOf = (sentence: string) => (sentence.includes("{") ? sentence : nameOfSentence(sentence));
  return Object.fromEntries(
    [...sentences].flatMap((sentence) => {
      const translation = catalogue[sentence];
      return translation ? [[nameOf(sentence), translation]] : [];
    }),
  );
}

function troublesOf(language: OtherLanguage, keys: readonly string[]): string[] {
  const catalogue = readCatalogue(language);
  const wanted = new Set(keys);
  const isGone = Object.keys(catalogue).filter((key) => !wanted.has(key));
  const isNew = keys.filter((key) => catalogue[key] === undefined);
  const isBroken = Object.entries(catalogue).flatMap(([key, translation]) => {
    const { missing, unknown } = holesApart(key, translation);
    if (translation === "" || missing.length + unknown.length === 0) return [];
    return [
      `${language}: “${translation}” lacks ${missing.join(" ") || "nothing"} and adds ${unknown.join(" ") || "nothing"}`,
    ];
  });
  return [
    ...isGone.map((key) => `${language}: no page says “${key}” any more: node tools/language-catalogue.ts`),
    ...isNew.map((key) => `${language}: the catalogue has no “${key}”: node tools/language-catalogue.ts`),
    ...isBroken,
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const parts = readParts();
  const keys = [...new Set([...parts.values()].flatMap((sentences) => [...sentences]))].sort();
  if (new Set(keys.map(nameOfSentence)).size < keys.length) throw new Error("two sentences have the same short name");
  if (process.argv.includes("--verify")) {
    const troubles = otherLanguages.flatMap((language) => troublesOf(language, keys));
    console.log(troubles.length === 0 ? `${keys.length} sentences in ${parts.size} parts` : troubles.join("\n"));
    process.exit(troubles.length === 0 ? 0 : 1);
  }
  mkdirSync(folder, { recursive: true });
  for (const language of otherLanguages) {
    const known = readCatalogue(language);
    const next = Object.fromEntries(keys.map((key) => [key, known[key] ?? ""]));
    writeFileSync(`${folder}/${language}.json`, `${JSON.stringify(next, null, 2)}\n`);
  }
  console.log(`${keys.length} sentences in ${parts.size} parts`);
}
