/** Where a sponsorship stands: approved by two, paid by its payment, taken back by the bank, called off before it was paid. */
export const sponsorshipStates = [
  "Proposed",
  "Approved",
  "Paid",
  "Taken back",
  "Called off",
  "Declined",
  "Withdrawn",
] as const;

export type SponsorshipState = (typeof sponsorshipStates)[number];

export const sponsorshipLooks = {
  Proposed: "info",
  Approved: "info",
  Paid: "good",
  "Taken back": "bad",
  "Called off": "plain",
  Declined: "bad",
  Withdrawn: "plain",
} as const satisfies Record<SponsorshipState, string>;

/** Students in one sponsorship. */
export const MOST_SPONSORED = 1_000;

/** One line of the list: a matric number, and how much in kobo; null for all that is left, undefined for what is no amount. */
export interface TypedShare {
  readonly given: string;
  readonly matric: string;
  readonly amount_kobo: number | null | undefined;
}

/**
 * A list as somebody typed it or pasted it from a table: a student to a line, and after a comma, a semicolon, a tab or two blanks
 * the amount; without one, or with "all", all that is left.
 */
export const sharesIn = (typed: string): TypedShare[] =>
  typed
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const [, matric = line, rest = ""] = /^(.+?)(?:[,;\t]|\s{2,})(.*)$/.exec(line) ?? [];
      return { given: line, matric: matric.trim(), amount_kobo: amountIn(rest.trim()) };
    });

/** `12,500.50` and `₦ 12,500` in kobo. */
function amountIn(text: string): number | null | undefined {
  if (text === "" || /^all$/i.test(text)) return null;
  const bare = text.replace(/^(?:₦|NGN|N)\s*/i, "").replace(/,(?=\d{3}(?:\D|$))/g, "");
  if (!/^\d{1,9}(?:\.\d{1,2})?$/.test(bare)) return undefined;
  return Math.round(Number(bare) * 100);
}
