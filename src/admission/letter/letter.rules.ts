import { asDay, lagosDay } from "#kit/value/dates.rules.ts";
import { DAYS_TO_ACCEPT } from "../offer/offer.rules.ts";
import type { LetterPaper } from "./letter.contract.ts";

const DAY_MS = 86_400_000;

/** By when acceptance must be sent. Staff may give more time than the two weeks of specification 9. */
export function acceptWithin({ releasedAt, due }: Pick<LetterPaper, "releasedAt" | "due">): string {
  const days = (Date.parse(due) - Date.parse(lagosDay(releasedAt))) / DAY_MS;
  const extended = days > DAYS_TO_ACCEPT;
  return extended
    ? `Acceptance must be sent within two weeks; for you the last day is extended to ${asDay(due)}.`
    : `Acceptance must be sent within two weeks. The last day is ${asDay(due)}.`;
}

/** What has become of an offer that cannot be accepted any more; null while it can, or once it is. */
export function endOf({ standing, due }: Pick<LetterPaper, "standing" | "due">): { word: string; why: string } | null {
  switch (standing) {
    case "lapsed":
      return { word: "Lapsed", why: `This offer was not accepted by ${asDay(due)}, so it has lapsed` };
    case "elsewhere":
      return { word: "Not taken up", why: "Another place of the same session was accepted, so this one is given up" };
    default:
      return null;
  }
}

/** Why there is no acceptance letter, and what to do; null when there is one. */
export function noAcceptanceLetter(letter: LetterPaper): string | null {
  const { genuineAcceptance, standing, due } = letter;
  if (genuineAcceptance) return null;
  switch (standing) {
    case "open":
      return `The acceptance letter can be printed once the acceptance fee is paid and verified. Pay it by ${asDay(due)}`;
    case "accepted":
      return "The payment that accepted your place is not there any more. Please ask the bursary";
    case "lapsed":
      return `This offer was not accepted by ${asDay(due)}. If you paid by that day, verify the payment; else ask the admissions office`;
    case "elsewhere":
      return "You have accepted another place in this session. Print the letter of that one";
  }
}
