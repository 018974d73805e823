export const releaseStates = [
  "Draft",
  "Proposed",
  "Approved",
  "Releasing",
  "Released",
  "Withdrawn",
  "Recalled",
] as const;

export type ReleaseState = (typeof releaseStates)[number];

/** Every step that a release may take; the table release_edge holds the same list and the database enforces it. */
export const releaseSteps: Readonly<Record<ReleaseState, readonly ReleaseState[]>> = {
  Draft: ["Proposed", "Withdrawn"],
  Proposed: ["Draft", "Approved", "Withdrawn"],
  Approved: ["Draft", "Withdrawn", "Releasing"],
  Releasing: ["Released"],
  Released: ["Recalled"],
  Withdrawn: [],
  Recalled: [],
};

export const mayReleaseStep = (from: ReleaseState, to: ReleaseState): boolean => releaseSteps[from].includes(to);

export const releaseKinds = ["Offers", "Refusals"] as const;

export type ReleaseKind = (typeof releaseKinds)[number];

export const lineStandings = ["Waiting", "Out", "Held back", "Recalled"] as const;
