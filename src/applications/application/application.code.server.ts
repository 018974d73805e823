import { randomInt } from "node:crypto";

// No vowels, so that no word is spelt by chance; nothing that reads like another. The alphabet of Open Location Code.
const LETTERS = "23456789CFGHJMPQRVWX";
const LENGTH = 8;

/**
 * A code such as `2026/NCE/7GWR-4XQM`. Random rather than counted: no counter that every submit waits for, no telling
 * how many applied, and of 2.5e10 codes a mistyped one is nobody's. The table refuses the rare twin.
 */
export function newApplicationCode(session: string, award: string): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  const kind = award.toUpperCase().replace(/[^A-Z]/g, "");
  return `${session}/${kind}/${letters.slice(0, 4)}-${letters.slice(4)}`;
}
