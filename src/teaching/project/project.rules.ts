/** From the title to the proof of its deposit. */
export const projectStates = [
  "No title",
  "Proposed",
  "Returned",
  "Accepted",
  "Deposited",
  "Deposit returned",
  "Checked",
] as const;

export type ProjectState = (typeof projectStates)[number];

export const projectLooks = {
  "No title": "bad",
  Proposed: "info",
  Returned: "bad",
  Accepted: "info",
  Deposited: "info",
  "Deposit returned": "bad",
  Checked: "good",
} as const satisfies Record<ProjectState, string>;

export const projectWords: Readonly<Record<ProjectState, string>> = {
  "No title": "No title yet",
  Proposed: "Title proposed",
  Returned: "Title returned",
  Accepted: "Title accepted",
  Deposited: "Deposit to check",
  "Deposit returned": "Deposit returned",
  Checked: "Deposit checked",
};

/** The whole table of what leads where. */
const ways: Readonly<Record<ProjectState, readonly ProjectState[]>> = {
  "No title": ["Proposed"],
  Proposed: ["Proposed", "Accepted", "Returned"],
  Returned: ["Proposed"],
  Accepted: ["Deposited", "Returned"],
  Deposited: ["Checked", "Deposit returned"],
  "Deposit returned": ["Deposited"],
  Checked: [],
};

export const mayProjectGo = (from: ProjectState, to: ProjectState): boolean => ways[from].includes(to);
