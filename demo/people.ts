import { readFileSync } from "node:fs";
import type { ExaminationType, ModeOfEntry } from "../src/reference/qualifications/qualifications.rules.ts";

export interface Group {
  readonly states: readonly string[];
  readonly religionMix: Readonly<Record<"Muslim" | "Christian", number>>;
  readonly male: readonly string[];
  readonly female: readonly string[];
  readonly surnames: readonly string[];
}

interface People {
  readonly groups: Readonly<Record<string, Group>>;
  readonly sharedGivenNames: { readonly christianMale: readonly string[]; readonly christianFemale: readonly string[] };
  readonly phonePrefixes: readonly string[];
  readonly addresses: { readonly landmarks: readonly string[]; readonly titles: readonly string[] };
  readonly mix: {
    readonly group: Readonly<Record<string, number>>;
    readonly gender: Readonly<Record<"Female" | "Male", number>>;
    readonly age: Readonly<Record<string, number>>;
    readonly sittings: Readonly<Record<"one" | "two", number>>;
    readonly board: Readonly<Record<ExaminationType, number>>;
    readonly entry: Readonly<Record<ModeOfEntry, number>>;
    readonly noMiddleName: number;
  };
}

/** Names and shares that made-up people are put together from. Their source stands in the file. */
export const people: People = JSON.parse(readFileSync(new URL("./people.json", import.meta.url), "utf8"));

export function groupNamed(name: string): Group {
  const group = people.groups[name];
  if (!group) throw new Error(`There is no group ${name}`);
  return group;
}
