/**
 * Builds what browsers load into dist/: hashed assets, the pages with their style inside and their first picture drawn,
 * each file compressed beside itself, and the hashes that the pages' policy allows.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import zopfli from "@gfx/zopfli";
import { build } from "vite";

interface Drawing {
  readonly file: string;
  readonly title: string;
  readonly root: string;
  /** Source files of the modules that the page needs at once. */
  readonly ahead: readonly string[];
}

/** What the document of one address names: source files of its screen, and what that reads first. */
interface Route {
  readonly file: string;
  readonly address: string;
  readonly ahead: readonly string[];
  readonly reads: object;
}

interface Drawings {
  live(): Promise<readonly Drawing[]>;
  routes(): Promise<readonly Route[]>;
  still(): readonly Drawing[];
  staff(): Drawing;
  student(): Drawing;
}

/** The lists of built files. */
const lists = ["manifest", "staff", "student", "onlooker"] as const;
type BuildList = (typeof lists)[number];

/** Which list names the files of a page. */
const listOf = (file: string): BuildList => lists.find((list) => file === `${list}.html`) ?? "manifest";

type Manifest = Record<string, { readonly file: string; readonly imports?: readonly string[] }>;

// Swapped in at the end: a build that fails leaves the pages that are served as they are.
const dist = `node_modules/.web-${process.pid}`;
/** Files above so many bytes are those of the first pages. */
const LARGE = 30_000;
const styles = new Set<string>();
const scripts = new Set<string>();
/** By page and address, what stands in the document of that address alone. */
const ahead: Record<string, Record<string, string>> = {};
process.on("exit", () => rmSync(dist, { recursive: true, force: true }));

// Whoever asks, such as a test: React's development build weighs half as much again.
process.env.NODE_ENV = "production";
await build({ logLevel: "warn", build: { outDir: dist } });
await build({ logLevel: "warn", mode: "staff", build: { outDir: dist } });
await build({ logLevel: "warn", mode: "student", build: { outDir: dist } });
await build({ logLevel: "warn", mode: "onlooker", build: { outDir: dist } });
for (const list of lists) refuseCircles(list);
const drawings = await loadDrawings();
const routes = await drawings.routes();
const applicant = template("applicant.html");
const beginning = withBeginning(applicant, await builtScript("src/app/begin.web.ts"));
for (const drawing of await drawings.live()) {
  const page = routes.some(({ file }) => file === drawing.file) ? beginning : applicant;
  writePage(drawing, withAhead(page, "manifest", drawing.ahead));
}
for (const drawing of drawings.still()) writePage(drawing, withoutScripts(applicant));
const staff = drawings.staff();
const begun = withBeginning(template("staff.html"), await builtScript("src/app/begin-staff.web.ts"));
writePage(staff, withAhead(begun, "staff", staff.ahead));
const student = drawings.student();
const enrolled = withBeginning(template("student.html"), await builtScript("src/app/begin-student.web.ts"));
writePage(student, withAhead(enrolled, "student", student.ahead));
for (const { file, address, reads, ahead: sources } of routes) {
  const page = readFileSync(join(dist, file), "utf8");
  const data = `<script type="application/json" id="ahead">${JSON.stringify(reads)}</script>`;
  ahead[file] ??= {};
  ahead[file][address] = data + linksAhead(page, listOf(file), sources);
}
writePage({ file: "onlooker.html", title: "What the applicant sees", root: "", ahead: [] }, template("onlooker.html"));
writePage({ file: "showcase.html", title: "Kit", root: "", ahead: [] }, template("showcase.html"));
rmSync(join(dist, "applicant.html"));
rmSync(join(dist, ".drawings"), { recursive: true });
await compressAll();
writeFileSync(join(dist, "pages.json"), JSON.stringify({ styles: [...styles], scripts: [...scripts], ahead }));
rmSync("dist", { recursive: true, force: true });
renameSync(dist, "dist");
if (import.meta.main) process.exit(0); // A module of the pages may hold a timer.

/** Builds the pages' own modules for Node and loads them. Below this folder, so that packages are found. */
async function loadDrawings(): Promise<Drawings> {
  const outDir = join(dist, ".drawings");
  await build({
    logLevel: "warn",
    // Drawn as browsers will draw them.
    ssr: { noExternal: ["lucide-react"] },
    build: {
      ssr: "src/app/pre-render.web.tsx",
      outDir,
      copyPublicDir: false,
      manifest: false,
      rolldownOptions: {
        input: "src/app/pre-render.web.tsx",
        output: { entryFileNames: "drawings.js", codeSplitting: false },
      },
    },
  });
  writeFileSync(join(outDir, "package.json"), '{"type":"module"}');
  return (await import(pathToFileURL(join(outDir, "drawings.js")).href)) as Drawings;
}

/** A built page with its linked style inside. The policy allows that style by its hash. */
function template(file: string): string {
  return readFileSync(join(dist, file), "utf8").replace(
    /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g,
    (_, href) => {
      const style = readFileSync(join(dist, href), "utf8").trim();
      styles.add(sourceOf(style));
      return `<style>${style}</style>`;
    },
  );
}

/** How a page's policy names what stands in the page itself. */
function sourceOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** A module and all that it imports as one classic script. */
async function builtScript(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    build: {
      write: false,
      lib: { entry, formats: ["iife"], name: "begin" },
      rolldownOptions: { output: { exports: "none" } },
    },
  });
  const [chunk] = (built as { output: { code: string }[] }[])[0]?.output ?? [];
  return chunk?.code.trim() ?? "";
}

/** The policy allows the script by its hash. It runs where it stands, after what the server writes for the address. */
function withBeginning(page: string, script: string): string {
  scripts.add(sourceOf(script));
  return page.replace(/<script type="module"/, (first) => `<!--ahead--><script>${script}</script>${first}`);
}

/** Of two files that import each other one runs before what it reads is there, and no page begins: a fault of `vite.config.ts`. */
function refuseCircles(list: BuildList): void {
  const manifest = JSON.parse(readFileSync(join(dist, `.vite/${list}.json`), "utf8")) as Manifest;
  const done = new Set<string>();
  const follow = (key: string, way: readonly string[]): void => {
    if (way.includes(key)) {
      const circle = [...way.slice(way.indexOf(key)), key].map((one) => manifest[one]?.file);
      throw new Error(`files of the pages import each other in a circle: ${circle.join(" -> ")}`);
    }
    if (done.has(key)) return;
    for (const imported of manifest[key]?.imports ?? []) follow(imported, [...way, key]);
    done.add(key);
  };
  for (const key of Object.keys(manifest)) follow(key, []);
}

/** What a page needs at once the browser fetches beside the first script. */
function withAhead(page: string, list: BuildList, sources: readonly string[]): string {
  return page.replace("</head>", () => `${linksAhead(page, list, sources)}</head>`);
}

/** Links to what these modules need and the page does not name yet. */
function linksAhead(page: string, list: BuildList, sources: readonly string[]): string {
  const manifest = JSON.parse(readFileSync(join(dist, `.vite/${list}.json`), "utf8")) as Manifest;
  const files = new Set<string>();
  const add = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const source of sources) {
    if (!manifest[source]) throw new Error(`${source} is no chunk of its own`);
    add(source);
  }
  return [...files]
    .filter((file) => !page.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .join("");
}

function withoutScripts(page: string): string {
  return page.replace(/<script[^>]*><\/script>|<link rel="modulepreload"[^>]*>|<noscript>.*<\/noscript>/g, "");
}

function writePage({ file, title, root }: Drawing, page: string): void {
  const written = page.replace("<!--title-->", () => title).replace("<!--root-->", () => root);
  writeFileSync(join(dist, file), written);
}

/** A search for the smallest gzip takes a second for each 200 kB, and saves 4 % of it. Decision 0126. */
function smallestGzip(text: Buffer): Promise<Uint8Array> {
  return text.length < LARGE ? promisify(gzip)(text, { level: 9 }) : zopfli.gzipAsync(text, { numiterations: 5 });
}

/** Brotli and gzip beside each file, at their best: it is done once. */
async function compressAll(): Promise<void> {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css|svg|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes(".vite"));
  await Promise.all(
    files.map(async (file) => {
      const text = readFileSync(file);
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(text, { params }));
      writeFileSync(`${file}.gz`, await smallestGzip(text));
    }),
  );
}
