import { asNaira } from "#kit/value/money.contract.ts";
import type { Choice } from "./record.contract.ts";
import type { Field } from "./record.facts.contract.ts";
import type { Typed } from "./record.typed.contract.ts";

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
  if (kind === "several") return (value as readonly string[]).join(", ");
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
