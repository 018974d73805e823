import { dictionary } from "@zxcvbn-ts/language-common";
import { refuseForm } from "#kit/wire/refusal.server.ts";
import { brand } from "#reference/brand/brand.rules.ts";

/** What is known of a person, each of it the first that another would try. */
export interface GuessedPerson {
  readonly firstname?: string;
  readonly lastname?: string;
  readonly emailaddress?: string;
  readonly phonenumber?: string;
  readonly jamb?: string;
}

export const GUESSABLE =
  "Others would try this password first. Choose one that is not well known, nor your name, email, JAMB or phone number";

/** A validator's refusal, of what the request alone shows. The list is too long for a phone, so the server has it. */
export function refuseGuessable(password: string, person: GuessedPerson): void {
  if (isGuessable(password, person)) throw refuseForm("password-guessable", GUESSABLE, { password: GUESSABLE });
}

/** Whether a password is the person's own data, the college's name, a well-known one, or keys in a row. */
export function isGuessable(password: string, person: GuessedPerson): boolean {
  const typed = password.toLowerCase();
  return isRow(typed) || wellKnown.has(typed) || ofPerson(person).includes(bare(typed));
}

/** Spaces and signs in one's own data hide nothing from who guesses. */
const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** One character again and again, or `12345678`, `87654321`, `abcdefgh`. */
function isRow(typed: string): boolean {
  const codes = Array.from(typed, (sign) => sign.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, at) => code - (codes[at] ?? 0));
  return steps.every((step) => step === steps[0] && Math.abs(step) <= 1);
}

function ofPerson({
  firstname = "",
  lastname = "",
  emailaddress = "",
  phonenumber = "",
  jamb = "",
}: GuessedPerson): string[] {
  const local = phonenumber.replace(/^234/, "");
  return [
    emailaddress,
    emailaddress.split("@")[0] ?? "",
    jamb,
    jamb.replace(/[A-Z]+$/i, ""),
    phonenumber,
    local,
    `0${local}`,
    `${firstname}${lastname}`,
    `${lastname}${firstname}`,
    ...[brand.name, brand.shortname],
  ]
    .map(bare)
    .filter((guess) => guess !== "");
}

// The passwords met most often in leaks, 18,000 of them long enough to be chosen here, and what Nigerian lists add.
const wellKnown = new Set([
  ...dictionary["passwords-common"],
  ..."12341234 123123123 admin1234 jesus1234 godblessme blessing1 nigeria1 nigeria123 nigeria2026 jamb2026 utme2026".split(
    " ",
  ),
  ..."chelsea123 success123 favour123 student123 admission admission1 admissionportal college123".split(" "),
]);
