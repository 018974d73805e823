/** How far a student has come to sign in. */
export const entryStates = ["Not invited", "Invited", "Link lapsed", "Has a password"] as const;

export const entryLooks = {
  "Not invited": "bad",
  Invited: "info",
  "Link lapsed": "bad",
  "Has a password": "good",
} as const satisfies Record<(typeof entryStates)[number], string>;
