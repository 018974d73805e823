import * as v from "valibot";
import type { Values } from "#console/record/record.contract.ts";
import { type Typed, typedOf, wireOf } from "#console/record/record.rules.ts";
import type { CatalogueGrid, GridCourse } from "../catalogue/catalogue.contract.ts";
import { courses } from "../course.contract.ts";

/** What the boxes of a row hold. */
export type TypedCourse = Readonly<Record<string, string>>;

/** A course's boxes as they are saved. */
export const typedCourse = (course: GridCourse, { programme, session }: CatalogueGrid): TypedCourse =>
  typedOf(courses.facts, { ...course, programme, session }) as TypedCourse;

/** A row's boxes as the wire takes them, or what is wrong, a sentence by field. */
export function checkedCourse(
  typed: TypedCourse,
): { readonly body: Values } | { readonly wrong: Record<string, string> } {
  const { success, output, issues } = v.safeParse(courses.form, wireOf(courses.facts, typed as Typed));
  if (success) return { body: output };
  const wrong: Record<string, string> = {};
  for (const issue of issues) wrong[v.getDotPath(issue) ?? ""] ??= issue.message;
  return { wrong };
}

/** Where the record's own label is longer than a box. */
const short: Readonly<Record<string, string>> = { half: "Half", choose: "Choose", credit: "Units", moduletype: "Type" };

/** What a field is called. */
export const labelOfField = (name: string): string =>
  short[name] ?? courses.facts.find((fact) => fact.name === name)?.label ?? name;
