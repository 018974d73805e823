/** What an applicant gives up: an application before its decision, an offer, or a place of this session for one of the next. */
export const departureKinds = ["Withdrawn", "Declined", "Deferred"] as const;

export type DepartureKind = (typeof departureKinds)[number];

/** Whether it stands, somebody proposes to take the applicant back, or two people have. */
export const departureStates = ["Stands", "Proposed", "Reinstated"] as const;

export type DepartureState = (typeof departureStates)[number];

const steps: Readonly<Record<DepartureState, readonly DepartureState[]>> = {
  Stands: ["Proposed"],
  Proposed: ["Stands", "Reinstated"],
  Reinstated: [],
};

export const mayDepartureGo = (from: DepartureState, to: DepartureState): boolean => steps[from].includes(to);

/** The reason that every list ends with; it asks for words. */
export const OTHER_REASON = "Other";

/** What an applicant may do of it: nothing once it is accepted, decided, or given up. */
export const leavingDeeds = ["withdraw", "decline"] as const;

export type LeavingDeed = (typeof leavingDeeds)[number];
