/** The imports of a source file within the repository, read from its text: every specifier is relative or begins with #. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface Import {
  /** Path from the root. */
  readonly to: string;
  /** By `import()`, when it is needed. */
  readonly isLazy: boolean;
}

const specifiers = /(?:\bfrom\s*|^import\s*|(\bimport\()\s*)"([#.][^"]+)"/gm;

export function importsOf(file: string): Import[] {
  return Array.from(readFileSync(file, "utf8").matchAll(specifiers), ([, lazily, specifier = ""]) => ({
    to: specifier.startsWith("#") ? `src/${specifier.slice(1)}` : join(dirname(file), specifier),
    isLazy: lazily !== undefined,
  }));
}
