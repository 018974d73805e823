/** Holds what makes a noun a module: its door, at most a dozen files a folder, no circle of nouns, no lone small file. */
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { importsOf } from "./imports.ts";
import { sourceFiles } from "./source-files.ts";

const FILES_A_FOLDER = 12;
const SMALL = 60;
const LONGEST = 300;
const LONGEST_OF_KIT = 150;
/** Of these any file may be imported: the kit and the platform are libraries, the app is everybody's reader. */
const libraries = ["kit", "platform", "app"];

const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const files = sourceFiles().filter((file) => !isTest(file) && !file.endsWith(".generated.ts"));
const imports = new Map(files.map((file) => [file, importsOf(file)]));
const lineCounts = new Map(files.map((file) => [file, readFileSync(file, "utf8").split("\n").length - 1]));
const linesOf = (file: string): number => lineCounts.get(file) ?? 0;

const troubles = [...tooFullFolders(), ...brokenDoors(), ...circlesOfNouns(), ...loneFiles()];
if (files.length === 0) troubles.push("no source files were found");
const nouns = new Set(files.map(nounOf));
console.log(troubles.length === 0 ? `${nouns.size} nouns, ${files.length} files, no circle` : troubles.join("\n"));
process.exit(troubles.length === 0 ? 0 : 1);

/** `src/admission/offer`, with all its rooms; the kit and the app are one each. */
function nounOf(file: string): string {
  const [, domain = "", noun = ""] = file.split("/");
  return domain === "kit" || domain === "app" || noun.includes(".") ? `src/${domain}` : `src/${domain}/${noun}`;
}

function tooFullFolders(): string[] {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  const deep = files.filter((file) => file.split("/").length > 5).map((file) => `${file}: a room has no rooms`);
  return [
    ...deep,
    ...[...counts]
      .filter(([, count]) => count > FILES_A_FOLDER)
      .map(([folder, count]) => `${folder}: ${count} files, at most ${FILES_A_FOLDER}: give it rooms`),
  ];
}

function brokenDoors(): string[] {
  return files.flatMap((file) =>
    (imports.get(file) ?? [])
      .filter(({ to }) => nounOf(to) !== nounOf(file) && !isDoor(to, file))
      .map(({ to }) => `${file}: ${to} is behind its noun's door`),
  );
}

/** Contract, rules, parts and the one server file at the noun's top. The app puts pages together as well. */
function isDoor(to: string, reader: string): boolean {
  const [, domain = "", noun = "", name = "", deeper] = to.split("/");
  if (libraries.includes(domain) || !to.startsWith("src/") || isTest(to) || to.endsWith(".json")) return true;
  if (reader.startsWith("src/app/") && to.endsWith(".page.tsx")) return true;
  if (deeper !== undefined) return false;
  return /\.(contract|rules)\.ts$|\.part\.page\.tsx$/.test(name) || name === `${noun}.server.ts`;
}

/** Each circle once, with the imports that close it. */
function circlesOfNouns(): string[] {
  const edges = new Map<string, Map<string, string[]>>();
  for (const [file, found] of imports) {
    for (const { to } of found) {
      const [from, target] = [nounOf(file), nounOf(to)];
      if (from === target || !to.startsWith("src/")) continue;
      const targets = edges.get(from) ?? new Map<string, string[]>();
      edges.set(from, targets.set(target, [...(targets.get(target) ?? []), `${file} -> ${to}`]));
    }
  }
  const reached = new Map([...edges.keys()].map((noun) => [noun, reachedFrom(noun, edges)]));
  const inCircle = [...edges.keys()].filter((noun) => reached.get(noun)?.has(noun)).sort();
  const circles = new Map<string, string[]>();
  for (const noun of inCircle) {
    const members = inCircle.filter((other) => reached.get(noun)?.has(other) && reached.get(other)?.has(noun));
    circles.set(members.join(", "), members);
  }
  return [...circles].flatMap(([name, members]) => [
    `circle of nouns: ${name}`,
    ...members.flatMap((from) => members.flatMap((to) => (edges.get(from)?.get(to) ?? []).map((edge) => `  ${edge}`))),
  ]);
}

function reachedFrom(noun: string, edges: ReadonlyMap<string, ReadonlyMap<string, unknown>>): Set<string> {
  const reached = new Set<string>();
  const open = [noun];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const target of edges.get(next)?.keys() ?? []) {
      if (reached.has(target)) continue;
      reached.add(target);
      open.push(target);
    }
  }
  return reached;
}

/** A small file whose only reader is its neighbour of the same kind belongs into the neighbour, if both fit into one. */
function loneFiles(): string[] {
  const readers = new Map<string, { reader: string; isLazy: boolean }[]>();
  for (const [file, found] of imports) {
    for (const { to, isLazy } of found) readers.set(to, [...(readers.get(to) ?? []), { reader: file, isLazy }]);
  }
  return files.flatMap((file) => {
    const [first, ...others] = readers.get(file) ?? [];
    if (!first || first.isLazy || others.some(({ reader }) => reader !== first.reader)) return [];
    const isNeighbour = dirname(first.reader) === dirname(file) && kindOf(first.reader) === kindOf(file);
    const limit = file.startsWith("src/kit/") ? LONGEST_OF_KIT : LONGEST;
    const fits = linesOf(file) + linesOf(first.reader) <= limit;
    if (!isNeighbour || !fits || linesOf(file) >= SMALL || kindOf(file) === undefined) return [];
    return [`${file}: ${linesOf(file)} lines, read by ${first.reader} alone: it belongs there`];
  });
}

/** What may stand in one file; mails, jobs and papers keep files of their own. */
function kindOf(file: string): string | undefined {
  if (/\.(mail|job|impossible)\.server\.ts$|\.print\.page\.tsx$/.test(file)) return undefined;
  return /\.(contract|rules|server|page|web)\.tsx?$/.exec(file)?.[1];
}
