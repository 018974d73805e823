import type { SettingValue } from "#college/setting/setting.contract.ts";

export interface Reached {
  /** The acceptance fee has a reference. */
  readonly reference: boolean;
  /** The place was accepted. */
  readonly accepted: boolean;
}

/** Whether the college's rule lets an offered place's letter be printed now. Contract 3.12. */
export const isLetterAllowed = (rule: SettingValue<"admissionLetter">, { reference, accepted }: Reached): boolean =>
  rule === "offered" || accepted || (rule === "reference" && reference);

/** Where an offer stands as its letter says: open until its last day, accepted, over, or given up for another place. */
export const offerStandings = ["open", "accepted", "lapsed", "elsewhere"] as const;

export type OfferStanding = (typeof offerStandings)[number];

interface Offered {
  readonly accepted: boolean;
  /** Another place of the same session was accepted. */
  readonly elsewhere: boolean;
  /** The last day is over. */
  readonly over: boolean;
}

export function offerStanding({ accepted, elsewhere, over }: Offered): OfferStanding {
  if (accepted) return "accepted";
  if (elsewhere) return "elsewhere";
  return over ? "lapsed" : "open";
}
