import type { Look } from "#console/record/record.fields.contract.ts";

/** Where a screening day stands: people book while it is open; the office places people until it is over. */
export const dayStates = ["Planned", "Open", "Closed", "Cancelled"] as const;

export type DayState = (typeof dayStates)[number];

export const dayLooks = {
  Planned: "plain",
  Open: "good",
  Closed: "info",
  Cancelled: "bad",
} as const satisfies Record<DayState, Look>;

/** Where a day may go from where it stands: the page greys by the table that the server refuses by. */
export const dayStepsFrom = (state: DayState): readonly DayState[] => daySteps[state];

const daySteps: Readonly<Record<DayState, readonly DayState[]>> = {
  Planned: ["Open", "Closed", "Cancelled"],
  Open: ["Closed", "Cancelled"],
  Closed: ["Open", "Cancelled"],
  Cancelled: [],
};

/** How somebody stands to the day: expected, there, or not. */
export const bookingStates = ["Booked", "Attended", "Absent"] as const;

export type BookingState = (typeof bookingStates)[number];

export const bookingLooks = {
  Booked: "info",
  Attended: "good",
  Absent: "bad",
} as const satisfies Record<BookingState, Look>;

/** What the table says of one original. */
export const originalStates = ["Seen", "Not seen", "Differs"] as const;

export type OriginalState = (typeof originalStates)[number];

/** "nce-bio-che; NCE-MAT-PHY" as it is kept: "NCE-BIO-CHE, NCE-MAT-PHY", each once and in their order. */
export const spelledProgrammes = (typed: string): string =>
  [...new Set(typed.split(/[,;\n]/).map((code) => code.trim().toUpperCase()))]
    .filter((code) => code !== "")
    .toSorted()
    .join(", ");

/** `9:5` as it is kept, `09:05`; what is no time stays as it was typed. */
export function spelledClock(typed: string): string {
  const [, hour, minute] = /^(\d{1,2})[:.](\d{1,2})$/.exec(typed.trim()) ?? [];
  return hour && minute ? `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}` : typed;
}

interface KeptScore {
  readonly screening: number | null;
  /** What was given by it: a place, or a rank in a frozen merit list. */
  readonly kept: "offered" | "agreed" | null;
}

/** In words, why a score stays; null where it may be typed. */
export const keptWords = ({ kept, screening }: KeptScore): string | null => {
  if (kept === "agreed")
    return "A frozen merit list ranked by this score, so it stays as two people agreed to it. If it is wrong, write a note in the file; whoever makes the next list enters the person there by hand";
  return kept === "offered" && screening !== null ? "A place was offered by this score, so it stays" : null;
};
