import type { Look } from "#console/record/record.fields.contract.ts";

/** Clear: nothing keeps it from being approved. */
export const verdicts = ["Clear", "To be mended"] as const;

export const verdictLooks = { Clear: "good", "To be mended": "bad" } as const satisfies Record<string, Look>;

export const stateLooks = {
  Waiting: "info",
  Registered: "good",
  Returned: "bad",
} as const satisfies Record<string, Look>;

/** What keeps a registration from being approved, as it stands now, the worst first: codes of what the student would hear. */
export const stopCodes = [
  "status-stops-registration",
  "held-by-office",
  "fees-not-paid",
  "course-withdrawn",
  "opened-by-failed",
  "units-above",
  "units-below",
  "prerequisite-missing",
  "carry-over-left",
  "group-short",
] as const;

export type StopCode = (typeof stopCodes)[number];

export const stopWords: Readonly<Record<StopCode, string>> = {
  "status-stops-registration": "Does not study now",
  "held-by-office": "A hold stands",
  "fees-not-paid": "Fees not paid",
  "course-withdrawn": "A course is withdrawn",
  "opened-by-failed": "Opened by a course that was failed since",
  "units-above": "Too many units",
  "units-below": "Too few units",
  "prerequisite-missing": "Something not passed before",
  "carry-over-left": "A carry-over left out",
  "group-short": "Too few electives of a group",
};

/**
 * The one deed that mends a stop: what the head allows, what is dropped, what another office does, what counts and is left as it is,
 * or else back to the student.
 */
export const mendings = ["allow", "drop", "permit", "hold", "bill", "return", "keep"] as const;

export type Mending = (typeof mendings)[number];

const mendedBy: Readonly<Record<StopCode, Mending>> = {
  "status-stops-registration": "return",
  "held-by-office": "hold",
  "fees-not-paid": "bill",
  "course-withdrawn": "drop",
  "opened-by-failed": "keep",
  "units-above": "permit",
  "units-below": "allow",
  "prerequisite-missing": "allow",
  "carry-over-left": "allow",
  "group-short": "allow",
};

export const mendingOf = (code: StopCode): Mending => mendedBy[code];

/** What is done about a registration: that of its worst stop; null where nothing stops it. */
export const mendingOfAll = (stops: readonly StopCode[]): Mending | null => {
  const worst = stopCodes.find((code) => stops.includes(code));
  return worst ? mendingOf(worst) : null;
};

/** Reasons that are given most when one goes back. */
export const usualReturns = [
  "Leave out the course whose earlier course you have not passed, and choose another.",
  "Add courses: your units are below the least.",
  "Your carry-over comes first. Add it, and leave another course out.",
  "Leave a course out: your units are above the most.",
  "Pay the part of your bill that opens registration, then send it again.",
  "Go to the office that has placed a hold on your record. Send it again when the hold is lifted.",
] as const;
