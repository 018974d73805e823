import * as v from "valibot";

// NUL, other control characters but tab and line breaks, lone surrogates and bidirectional overrides:
// PostgreSQL refuses the first, and the others let a name look like another.
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the purpose
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f\ufeff]/u;

export const printable = (label: string) =>
  v.check(
    (text: string) => text.isWellFormed() && !unprintable.test(text),
    `${label} contains characters that cannot be used. Type it again without them`,
  );

export const singleLine = (label: string) =>
  v.check((text: string) => !/[\r\n\t]/.test(text), `${label} must be on one line`);

export const composed = v.transform((text: string) => text.normalize("NFC").trim());

/** Whether `YYYY-MM-DD` names a day that there is. */
export function existsInCalendar(isoDay: string): boolean {
  const time = new Date(`${isoDay}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(isoDay);
}

/** The sentence of the real field behind an optional one. */
export const firstOf = (issue: v.UnionIssue<v.BaseIssue<unknown>>) =>
  issue.issues?.find((inner) => inner.type !== "literal")?.message ?? "This value is not known";
