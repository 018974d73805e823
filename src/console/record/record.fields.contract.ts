import * as v from "valibot";
import { text } from "#kit/field/fields.contract.ts";
import type { AnyEndpoint } from "#kit/wire/endpoint.contract.ts";

/** What a field of a record is beside text, for its control on the form, its cell in the list and its column. */
export type Kind =
  | { readonly kind: "flag"; readonly yes: string; readonly no: string }
  | { readonly kind: "reference"; readonly noun: string }
  | { readonly kind: "money" | "whole" | "day" | "minute" | "several" | "lines" | "about" };

const TWO = "Minimum of 2 characters expected";

/** A code or name of at least two characters. Specification 5. */
export const atLeastTwo = (label: string, max: number) =>
  v.pipe(text(label, max), v.minCodePoints(2, TWO), v.title(label));

/** For a text that people read otherwise than it is stored, such as a phone number; files keep it as it is stored. */
export const readAs = (written: (stored: string) => string) =>
  v.metadata<string, { written: typeof written }>({ written });

/** Yes or no, each with its word: a record is Active or Inactive, a unit teaches or not. */
export const flag = (label: string, yes = "Yes", no = "No") =>
  v.pipe(v.boolean(`${label} is required`), v.title(label), kindOf({ kind: "flag", yes, no }));

/** Whether a record is in use. Specification 5: required. */
export const status = flag("Status", "Active", "Inactive");

/** A whole number of a range; the sentence where the specification has its own. */
export const whole = (
  label: string,
  least: number,
  most: number,
  sentence = `${label} must be a whole number from ${least} to ${most}`,
) =>
  v.pipe(
    v.number((issue) => (issue.received === "undefined" ? `${label} is required` : `${label} must be a number`)),
    v.integer(`${label} must be a whole number`),
    v.minValue(least, sentence),
    v.maxValue(most, sentence),
    v.title(label),
    kindOf({ kind: "whole" }),
  );

/** An amount of naira with at most two decimals; its column holds kobo and ends in `_kobo`. Contract 3.21. */
export const naira = (label: string, least = 1, sentence = `${label} must be at least ${least}`) =>
  v.pipe(
    v.number((issue) =>
      issue.received === "undefined" ? `${label} is required` : `${label} must be a number such as 12,500.50`,
    ),
    v.minValue(least, sentence),
    v.maxValue(100_000_000, `${label} must be at most 100,000,000`),
    v.check((amount) => Number.isInteger(Math.round(amount * 1e6) / 1e4), `${label} must have at most two decimals`),
    v.title(label),
    v.metadata({ kind: "money", unit: "NGN" }),
  );

/** Another record, by its `_id`. Whether it exists, and may be chosen, the server says. */
export const refersTo = (label: string, noun: string) =>
  v.pipe(
    v.string(`${label} is required`),
    v.nonEmpty(`${label} is required`),
    v.maxLength(64, `${label} must be at most 64 characters`),
    v.title(label),
    kindOf({ kind: "reference", noun }),
  );

/** A calendar day, `YYYY-MM-DD`. */
export const onDay = (label: string) =>
  v.pipe(
    v.string(`${label} must be text`),
    v.nonEmpty(`${label} is required`),
    v.isoDate(`${label} must be a date such as 2026-11-30`),
    v.check(isReal, `${label} must be a real date`),
    v.title(label),
    kindOf({ kind: "day" }),
  );

/** The first or the last day, in Lagos, of what a list shows by a time of its rows, or by a day that they hold. */
export interface Edge {
  readonly of: string;
  readonly side: "from" | "to";
  readonly holds?: "day";
}

/** What a value means at a glance. */
export type Look = "good" | "info" | "bad" | "plain";

/** The values of a closed list, each with its look. */
export const looksLike = <const L extends Readonly<Record<string, Look>>>(looks: L) =>
  v.metadata<keyof L & string, { looks: L; options: string[] }>({ looks, options: Object.keys(looks) });

/** A day by which a list is narrowed, such as "From" and "To". */
export const edgeDay = (label: string, edge: Edge) =>
  v.pipe(onDay(label), v.metadata<string, Kind & { readonly edge: Edge }>({ kind: "day", edge }));

/** The same where the rows hold a day and no time. */
export const edgeOfDay = (label: string, edge: Edge) => edgeDay(label, { ...edge, holds: "day" });

/** A time to the minute, ISO 8601 in UTC; shown and typed in Africa/Lagos. */
export const atMinute = (label: string) =>
  v.pipe(
    v.string(`${label} must be text`),
    v.nonEmpty(`${label} is required`),
    v.isoTimestamp(`${label} must be a date and time such as 2026-11-20T13:05:00Z`),
    v.endsWith("Z", `${label} must be a date and time such as 2026-11-20T13:05:00Z`),
    v.check((iso) => isReal(iso.slice(0, 10)), `${label} must be a real date and time`),
    v.title(label),
    kindOf({ kind: "minute" }),
  );

/** What a row is about, as it is called, with the way to it while it is there: `{label, link}`, told by the server. */
export const isAbout = (label: string) => v.pipe(text(label, 300), kindOf({ kind: "about" }));

/** For a text whose values the server lists, so that a filter offers them. */
export const offeredBy = (offers: AnyEndpoint) => v.metadata<string, { offers: AnyEndpoint }>({ offers });

/** One of a closed list whose values the wire writes otherwise than the office does: `{ OPEN: "Not paid" }`. */
export const worded = <const W extends Readonly<Record<string, string>>>(label: string, called: W) => {
  const list = Object.keys(called) as (keyof W & string)[];
  return v.pipe(
    v.picklist(list, `${label} must be one of the following values: ${list.join(", ")}`),
    v.title(label),
    v.metadata({ options: list, called }),
  );
};

/** One or more of a closed list. */
export const several = <const L extends readonly [string, ...string[]]>(
  label: string,
  list: L,
  called: Readonly<Record<string, string>> = {},
) =>
  v.pipe(
    v.array(v.string(), `${label} is required`),
    v.minLength(1, `${label} is required`),
    v.check(
      (chosen) => chosen.every((one) => list.includes(one)),
      `${label} must be one or more of: ${list.join(", ")}`,
    ),
    v.check((chosen) => new Set(chosen).size === chosen.length, `${label} holds a value twice`),
    v.title(label),
    v.metadata({ kind: "several", options: list, called }),
  );

/** A field that may stay empty: absent, '' and null are the same. Contract 1. */
export const maybe = <const S extends v.GenericSchema>(field: S) =>
  v.pipe(
    v.optional(
      v.pipe(
        v.unknown(),
        v.transform((given) => (given === "" || given === null ? undefined : given)),
        v.optional(field) as v.GenericSchema<unknown, v.InferOutput<S> | undefined>,
      ) as v.GenericSchema<v.InferInput<S> | "" | null | undefined, v.InferOutput<S> | undefined>,
    ),
    v.title(v.getTitle(field as Parameters<typeof v.getTitle>[0]) ?? ""),
    v.description(v.getDescription(field as Parameters<typeof v.getDescription>[0]) ?? ""),
    v.metadata({ ...closedList(field), ...v.getMetadata(field as Parameters<typeof v.getMetadata>[0]) }),
  );

/** The values of a closed list, which are not seen any more from outside of what may stay empty. */
function closedList(field: v.GenericSchema): { readonly options?: readonly string[] } {
  const { pipe = [] } = field as { readonly pipe?: readonly { readonly options?: readonly string[] }[] };
  const options = pipe.find((part) => part.options)?.options;
  return options ? { options } : {};
}

/**
 * A field that may be left out, because there is a usual value: a new record gets it, a record that is there keeps what it
 * has. The form shows it.
 */
export const usually = <const S extends v.GenericSchema>(field: S, usual: () => v.InferOutput<S> | undefined) =>
  v.pipe(
    maybe(field),
    v.description(v.getDescription(field as Parameters<typeof v.getDescription>[0]) ?? ""),
    v.metadata({ ...v.getMetadata(field as Parameters<typeof v.getMetadata>[0]), usual }),
  );

/** A field that may be left out, because the server finds its usual value; `hint` says which: `Rules.usual`. */
export const foundUsually = <const S extends v.GenericSchema>(field: S, hint: string) =>
  v.pipe(
    usually(field, () => undefined),
    v.description(hint),
  );

/** The same where the server may find none: then the record has none, and its row says null. */
export const foundOrLacking = <const S extends v.GenericSchema>(field: S, hint: string) =>
  v.pipe(foundUsually(field, hint), v.metadata({ lacking: true }));

/** A day that there is, of a year that a college writes about. */
const isReal = (day: string) => {
  if (day < "1900") return false;
  const time = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day);
};

function kindOf<T>(kind: Kind) {
  return v.metadata<T, Kind & Record<string, unknown>>(kind);
}
