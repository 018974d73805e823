/** Where a merge stands. What is decided is decided. */
export const mergeStates = ["Proposed", "Approved", "Declined", "Withdrawn"] as const;

export type MergeState = (typeof mergeStates)[number];

export const mergeLooks = {
  Proposed: "info",
  Approved: "good",
  Declined: "bad",
  Withdrawn: "plain",
} as const satisfies Record<MergeState, string>;

/** With whose account the person signs in afterwards: of the record that stays, or of the one that goes. */
export const mergeAccounts = ["kept", "gone"] as const;

export type MergeAccount = (typeof mergeAccounts)[number];

export const accountWords: Readonly<Record<MergeAccount, string>> = {
  kept: "That of the record that stays",
  gone: "That of the record that goes",
};
