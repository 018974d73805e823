/** Overtaken: the result was taken back meanwhile. */
export const rectificationStates = ["Proposed", "Approved", "Declined", "Withdrawn", "Overtaken"] as const;

export type RectificationState = (typeof rectificationStates)[number];

export const rectificationLooks = {
  Proposed: "info",
  Approved: "good",
  Declined: "bad",
  Withdrawn: "plain",
  Overtaken: "plain",
} as const satisfies Record<RectificationState, string>;

/** `28 + 41`, or the code. */
export const markInWords = ({
  ca,
  examination,
  code,
}: {
  ca: number | null;
  examination: number | null;
  code: string | null;
}) => code ?? `${ca ?? "–"} + ${examination ?? "–"}`;
