import * as v from "valibot";
import { thirteenDigits } from "../value/phone.rules.ts";
import { composed, existsInCalendar, firstOf, printable, singleLine } from "./text.rules.ts";

/** Required text on one line, at most `max` characters, trimmed and in NFC. */
export const text = (label: string, max: number) =>
  v.pipe(
    v.string(`${label} must be text`),
    printable(label),
    composed,
    v.nonEmpty(`${label} is required`),
    singleLine(label),
    v.maxCodePoints(max, `${label} must be at most ${max} characters`),
    v.title(label),
  );

/** Required text that may run over several lines, such as an address. */
export const lines = (label: string, max: number) =>
  v.pipe(
    v.string(`${label} must be text`),
    printable(label),
    composed,
    v.nonEmpty(`${label} is required`),
    v.maxCodePoints(max, `${label} must be at most ${max} characters`),
    v.title(label),
  );

/** The same field, not required: absent and '' are the same. Contract 1. */
export const optional = <const S extends v.GenericSchema<string, string>>(field: S) =>
  v.pipe(
    v.optional(
      v.union(
        [
          v.pipe(
            v.literal(""),
            v.transform(() => undefined),
          ),
          field,
        ],
        (issue) => firstOf(issue),
      ),
    ),
    v.title(v.getTitle(field) ?? ""),
  );

const NAME_MAX = 60;

/** A name of a person: letters of any script, apostrophes, hyphens and spaces. */
export const personName = (label: string) =>
  v.pipe(
    text(label, NAME_MAX),
    v.regex(/^(?:(?!\p{DI})[\p{L}\p{M}'’.\- ])+$/u, `${label} may hold letters, spaces, apostrophes and hyphens only`),
    v.regex(/\p{L}/u, `${label} must hold at least one letter`),
    // Mails greet by name: nobody sends a stranger to a page of his own in a letter of ours.
    v.regex(/^(?!.*\p{L}{2}\.\p{L}{2})/u, `${label} must not hold an internet address`),
    v.title(label),
  );

/** What a name may hold of what was typed, an internet address taken apart; empty when it holds no letter. */
function nameIn(typed: string): string {
  const kept = typed
    .toWellFormed()
    .normalize("NFC")
    .replace(/(?<=\p{L})\.(?=\p{L}{2})/gu, ". ")
    .replace(/\s+/g, " ")
    .replace(/(?:\p{DI}|[^\p{L}\p{M}'’.\- ])+/gu, "");
  return /\p{L}/u.test(kept) ? [...kept.trim()].slice(0, NAME_MAX).join("").trim() : "";
}

/** A middle name, which shows no error: what no name holds is taken out, and nothing is left where it was all. Specification 2. */
export const middleName = (label: string) =>
  v.pipe(
    v.optional(
      v.pipe(
        v.string(`${label} must be text`),
        v.transform((typed) => nameIn(typed) || undefined),
      ),
    ),
    v.title(label),
  );

/** An e-mail address as typed; compare it without case. Sentences of specification 5. */
export const email = (label: string) =>
  v.pipe(
    v.string(`${label} must be text`),
    composed,
    v.nonEmpty("Valid email address is required"),
    v.maxLength(120, `${label} must be at most 120 characters`),
    v.regex(
      /^[A-Za-z0-9._%+'-]{1,64}@(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.)+[A-Za-z]{2,24}$/,
      "Invalid email address given",
    ),
    v.title(label),
  );

/** A Nigerian phone number in any usual spelling, kept as 234 and ten digits, 13 characters. Contract 3.2. */
export const phone = (label: string) =>
  v.pipe(
    v.string(`${label} must be text`),
    composed,
    v.nonEmpty(`${label} is required`),
    v.transform(thirteenDigits),
    v.regex(/^234[789][01]\d{8}$/, "Format not followed (23480xxxxxxxx)"),
    v.title(label),
  );

/** 8 to 32 characters, neither trimmed nor folded. Specification 5. */
export const password = (label: string) =>
  v.pipe(
    v.string(`${label} must be text`),
    v.nonEmpty(`${label} is required`),
    v.minLength(8, "Minimum of 8 characters expected"),
    v.maxLength(32, "Maximum of 32 characters expected"),
    printable(label),
    v.title(label),
  );

/** One of a closed list. */
export const choice = <const L extends readonly [string, ...string[]]>(label: string, list: L) =>
  v.pipe(
    v.string(`${label} must be text`),
    v.nonEmpty(`${label} is required`),
    v.picklist(list, `${label} must be one of the following values: ${list.join(", ")}`),
    v.title(label),
  );

/** A calendar day that exists, `YYYY-MM-DD`. */
export const day = (label: string) =>
  v.pipe(
    v.string(`${label} must be text`),
    v.nonEmpty(`${label} is required`),
    v.regex(/^\d{4}-\d{2}-\d{2}$/, `${label} must be a day, a month and a year of four digits`),
    v.check(existsInCalendar, `${label} must be a real date`),
    v.title(label),
  );

/** An identifier in a body. Whether it exists, and is the caller's, the server says. */
export const reference = (label: string) =>
  v.pipe(
    v.string(`${label} must be text`),
    v.nonEmpty(`${label} is required`),
    v.maxLength(64, `${label} must be at most 64 characters`),
    printable(label),
    v.title(label),
  );
