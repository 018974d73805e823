import { asDay, asMinute } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import type { Field } from "./record.facts.contract.ts";

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
