import { refuse } from "#kit/wire/refusal.server.ts";
import type { AnyRecord, Values } from "../record/record.contract.ts";
import type { Field } from "../record/record.facts.contract.ts";
import type { Rules } from "../record/record.rules.server.ts";
import { cellValue, fieldsOf, flagWords } from "./import.read.contract.ts";
import type { References } from "./import.reference.server.ts";

/** What the cells of one row say, and what is wrong, by the field, with those that say nothing that a form could take. */
export function typedIn(
  columns: readonly (Field | null)[],
  cells: readonly string[],
  references: ReadonlyMap<string, References>,
): { typed: Values; troubles: Map<string, string> } {
  const typed: Values = {};
  const troubles = new Map<string, string>();
  columns.forEach((field, place) => {
    const value = field && cellValue(field, cells[place] ?? "");
    if (!field || value === undefined) return;
    const called = references.get(field.name);
    const id = called?.names.get(String(value).toLowerCase());
    const trouble = called ? unknownName(field, String(value), called, id) : unreadValue(field, value);
    if (trouble) troubles.set(field.name, trouble);
    typed[field.name] = called ? (id ?? undefined) : value;
  });
  return { typed, troubles };
}

function unknownName(
  { label }: Field,
  text: string,
  { key }: References,
  id: string | null | undefined,
): string | undefined {
  if (id) return undefined;
  const said = `${label} ${text.slice(0, 60)}`;
  if (id === undefined) return `${said} was not found`;
  return `${said} calls several records: write ${key ? `the ${key}` : "the whole name"}`;
}

/** What the form's own sentence would not say: which words a table may hold. A form holds times in UTC, and no words for yes. */
function unreadValue({ label, kind, words }: Field, value: unknown): string | undefined {
  if (kind === "flag" && typeof value !== "boolean")
    return `${label} ${String(value).slice(0, 60)} is not known: write ${flagWords({ words })}`;
  if (kind === "minute" && !minuteWritten.test(String(value)))
    return `${label} must be a date and time such as 2026-11-20 13:05`;
  return undefined;
}

const minuteWritten = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/;

/** Refuses a table with a column that no field is called by, or without one that tells its rows apart. */
export function refuseUnknown(
  headings: readonly string[],
  columns: readonly (Field | null)[],
  { of }: Rules<AnyRecord>,
): void {
  const expected = of.facts.map(({ label }: Field) => label).join(", ");
  // What deeds alone change stands in an exported file, and comes back unread.
  const known = fieldsOf(headings, of.shown);
  const unknown = headings.filter((_, place) => known[place] === null);
  if (unknown.length > 0) throw refuse(`The column ${unknown[0]} is not known. The columns may be: ${expected}`);
  const lacking = of.key.filter((name: string) => !columns.some((field) => field?.name === name));
  const label = of.facts.find(({ name }: Field) => name === lacking[0])?.label;
  if (label) throw refuse(`The column ${label} is missing: it tells the rows apart. The columns may be: ${expected}`);
}
