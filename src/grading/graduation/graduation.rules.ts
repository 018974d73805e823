import type { Look } from "#console/record/record.fields.contract.ts";

/** Where a list of graduands stands. */
export const graduationStates = ["Proposed", "Approved", "Declined", "Withdrawn"] as const;

export type GraduationState = (typeof graduationStates)[number];

export const graduationLooks = {
  Proposed: "info",
  Approved: "good",
  Declined: "bad",
  Withdrawn: "plain",
} as const satisfies Record<GraduationState, Look>;

/** Where one person on a list stands. Dropped: with the whole list. Undone: two people took the graduation back. */
export const graduandStates = ["Listed", "Taken off", "Dropped", "Conferred", "Undone"] as const;

export type GraduandState = (typeof graduandStates)[number];

export const graduandLooks = {
  Listed: "info",
  "Taken off": "bad",
  Dropped: "plain",
  Conferred: "good",
  Undone: "bad",
} as const satisfies Record<GraduandState, Look>;

/** In place of a figure that is not shown. */
export const WITHHELD = "–";

/** What a line froze of the record. */
export interface Frozen {
  readonly points: number;
  readonly units: number;
  readonly passclass: string;
}

interface Audited {
  readonly met: boolean;
  readonly points: number;
  readonly units: number;
  readonly cgpa: string;
  readonly passClass: string | null;
  readonly lacking: string;
}

/** How a record differs by now from what a list froze of it; null where it does not. */
export function differenceOf(line: Frozen, now: Audited | undefined): string | null {
  if (!now) return "the record is not there any more";
  if (!now.met) return now.lacking.charAt(0).toLowerCase() + now.lacking.slice(1);
  if (now.passClass !== line.passclass) return `${now.passClass ?? "no class of pass"} by now, not ${line.passclass}`;
  return now.points === line.points && now.units === line.units
    ? null
    : `the CGPA is ${now.cgpa} by now, other than on the list`;
}
