/** What a page weighs on the wire with gzip: its document, and every script that it needs before it can be used. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { demoBrand } from "../demo/brand.ts";
import { COMMON, languages, otherLanguages } from "../src/kit/language/languages.rules.ts";
import { brandedPage } from "../src/reference/brand/brand.serve.server.ts";
import { partOf } from "./language-catalogue.ts";

export interface PageWeight {
  readonly page: string;
  /** kB of 1000 bytes: page with style, and scripts. */
  readonly kilobytes: number;
  readonly ceiling: number;
}

interface MeasuredPage extends PageWeight {
  /** Source files of the modules that it needs. */
  readonly keys: readonly string[];
  /** Whether a browser may see it before any other. */
  readonly isFirst: boolean;
}

export interface PageFiles {
  readonly address: string;
  /** The scripts that its document names. */
  readonly files: number;
  readonly ceiling: number;
}

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly isDynamicEntry?: boolean;
}

const dist = "dist";
const entry = "applicant.html";
const queries = "src/app/device/queries.web.tsx";
const area = ["src/app/applicant/applicant-layout.web.tsx", queries];
const papers = "src/app/screens/paper-routes.web.tsx";
const frame = "src/app/applicant/public-layout.web.tsx";
const translate = "src/kit/language/translate.web.ts";

const studentEntry = "student.html";
const studentArea = "src/app/student/student-layout.web.tsx";

const staffArea = ["staff.html", "src/app/staff/staff-layout.web.tsx"];

/**
 * Reads dist/. The ceilings are those of the budget: first pages 112 kB, results 125 kB, any later screen 16 kB more. A
 * paper, and its check at a gate, may be the first page that a browser ever sees of the portal.
 */
export function measurePages(): PageWeight[] {
  const manifest = chunks("manifest");
  const screens = Object.keys(manifest).filter(
    (key) => /\.page\.tsx$|(pay|slip)-screen\.web\.tsx$/.test(key) && manifest[key]?.isDynamicEntry,
  );
  const isPaper = (key: string) => /\.print\.page\.tsx$|slip-screen\.web\.tsx$/.test(key);
  const screen = (noun: string) => screens.filter((key) => key.endsWith(`/${noun}.page.tsx`));
  const login = [entry, frame, ...screen("sign-in")];
  const dashboard = [entry, ...area, ...screen("applicant-dashboard")];
  // Whoever sees a later screen came through these two.
  const known = filesOf(manifest, [...login, ...dashboard]);
  const whole = (page: string, document: number, keys: readonly string[], ceiling: number): MeasuredPage => ({
    page,
    keys,
    kilobytes: document + sum(filesOf(manifest, keys)),
    ceiling,
    isFirst: true,
  });
  const results = [entry, ...area, ...screen("olevel-result")];
  const paper = servedWeight("page.html", "/print/:id");
  const applicants: readonly MeasuredPage[] = [
    whole("login", servedWeight("index.html"), login, 112),
    whole("dashboard", servedWeight("app.html", "/app/dashboard"), dashboard, 112),
    whole("O-Level results", servedWeight("app.html", "/app/olevelresult"), results, 125),
    whole(
      "check of a paper",
      servedWeight("page.html", "/genuine/:code"),
      [entry, frame, queries, ...screen("genuine.check")],
      110,
    ),
    ...screens
      .filter((key) => !isPaper(key))
      .map((key) => ({
        page: `new script of ${nameOf(key)}`,
        keys: [key],
        kilobytes: sum(new Set([...filesOf(manifest, [key])].filter((file) => !known.has(file)))),
        ceiling: 16,
        isFirst: false,
      })),
  ];
  const translator = sum(new Set([...filesOf(manifest, [translate])].filter((file) => !known.has(file))));
  return [
    ...applicants,
    ...applicants.map((one) => inOtherLanguage(one, translator)),
    ...screens.filter(isPaper).map((key) => whole(nameOf(key), paper, [entry, papers, key], 130)),
    ...studentPages(chunks("student")),
    ...staffPages(chunks("staff")),
  ];
}

/** The same in the language in which it weighs most: what translates, and what the page says, beside its scripts. */
function inOtherLanguage({ page, keys, kilobytes, ceiling, isFirst }: MeasuredPage, translator: number): PageWeight {
  const parts = [...keys.flatMap((key) => (key === entry ? [] : (partOf(key) ?? []))), ...(isFirst ? [COMMON] : [])];
  const [heaviest] = otherLanguages
    .map((language) => {
      const texts = parts
        .map((part) => fileOfPart(`${part}-${language}-`))
        .reduce((total, file) => total + weight(file), 0);
      return {
        page: `${page}, in ${languages[language]}`,
        kilobytes: kilobytes + texts + (isFirst ? translator : 0),
        ceiling,
      };
    })
    .sort((a, b) => b.kilobytes - a.kilobytes);
  if (!heaviest) throw new Error("there is no language but English");
  return heaviest;
}

function fileOfPart(start: string): string {
  const file = readdirSync(join(dist, "assets")).find((name) => name.startsWith(start) && name.endsWith(".json"));
  if (!file) throw new Error(`no file of the catalogue begins with ${start}`);
  return `assets/${file}`;
}

/** The students' first pages, cold, and whatever a later one loads beside them. */
function studentPages(manifest: Record<string, Chunk>): PageWeight[] {
  const list = Object.keys(manifest).filter(
    (key) => /\.student\.page\.tsx$|-screen\.web\.tsx$/.test(key) && manifest[key]?.isDynamicEntry,
  );
  const screen = (file: string) => list.filter((key) => key.endsWith(`/${file}`));
  const door = [studentEntry, ...screen("student-sign-in.student.page.tsx")];
  const home = [studentEntry, studentArea, ...screen("student-start-screen.web.tsx")];
  const whole = (page: string, address: string, keys: readonly string[]): PageWeight => ({
    page,
    kilobytes: servedWeight(studentEntry, address) + sum(filesOf(manifest, keys)),
    ceiling: 110,
  });
  // Whoever sees a later screen came through these two.
  const known = filesOf(manifest, [...door, ...home]);
  return [
    whole("student: sign-in", "/student/sign-in", door),
    whole("student: home", "/student", home),
    ...list.map((key) => ({
      page: `student: new script of ${nameOf(key)}`,
      kilobytes: sum(new Set([...filesOf(manifest, [key])].filter((file) => !known.has(file)))),
      ceiling: 15,
    })),
  ];
}

/** Every page of the console, cold: the first that a browser ever sees of it. */
function staffPages(manifest: Record<string, Chunk>): PageWeight[] {
  const html = servedWeight("staff.html", "/staff/releases/*");
  const isPage = (key: string) => /\.staff\.page\.tsx$|-screen\.web\.tsx$/.test(key) && manifest[key]?.isDynamicEntry;
  const list = Object.keys(manifest).filter(isPage);
  return list.map((key) => ({
    page: `staff: ${nameOf(key)}`,
    kilobytes: html + sum(filesOf(manifest, [...staffArea, key])),
    ceiling: 175,
  }));
}

const chunks = (list: "manifest" | "staff" | "student") =>
  JSON.parse(readFileSync(join(dist, `.vite/${list}.json`), "utf8")) as Record<string, Chunk>;

const nameOf = (key: string) => key.replace(/^.*\/|\.page\.tsx$/g, "");

function filesOf(manifest: Record<string, Chunk>, keys: readonly string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    files.add(chunk.file);
    // The entry's own style stands in the page.
    if (![entry, staffArea[0], studentEntry].includes(key)) for (const style of chunk.css ?? []) files.add(style);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const key of keys) add(key);
  return files;
}

const sum = (files: ReadonlySet<string>) => [...files].reduce((total, file) => total + weight(file), 0);

const weight = (file: string) => statSync(join(dist, `${file}.gz`)).size / 1000;

const servedWeight = (file: string, address = "") => gzipSync(servedPage(file, address), { level: 9 }).length / 1000;

/** A page goes out with the college in it, and with what it begins at its address. */
function servedPage(file: string, address: string): string {
  const page = readFileSync(join(dist, file), "utf8").replace("<!--ahead-->", () => ahead()[file]?.[address] ?? "");
  return brandedPage(page, demoBrand).html;
}

const ahead = () =>
  (JSON.parse(readFileSync(join(dist, "pages.json"), "utf8")) as { ahead: Record<string, Record<string, string>> })
    .ahead;

/** How many scripts each address loads. One more is a request more, and a few bytes compress badly. */
export function countFiles(): PageFiles[] {
  const drawnPages = readdirSync(dist).filter((file) => file.endsWith(".html") && !(file in ahead()));
  const asked = Object.entries(ahead()).flatMap(([file, addresses]) =>
    Object.keys(addresses).map((address) => [file, address] as const),
  );
  return [...drawnPages.map((file) => [file, file] as const), ...asked]
    .filter(([file]) => !["showcase.html", "onlooker.html"].includes(file))
    .map(([file, address]) => ({
      address,
      files: new Set(servedPage(file, address).match(/\/assets\/[\w.-]+\.js/g)).size,
      ceiling: 12,
    }));
}

if (import.meta.main) {
  // As a check it builds what it measures, and says what is above its ceiling alone.
  const isCheck = process.argv.includes("--check");
  if (isCheck) await import("./build-web.ts");
  const rows = [
    ...measurePages().map(({ page, kilobytes, ceiling }) => ({ name: page, measured: kilobytes, ceiling, unit: "kB" })),
    ...countFiles().map(({ address, files, ceiling }) => ({ name: address, measured: files, ceiling, unit: "files" })),
  ];
  for (const { name, measured, ceiling, unit } of rows) {
    const isAbove = measured > ceiling;
    if (isAbove) process.exitCode = 1;
    if (isAbove || !isCheck)
      console.log(
        `${isAbove ? "ABOVE" : "ok   "} ${measured.toFixed(unit === "kB" ? 1 : 0).padStart(6)} of ${ceiling} ${unit}  ${name}`,
      );
  }
  process.exit(); // A module of the pages may hold a timer.
}
