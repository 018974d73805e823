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

// Of the lists of passwords met most often in leaks, those of eight characters or more;
// and what Nigerian lists add.
const wellKnown = new Set(
  `password password1 password12 password123 password1234 passw0rd p4ssword pa55word mypassword
  qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 asdfghjk asdfghjkl zxcvbnm1 1qaz2wsx 1q2w3e4r 1q2w3e4r5t q1w2e3r4
  123456789 1234567890 0123456789 987654321 9876543210 123123123 12341234 11223344 112233445566 12344321 123654789
  147258369 789456123 88888888 00000000 iloveyou iloveyou1 iloveyou2 sunshine sunshine1 princess princess1 football
  football1 baseball superman michael1 jennifer computer welcome1 welcome123 letmein1 letmein123 trustno1 whatever
  admin123 admin1234 administrator changeme changeme1 abcd1234 abc12345 a1b2c3d4 aa123456 dragon123 monkey123
  master123 starwars internet samsung1 charlie1 jesus123 jesuschrist jesusislord jesus1234 godisgood godisgreat
  godislove godblessme blessing blessing1 blessed1 nigeria1 nigeria123 nigeria2026 jamb2026 utme2026 chelsea1
  chelsea123 arsenal1 arsenal123 manchester manunited liverpool barcelona realmadrid ronaldo7 success1 success123
  goodluck favour123 destiny1 student1 student123 admission admission1 admissionportal college1 college123`.split(
    /\s+/,
  ),
);
