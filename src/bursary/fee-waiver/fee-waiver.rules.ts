export const waiverStates = ["Proposed", "Approved", "Declined", "Withdrawn", "Revoked"] as const;

export type WaiverState = (typeof waiverStates)[number];

export const waiverLooks = {
  Proposed: "info",
  Approved: "good",
  Declined: "bad",
  Withdrawn: "plain",
  Revoked: "bad",
} as const satisfies Record<WaiverState, string>;

/** Sponsor: a body pays the college for it, outside the portal. Free place: so many of a session, as the college has set. */
export const proposedKinds = ["Waiver", "Free place", "Sponsor"] as const;

/**
 * Deferred place: somebody applies again for a place that was deferred, as two people have kept it. Paid in a list: the money came, by
 * one payment for many, and nobody has to agree to it.
 */
export const waiverKinds = [...proposedKinds, "Deferred place", "Paid in a list"] as const;

export type WaiverKind = (typeof waiverKinds)[number];

/** The fees that can be waived, as the wire has them and as people read them. */
export const waivedFees = { application: "Application fee", acceptance: "Acceptance fee" } as const;

export type WaivedFee = keyof typeof waivedFees;

/** Applicants in one list. */
export const MOST_WAIVED = 500;

/** A list as somebody typed it or pasted it from a table: a JAMB number or application code to a line, whatever stands after it. */
export const numbersIn = (typed: string): string[] =>
  typed
    .split("\n")
    .map(
      (line) =>
        line
          .trim()
          .split(/[,;\t]|\s{2,}/)[0]
          ?.trim() ?? "",
    )
    .filter((line) => line !== "");

/** What it is, as mails and receipts have it: the fee is "waived by the college", "covered by Kogi State", "paid by" who paid the list. */
export const waiverInWords = ({ kind, sponsor }: { kind: WaiverKind; sponsor: string | null }): string => {
  if (kind === "Paid in a list") return `paid by ${sponsor}`;
  return kind === "Sponsor" ? `covered by ${sponsor}` : words[kind];
};

const words: Readonly<Record<Exclude<WaiverKind, "Sponsor" | "Paid in a list">, string>> = {
  Waiver: "waived by the college",
  "Free place": "covered by a free place",
  "Deferred place": "waived for a deferred place",
};
