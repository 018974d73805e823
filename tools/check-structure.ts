/** Fails on a file name outside the house's vocabulary, a domain that is not listed, a file above its size, and a code that is none. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { domains, sourceFiles } from "./source-files.ts";

const everywhere =
  /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)?\.(contract\.ts|rules\.ts|server\.ts|page\.tsx|test\.ts|page\.test\.tsx)$/;
const deeds = /^[a-z0-9]+(-[a-z0-9]+)*\.(mail|job)\.server\.ts$|^[a-z0-9]+(-[a-z0-9]+)*\.print\.page\.tsx$/;
const parts = /^[a-z0-9]+(-[a-z0-9]+)*\.[a-z0-9]+(-[a-z0-9]+)*\.part\.page\.tsx$/;
const generated = /\.generated\.ts$/;
const web = /^[a-z0-9]+(-[a-z0-9]+)*\.web\.tsx?$/;

const refusalCodes =
  /\b(?:refuse|refuseFields|refuseForm|refuseFile|stale|tooMany|wrongGuess|new Refusal)\(\s*"([^"]*)",/g;

const limits = { kit: 150, test: 400, other: 300 };
const troubles = sourceFiles().flatMap((file) => [...nameTrouble(file), ...sizeTrouble(file), ...codeTrouble(file)]);
if (sourceFiles().length === 0) troubles.push("no source files were found");
console.log(troubles.length === 0 ? sizes() : troubles.join("\n"));
process.exit(troubles.length === 0 ? 0 : 1);

function nameTrouble(file: string): string[] {
  const [, domain] = file.split("/");
  const name = basename(file);
  if (!domains.some((known) => known === domain)) return [`${file}: no domain of the house`];
  const known =
    everywhere.test(name) ||
    deeds.test(name) ||
    parts.test(name) ||
    generated.test(name) ||
    ((domain === "kit" || domain === "app") && web.test(name));
  return known ? [] : [`${file}: this kind of name is not in the vocabulary`];
}

function sizeTrouble(file: string): string[] {
  if (generated.test(file)) return [];
  const lines = linesOf(file);
  const limit = /\.test\.tsx?$/.test(file) ? limits.test : file.startsWith("src/kit/") ? limits.kit : limits.other;
  return lines > limit ? [`${file}: ${lines} lines, at most ${limit}: split it by deed`] : [];
}

/** A code is kebab-case, at most five words: that it is a literal at all, the compiler says. */
function codeTrouble(file: string): string[] {
  if (!file.endsWith(".server.ts")) return [];
  const codes = [...readFileSync(file, "utf8").matchAll(refusalCodes)].map(([, code = ""]) => code);
  return codes
    .filter((code) => !/^[a-z0-9]+(-[a-z0-9]+){0,4}$/.test(code))
    .map((code) => `${file}: “${code}” is no code of a refusal: at most five words with hyphens`);
}

function sizes(): string {
  const lines = sourceFiles()
    .filter((file) => !generated.test(file) && !/\.test\.tsx?$/.test(file))
    .map(linesOf)
    .sort((a, b) => a - b);
  const at = (share: number) => lines[Math.floor((lines.length - 1) * share)] ?? 0;
  return `${lines.length} source files: median ${at(0.5)} lines, 90th percentile ${at(0.9)}, longest ${at(1)}`;
}

function linesOf(file: string): number {
  return readFileSync(file, "utf8").split("\n").length - 1;
}
