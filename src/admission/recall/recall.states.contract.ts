/** Where a recall stands. Approved while a whole list is being taken back. */
export const recallStates = ["Proposed", "Approved", "Recalled", "Dismissed"] as const;

export type RecallState = (typeof recallStates)[number];
