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
import { build } from "vite";

interface Drawing {
  readonly file: string;
  readonly title: string;
  readonly root: string;
  /** Source files of the modules that the page needs at once. */
  readonly ahead: readonly string[];
}

interface Drawings {
  live(): Promise<readonly Drawing[]>;
  still(): readonly Drawing[];
  staff(): Drawing;
}

type Manifest = Record<string, { readonly file: string; readonly imports?: readonly string[] }>;

// Swapped in at the end: a build that fails leaves the pages that are served as they are.
const dist = `node_modules/.web-${process.pid}`;
const hashes = new Set<string>();
process.on("exit", () => rmSync(dist, { recursive: true, force: true }));

// Whoever asks, such as a test: React's development build weighs half as much again.
process.env.NODE_ENV = "production";
await build({ logLevel: "warn", build: { outDir: dist } });
await build({ logLevel: "warn", mode: "staff", build: { outDir: dist } });
await build({ logLevel: "warn", mode: "onlooker", build: { outDir: dist } });
for (const list of ["manifest", "staff", "onlooker"] as const) refuseCircles(list);
const drawings = await loadDrawings();
const applicant = template("applicant.html");
for (const drawing of await drawings.live()) writePage(drawing, withAhead(applicant, "manifest", drawing.ahead));
for (const drawing of drawings.still()) writePage(drawing, withoutScripts(applicant));
const staff = drawings.staff();
writePage(staff, withAhead(template("staff.html"), "staff", staff.ahead));
writePage({ file: "onlooker.html", title: "What the applicant sees", root: "", ahead: [] }, template("onlooker.html"));
writePage({ file: "showcase.html", title: "Kit", root: "", ahead: [] }, template("showcase.html"));
rmSync(join(dist, "applicant.html"));
rmSync(join(dist, ".drawings"), { recursive: true });
await compressAll();
writeFileSync(join(dist, "csp.json"), JSON.stringify({ styles: [...hashes] }));
rmSync("dist", { recursive: true, force: true });
renameSync(dist, "dist");
process.exit(0); // A module of the pages may hold a timer.

/** Builds the pages' own modules for Node and loads them. Below this folder, so that packages are found. */
async function loadDrawings(): Promise<Drawings> {
  const outDir = join(dist, ".drawings");
  await build({
    logLevel: "warn",
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
      hashes.add(`'sha256-${createHash("sha256").update(style).digest("base64")}'`);
      return `<style>${style}</style>`;
    },
  );
}

/** Of two files that import each other one runs before what it reads is there, and no page begins: a fault of `vite.config.ts`. */
function refuseCircles(list: "manifest" | "staff" | "onlooker"): void {
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
function withAhead(page: string, list: "manifest" | "staff", ahead: readonly string[]): string {
  const manifest = JSON.parse(readFileSync(join(dist, `.vite/${list}.json`), "utf8")) as Manifest;
  const files = new Set<string>();
  const add = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const source of ahead) {
    if (!manifest[source]) throw new Error(`${source} is no chunk of its own`);
    add(source);
  }
  const links = [...files]
    .filter((file) => !page.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  return page.replace("</head>", () => `${links.join("")}</head>`);
}

function withoutScripts(page: string): string {
  return page.replace(/<script[^>]*><\/script>|<link rel="modulepreload"[^>]*>|<noscript>.*<\/noscript>/g, "");
}

function writePage({ file, title, root }: Drawing, page: string): void {
  const written = page.replace("<!--title-->", () => title).replace("<!--root-->", () => root);
  writeFileSync(join(dist, file), written);
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
      writeFileSync(`${file}.gz`, await promisify(gzip)(text, { level: 9 }));
    }),
  );
}
