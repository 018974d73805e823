/** What a page weighs on the wire with gzip: its file, and every script that it needs before it can be used. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { demoBrand } from "../demo/brand.ts";
import { brandedPage } from "../src/reference/brand/brand.serve.server.ts";

export interface PageWeight {
  readonly page: string;
  /** kB of 1000 bytes: page with style, and scripts. */
  readonly kilobytes: number;
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
const frame = "src/app/applicant/public-layout.web.tsx";

const staffArea = ["staff.html", "src/app/staff/staff-layout.web.tsx"];

/**
 * Reads dist/. The ceilings are those of the budget: first pages 112 kB, results 125 kB, any later screen 16 kB more. A
 * paper, and its check at a gate, may be the first page that a browser ever sees of the portal.
 */
export function measurePages(): PageWeight[] {
  const manifest = chunks("manifest");
  const screens = Object.keys(manifest).filter(
    (key) => /\.page\.tsx$|pay-screen\.web\.tsx$/.test(key) && manifest[key]?.isDynamicEntry,
  );
  const isPaper = (key: string) => key.endsWith(".print.page.tsx");
  const screen = (noun: string) => screens.filter((key) => key.endsWith(`/${noun}.page.tsx`));
  const login = [entry, frame, ...screen("sign-in")];
  const dashboard = [entry, ...area, ...screen("applicant-dashboard")];
  // Whoever sees a later screen came through these two.
  const known = filesOf(manifest, [...login, ...dashboard]);
  const whole = (name: string, html: string, keys: readonly string[], ceiling: number): PageWeight => ({
    page: name,
    kilobytes: weight(html) + sum(filesOf(manifest, keys)),
    ceiling,
  });
  return [
    whole("login", "index.html", login, 112),
    whole("dashboard", "app.html", dashboard, 112),
    whole("O-Level results", "app.html", [entry, ...area, ...screen("olevel-result")], 125),
    ...screens.filter(isPaper).map((key) => whole(nameOf(key), "page.html", [entry, queries, key], 130)),
    whole("check of a paper", "page.html", [entry, frame, queries, ...screen("genuine.check")], 110),
    ...screens
      .filter((key) => !isPaper(key))
      .map((key) => ({
        page: `new script of ${nameOf(key)}`,
        kilobytes: sum(new Set([...filesOf(manifest, [key])].filter((file) => !known.has(file)))),
        ceiling: 16,
      })),
    ...staffPages(chunks("staff")),
  ];
}

/** Every page of the console, cold: the first that a browser ever sees of it. */
function staffPages(manifest: Record<string, Chunk>): PageWeight[] {
  const html = weight("staff.html");
  const isPage = (key: string) => /\.staff\.page\.tsx$|-screen\.web\.tsx$/.test(key) && manifest[key]?.isDynamicEntry;
  const list = Object.keys(manifest).filter(isPage);
  return list.map((key) => ({
    page: `staff: ${nameOf(key)}`,
    kilobytes: html + sum(filesOf(manifest, [...staffArea, key])),
    ceiling: 175,
  }));
}

const chunks = (list: "manifest" | "staff") =>
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
    if (key !== entry && key !== staffArea[0]) for (const style of chunk.css ?? []) files.add(style);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const key of keys) add(key);
  return files;
}

const sum = (files: ReadonlySet<string>) => [...files].reduce((total, file) => total + weight(file), 0);

const weight = (file: string) =>
  file.endsWith(".html") ? servedWeight(file) : statSync(join(dist, `${file}.gz`)).size / 1000;

/** A page goes out with the college in it. */
const servedWeight = (file: string) =>
  gzipSync(brandedPage(readFileSync(join(dist, file), "utf8"), demoBrand).html, { level: 9 }).length / 1000;

if (import.meta.main) {
  const rows = measurePages();
  for (const { page, kilobytes, ceiling } of rows) {
    console.log(
      `${kilobytes > ceiling ? "ABOVE" : "ok   "} ${kilobytes.toFixed(1).padStart(6)} of ${ceiling} kB  ${page}`,
    );
  }
  process.exitCode = rows.some(({ kilobytes, ceiling }) => kilobytes > ceiling) ? 1 : 0;
}
