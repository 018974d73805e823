import * as v from "valibot";
import { bioEntries } from "#profile/bio/bio.contract.ts";

interface Names {
  readonly firstname: string;
  readonly middlename: string | null;
  readonly lastname: string;
}

/** Small and without marks, as names are held against each other. */
const plain = (word: string): string =>
  word
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

const wordsOf = (name: string): string[] => name.split(/[\s,.;-]+/).filter((word) => plain(word) !== "");

/**
 * JAMB's name of a person, which is in one piece, as first, middle and last name. Where it has the words that the applicant
 * typed, they stay where they were typed and as they were spelt; the others are JAMB's, whose surname stands first. What has
 * no word, or none that a form would take, is absent.
 */
export function namesAsTold(told: string, typed: Names): Partial<Record<keyof Names, string>> {
  const left = wordsOf(told);
  const take = (name: string | null): string | null => {
    const words = wordsOf(name ?? "").map(plain);
    const places = words.map((word) => left.findIndex((one) => plain(one) === word));
    if (words.length === 0 || places.includes(-1) || new Set(places).size < words.length) return null;
    for (const place of [...places].sort((one, other) => other - one)) left.splice(place, 1);
    return name;
  };
  const own = { lastname: take(typed.lastname), firstname: take(typed.firstname), middlename: take(typed.middlename) };
  const next = () => spelt(left.splice(0, 1));
  const lastname = own.lastname ?? next();
  const firstname = own.firstname ?? next();
  const middlename = [own.middlename, spelt(left)].filter((part) => part).join(" ");
  const { firstname: first, lastname: last, middlename: middle } = bioEntries;
  return {
    ...(v.is(first, firstname) && { firstname }),
    ...(middlename !== "" && v.is(middle, middlename) && { middlename }),
    ...(v.is(last, lastname) && { lastname }),
  };
}

/** JAMB writes in capitals. */
const spelt = (words: readonly string[]): string =>
  words
    .map((word) => (word === word.toUpperCase() || word === word.toLowerCase() ? capitalised(word) : word))
    .join(" ");

const capitalised = (word: string): string =>
  word.toLowerCase().replace(/(?:^|['’])\p{L}/gu, (letter) => letter.toUpperCase());
