export interface Named {
  readonly firstname: string;
  readonly middlename?: string | null | undefined;
  readonly lastname: string;
}

/** A person's names as papers have them: `Aisha Ngozi Bello`, or `Aisha Bello` without a middle name. */
export const fullName = ({ firstname, middlename, lastname }: Named): string =>
  [firstname, middlename, lastname].filter(Boolean).join(" ");

/** As the office files them, surname first: `Bello Aisha Ngozi`. */
export const filedName = ({ firstname, middlename, lastname }: Named): string =>
  [lastname, firstname, middlename].filter(Boolean).join(" ");

const usual = ["gmail.com", "yahoo.com", "hotmail.com", "outlook.com", "icloud.com", "live.com", "yahoo.co.uk"];

/** One slip away from a usual one, and real all the same. */
const real = ["ymail.com", "mail.com", "email.com", "rocketmail.com"];

/** The address that was probably meant, where the domain is a slip away from a usual one; else null. */
export function meantAddress(typed: string): string | null {
  const [, name, given] = /^([^@\s]+)@([^@\s]+)$/.exec(typed.trim()) ?? [];
  if (!name || !given) return null;
  const domain = given.toLowerCase();
  if ([...usual, ...real].includes(domain)) return null;
  const mended = domain.replace(/\.(?:con|cm|om|vom|cpm|cim|comm)$/, ".com");
  const meant = usual.find((one) => isOneSlip(domain, one) || isOneSlip(mended, one));
  return meant ? `${name}@${meant}` : null;
}

/** Whether one sign too many, too few or wrong, or two neighbours in turn, is all that differs. */
function isOneSlip(typed: string, meant: string): boolean {
  let begin = 0;
  while (begin < typed.length && typed[begin] === meant[begin]) begin += 1;
  let end = 0;
  while (end < Math.min(typed.length, meant.length) - begin && typed.at(-1 - end) === meant.at(-1 - end)) end += 1;
  const [left, wanted] = [typed.slice(begin, typed.length - end), meant.slice(begin, meant.length - end)];
  if (left.length < 2 && wanted.length < 2) return true;
  return left.length === 2 && `${left[1]}${left[0]}` === wanted;
}

/** What a screen hands over as `arrival` that leads to the first page, where it is said. */
export const arrivalMarks = {
  codeSent: "code-sent",
  linkSent: "link-sent",
  verified: "verified",
  changed: "password-changed",
} as const;

/** Marks the address to which a link leads that is taken no more. */
export const SPENT_LINK = "#link-spent";
