import * as v from "valibot";
import { asDay, asMinute } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import type { Choice, Values } from "./record.contract.ts";
import type { Field } from "./record.facts.rules.ts";

// Africa/Lagos: one hour before UTC, all year, since 1919.
const AHEAD_MS = 3_600_000;

/** `2026-11-20T13:05:00Z` as a native box for date and time holds it, in Lagos: `2026-11-20T14:05`. */
export function lagosMinute(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : new Date(time + AHEAD_MS).toISOString().slice(0, 16);
}

/** The way back. Anything else stays as it is, and its rule says what is wrong. */
export function utcMinute(typed: string): string {
  const time = Date.parse(`${typed}:00+01:00`);
  return Number.isNaN(time) ? typed : new Date(time).toISOString();
}

/** Year, month and day, or day, month and year, as a table writes them; then the time. */
const yearFirst = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})/;
const dayFirst = /^(?<day>\d{1,2})[/.](?<month>\d{1,2})[/.](?<year>\d{4})/;
const time = /^[T ,]+(?<hour>\d{1,2}):(?<minute>\d{2})(?::\d{2}(?:\.\d+)?)?\s*(?<half>[ap]m)?$/i;

/**
 * `2026-11-20 13:05` and `20/11/2026 1:05 pm` of a table are times in Lagos: answers ISO 8601 in UTC. What says its own
 * zone keeps it. Anything else stays as it is, and its rule says what is wrong.
 */
export function minuteIn(text: string): string {
  const day = yearFirst.exec(text) ?? dayFirst.exec(text);
  const at = time.exec(text.slice(day?.[0].length ?? 0));
  if (!day?.groups || !at?.groups) return text;
  const { year = "", month = "", day: date = "" } = day.groups;
  const { hour = "", minute = "", half } = at.groups;
  if (half && (Number(hour) < 1 || Number(hour) > 12)) return text;
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === "pm" ? 12 : 0) : Number(hour);
  const two = (part: string | number) => String(part).padStart(2, "0");
  const said = `${year}-${two(month)}-${two(date)}T${two(hours)}:${minute}`;
  const iso = utcMinute(said);
  // A day that no calendar has would move on to the next month.
  return iso !== said && lagosMinute(iso) === said ? iso : text;
}

/** `3/11/2026`, day first as Nigeria writes it, as `2026-11-03`; anything else as it is, and its rule says what is wrong. */
export function dayIn(text: string): string {
  const {
    year,
    month = "",
    day = "",
  } = /^(?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>\d{4})$/.exec(text)?.groups ?? {};
  return year ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : text;
}

/** Digits as they are, or in threes with commas or spaces between them; at most two decimals behind a point. */
const shape = /^-?(?:\d{1,12}|\d{1,3}(?:,\d{3}){1,3}|\d{1,3}(?:\s\d{3}){1,3})(?:\.\d{1,2})?$/;

/**
 * `12,500.50` and `₦ 12,500.50` as a number. Anything else stays text, and its rule says so: a comma before decimals
 * would make 1,250,050 of `12500,50`.
 */
export function numberIn(text: string): number | string {
  const bare = text.trim().replace(/^(-?)\s*(?:₦|NGN|N)\s*/i, "$1");
  return shape.test(bare) ? Number(bare.replace(/[,\s]/g, "")) : text;
}

/** What the controls of a form hold: text as it is typed, and the chosen ones of several. */
export type Typed = Record<string, string | readonly string[]>;

/** An empty form, with the usual values. What is new is in use. */
export const blankOf = (facts: readonly Field[]): Typed =>
  Object.fromEntries(facts.map((field) => [field.name, field.usual ? asTyped(field, field.usual()) : blank(field)]));

function blank({ name, kind }: Field): string | readonly string[] {
  if (kind === "several") return [];
  return name === "status" && kind === "flag" ? "true" : "";
}

/** What an address fills into an empty form: the fields that it names, several with commas between. */
export function filledBy(facts: readonly Field[], address: Iterable<readonly [string, string]>): Typed {
  const kinds = new Map(facts.map(({ name, kind }) => [name, kind]));
  const named = [...address].filter(([name]) => kinds.has(name));
  return Object.fromEntries(
    named.map(([name, value]) => [name, kinds.get(name) === "several" ? value.split(",") : value]),
  );
}

export const typedOf = (facts: readonly Field[], row: Values): Typed =>
  Object.fromEntries(facts.map((field) => [field.name, asTyped(field, row[field.name])]));

function asTyped({ kind }: Field, value: unknown): string | readonly string[] {
  if (kind === "several") return Array.isArray(value) ? value.map(String) : [];
  if (value === null || value === undefined) return "";
  if (kind === "reference") return (value as { _id: string })._id;
  if (kind === "minute") return lagosMinute(String(value));
  return String(value);
}

/** What the wire takes: numbers, booleans and times. What is empty is left out. Contract 1. */
export const wireOf = (facts: readonly Field[], typed: Typed): Values =>
  Object.fromEntries(
    facts
      .map((field) => [field.name, onWire(field, typed[field.name] ?? "")])
      .filter(([, value]) => value !== undefined),
  );

function onWire(field: Field, typed: string | readonly string[]): unknown {
  if (typeof typed !== "string") return typed.length === 0 ? undefined : typed;
  const text = typed.trim();
  if (text === "") return field.optional || !isWritten(field) ? undefined : "";
  if (field.kind === "flag") return text === "true";
  if (field.kind === "whole" || field.kind === "money") return numberIn(text);
  if (field.kind === "minute") return utcMinute(text);
  return typed;
}

/** The rule of a text says itself that it is empty; of a number or a flag, that it is missing. */
const isWritten = ({ kind }: Field) => kind !== "flag" && kind !== "whole" && kind !== "money" && kind !== "several";

/** A record's own rules, for what its form holds. */
export const typedForm = (facts: readonly Field[], form: v.GenericSchema<Values, Values>) =>
  v.pipe(
    v.record(v.string(), v.any()),
    v.transform((typed: Typed) => wireOf(facts, typed)),
    form,
  ) as unknown as v.GenericSchema<Typed, Values>;

const zone = "Africa/Lagos";
const dayText = new Intl.DateTimeFormat("en-NG", { timeZone: zone, day: "numeric", month: "short", year: "numeric" });
const minuteText = new Intl.DateTimeFormat("en-NG", {
  timeZone: zone,
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  hour12: true,
});

/** `2026-11-20T…Z` as `20 Nov 2026`, in Lagos: for a column. */
export const shortDay = (iso: string): string => dayText.format(new Date(iso));

/** `2026-11-20T13:05:00Z` as `20 Nov 2026, 2:05 pm`, in Lagos. */
export const shortMinute = (iso: string): string => minuteText.format(new Date(iso));

/** A value as the office reads it; empty where there is none. */
export function asText({ kind, words, called, written }: Field, value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  if (kind === "flag") return (value ? words?.[0] : words?.[1]) ?? (value ? "Yes" : "No");
  if (kind === "money") return asNaira(Number(value));
  if (kind === "day") return shortDay(String(value));
  if (kind === "minute") return shortMinute(String(value));
  if (kind === "several") return (value as readonly string[]).map((one) => called?.[one] ?? one).join(", ");
  if (kind === "reference" || kind === "about") return (value as Choice).label;
  return called?.[String(value)] ?? written?.(String(value)) ?? String(value);
}

/** What a form holds, as the office reads it. `labels` are those of the references that were chosen, by `_id`. */
export function typedAsText(field: Field, typed: Typed[string], labels: ReadonlyMap<string, string>): string {
  const { kind } = field;
  if (typeof typed !== "string") return typed.join(", ");
  if (typed === "") return "";
  if (kind === "reference") return labels.get(typed) ?? typed;
  if (kind === "flag") return asText(field, typed === "true");
  if (kind === "money") return Number.isNaN(Number(typed)) ? typed : asText(field, Number(typed));
  if (kind === "day") return shortDay(typed);
  if (kind === "minute") return shortMinute(`${typed}:00+01:00`);
  return field.called?.[typed] ?? typed;
}

/** Whether a column of it stands to the right. */
export const isNumeric = ({ kind }: Field): boolean => kind === "money" || kind === "whole";

/** A value of a row in the office's words; empty where there is none. */
export function inWords({ kind, words, called }: Pick<Field, "kind" | "words" | "called">, value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  if (kind === "flag") return (value ? words?.[0] : words?.[1]) ?? "";
  if (kind === "money") return asNaira(Number(value));
  if (kind === "day") return asDay(`${String(value)}T12:00:00Z`);
  if (kind === "minute") return asMinute(String(value));
  if (kind === "several") return (value as readonly string[]).map((one) => called?.[one] ?? one).join(", ");
  if (kind === "reference" || kind === "about") return (value as { readonly label: string }).label;
  return called?.[String(value)] ?? String(value);
}
