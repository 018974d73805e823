import { readFileSync } from "node:fs";
import { type ModeOfEntry, modesOfEntry } from "#reference/qualifications/qualifications.rules.ts";

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

export interface StarterCatalogue {
  readonly colleges: readonly Unit[];
  readonly departments: readonly (Unit & { readonly college: string })[];
  readonly programmes: readonly CataloguedProgramme[];
}

/**
 * Schools, departments and programmes as colleges of education have them, with proposals of entry rules, for a college to
 * begin with. The demo college takes them whole. Their source stands in the file.
 */
export function readCatalogue(): StarterCatalogue {
  read ??= JSON.parse(readFileSync(new URL("./starter-catalogue.json", import.meta.url), "utf8")) as StarterCatalogue;
  return read;
}

let read: StarterCatalogue | undefined;

/** UTME and NCE-DIRECT are 'JAMB UTME'; Transfer and Direct Entry are allowed beside it. Contract 3.14. */
export function modesTaken(catalogued: readonly string[]): (ModeOfEntry | "COLLEGE")[] {
  const own = catalogued.includes("COLLEGE") ? (["COLLEGE"] as const) : [];
  return catalogued.some((mode) => mode !== "COLLEGE") ? [...modesOfEntry, ...own] : [...own];
}

interface StarterSchool {
  readonly code: string;
  readonly name: string;
  /** How many NCE programmes it has. */
  readonly programmes: number;
}

/** The schools that have NCE programmes, which is what colleges of education begin with. */
export function starterSchools(): StarterSchool[] {
  const { colleges } = readCatalogue();
  return colleges
    .map(({ code, name }) => ({ code, name, programmes: nceProgrammes(code).length }))
    .filter(({ programmes }) => programmes > 0);
}

/** The NCE programmes of a school that take applicants. */
export function nceProgrammes(school: string): readonly CataloguedProgramme[] {
  const { departments, programmes } = readCatalogue();
  const own = new Set(departments.filter(({ college }) => college === school).map(({ code }) => code));
  return programmes.filter(
    ({ award, open, department, modes }) =>
      award === "NCE" && open && own.has(department) && modes.some((mode) => mode !== "COLLEGE"),
  );
}
