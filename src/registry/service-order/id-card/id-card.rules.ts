import type { OrderState } from "../service-order.rules.ts";

/** Where an order stands while its card is made: its photograph decided about, and the card issued. */
export const inMaking: readonly OrderState[] = ["Paid", "Being made"];

/** How a card stands once somebody of the office has looked at its photograph. Wire value and column value are the same. */
export const cardStates = ["Refused", "Approved", "Issued", "Replaced"] as const;

export type CardState = (typeof cardStates)[number];

export const cardLooks = {
  Refused: "bad",
  Approved: "info",
  Issued: "good",
  Replaced: "plain",
} as const satisfies Record<CardState, string>;

/** As the office reads it. */
export const cardWords: Readonly<Record<CardState, string>> = {
  Refused: "Photograph refused",
  Approved: "Photograph approved",
  Issued: "Issued",
  Replaced: "Void",
};

/** As its student reads it; null before anybody has looked at the photograph. */
export const cardSays = (state: CardState | null): string =>
  state === null
    ? "Your passport photograph is printed on the card. The office looks at it before."
    : studentWords[state];

const studentWords: Readonly<Record<CardState, string>> = {
  Refused: "The office has refused your photograph. The card is made once another is approved.",
  Approved: "Your photograph is approved. The card is issued next.",
  Issued: "The card is issued. Anybody can check it by the code on its back.",
  Replaced: "A newer card was issued, so this one is void.",
};

/** The photograph in the applicant's area, where it can be replaced. */
export const PHOTO_SCREEN = "/app/photo";

/** What whoever is asked for another photograph does. */
export const photoAsked = (reason: string): string =>
  `Your photograph was refused: ${reason.replace(/[.\s]+$/, "")}. Put in another passport photograph in the applicant's area, then answer here`;

/**
 * The last day of a card: of the year in which the last session of study ends. `session` is that of entry, such as 2026/2027; years
 * are counted from it. Whoever studies longer gets a card to the end of the session that runs.
 */
export function lastDayOf(session: string, years: number, running: string, today: string): string {
  const begun = yearIn(session) ?? Number(today.slice(0, 4));
  const now = yearIn(running) ?? Number(today.slice(0, 4));
  return `${Math.max(begun + years, now + 1)}-12-31`;
}

function yearIn(session: string): number | undefined {
  const found = /\b20\d\d\b/.exec(session)?.[0];
  return found === undefined ? undefined : Number(found);
}
