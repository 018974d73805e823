/** Brings the catalogues into the applicants' files: each screen's sentences as a small file of their own for each language. */
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { type OtherLanguage, otherLanguages } from "../src/kit/language/languages.rules.ts";
import { partOf, readCatalogue, readParts, translatedPart } from "./language-catalogue.ts";

const RUNTIME = "react/jsx-runtime";
const ours = fileURLToPath(new URL("../src/kit/language/language.web.ts", import.meta.url));

/** Papers stay English, and what makes elements is React's own. */
const isPlain = (importer: string) =>
  importer === ours || /\.print\.(part\.)?page\.tsx$|\/src\/kit\/paper\//.test(importer);

let files: ReadonlyMap<string, string> | undefined;
const names = {} as Record<OtherLanguage, string>;

/** By their names after `assets/`, the texts of all parts; the name ends with a hash of all that its language says. */
function partFiles(): ReadonlyMap<string, string> {
  if (files) return files;
  const written = new Map<string, string>();
  const parts = readParts();
  for (const language of otherLanguages) {
    const catalogue = readCatalogue(language);
    const texts = [...parts].map(([part, sentences]) => [part, JSON.stringify(translatedPart(sentences, catalogue))]);
    names[language] = createHash("sha256").update(JSON.stringify(texts)).digest("hex").slice(0, 7);
    for (const [part, text = ""] of texts) written.set(`${part}-${language}-${names[language]}.json`, text);
  }
  files = written;
  return written;
}

/** By language, what the names of its files end with. */
export function catalogueNames(): Readonly<Record<OtherLanguage, string>> {
  partFiles();
  return names;
}

/** Not the type of one. */
const lazily = /(?<!typeof )\bimport\("([#.][^"]+)"\)/g;

/** A source whose lazy imports bring what they say. */
function withParts(code: string, file: string): string | null {
  let isChanged = false;
  const changed = code.replace(lazily, (load, specifier: string) => {
    const part = partOf(specifier.startsWith("#") ? specifier.slice(1) : join(dirname(file), specifier));
    if (part === null) return load;
    isChanged = true;
    return `withSentences(${load}, ${JSON.stringify(part)})`;
  });
  return isChanged ? `import { withSentences } from ${JSON.stringify(ours)};${changed}` : null;
}

export const languageParts = (): Plugin => ({
  name: "language-parts",
  enforce: "pre",
  apply: "build",
  resolveId(source, importer) {
    return source === RUNTIME && importer && !isPlain(importer) ? ours : null;
  },
  transform(code, id) {
    const isOurs = id.includes("/src/") && !id.includes("/node_modules/") && !id.includes("/src/kit/language/");
    return isOurs && /\.tsx?$/.test(id) ? withParts(code, id) : null;
  },
  generateBundle() {
    if (this.environment.name !== "client") return;
    for (const [name, source] of partFiles()) this.emitFile({ type: "asset", fileName: `assets/${name}`, source });
  },
});
