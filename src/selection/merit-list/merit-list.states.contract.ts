/** Where a run stands between its making and its end. */
export const runStates = ["Draft", "Proposed", "Frozen", "Discarded"] as const;

export type RunState = (typeof runStates)[number];

/** Every step that a run may take; the table merit_edge holds the same list and the database enforces it. */
const runSteps: Readonly<Record<RunState, readonly RunState[]>> = {
  Draft: ["Proposed", "Discarded"],
  Proposed: ["Draft", "Frozen", "Discarded"],
  Frozen: [],
  Discarded: [],
};

/** Whether a run may go from one state to another. */
export const mayRunGo = (from: RunState, to: RunState): boolean => runSteps[from].includes(to);

/** What is done to a draft by hand. */
export const entryDeeds = ["Entered", "Taken off"] as const;

export type EntryDeed = (typeof entryDeeds)[number];
