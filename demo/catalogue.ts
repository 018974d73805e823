import { readFileSync } from "node:fs";
import { type ModeOfEntry, modesOfEntry } from "#reference/qualifications/qualifications.contract.ts";

interface Unit {
  readonly code: string;
  readonly name: string;
  readonly status: boolean;
  readonly isacademic: boolean;
}

interface CataloguedProgramme {
  readonly department: string;
  readonly code: string;
  readonly name: string;
  readonly award: string;
  /** Years; by mode of entry where a degree takes 4 or 3. */
  readonly durationYears: number | Readonly<Record<string, number>>;
  readonly minunit: number;
  readonly maxunit: number;
  readonly modes: readonly string[];
  readonly open: boolean;
  readonly status: boolean;
  readonly entryrules: Readonly<Record<string, unknown>>;
}

export interface Catalogue {
  readonly colleges: readonly Unit[];
  readonly departments: readonly (Unit & { readonly college: string })[];
  readonly programmes: readonly CataloguedProgramme[];
}

/** The demo college's schools, departments and programmes. Its source stands in the file. */
export const readCatalogue = (): Catalogue =>
  JSON.parse(readFileSync(new URL("./college.json", import.meta.url), "utf8"));

/** UTME and NCE-DIRECT are 'JAMB UTME'; Transfer and Direct Entry are allowed beside it. Contract 3.14. */
export function modesTaken(catalogued: readonly string[]): (ModeOfEntry | "COLLEGE")[] {
  const own = catalogued.includes("COLLEGE") ? (["COLLEGE"] as const) : [];
  return catalogued.some((mode) => mode !== "COLLEGE") ? [...modesOfEntry, ...own] : [...own];
}
