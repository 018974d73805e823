import { semesterWords } from "#calendar/session/session.rules.ts";
/** Where a publication stands. Planned: everything is made and waits for its minute. */
export const publicationStates = [
  "Proposed",
  "Being made",
  "Planned",
  "Published",
  "Being recalled",
  "Recalled",
  "Called off",
  "Declined",
  "Withdrawn",
] as const;

export type PublicationState = (typeof publicationStates)[number];

export const publicationLooks = {
  Proposed: "info",
  "Being made": "info",
  Planned: "info",
  Published: "good",
  "Being recalled": "bad",
  Recalled: "bad",
  "Called off": "plain",
  Declined: "bad",
  Withdrawn: "plain",
} as const satisfies Record<PublicationState, string>;

const steps: Readonly<Partial<Record<PublicationState, readonly PublicationState[]>>> = {
  Proposed: ["Being made", "Declined", "Withdrawn"],
  Planned: ["Being recalled"],
  Published: ["Being recalled"],
};

/** What people bring about; the portal itself takes the other steps. */
export const mayPublicationGo = (from: PublicationState, to: PublicationState): boolean =>
  steps[from]?.includes(to) ?? false;

export const recallStates = ["Proposed", "Approved", "Declined", "Withdrawn"] as const;

export type RecallState = (typeof recallStates)[number];

/** `first semester of 2026/2027`, as students read it. */
export const termWords = ({ session, semester }: { readonly session: string; readonly semester: number }): string =>
  `${semesterWords(semester)} of ${session}`;

/** Where the marks of a class stand that are not out, as the office calls it. */
export const sheetWords = (state: string | null): string =>
  state === null ? "No sheet yet" : state === "Approved" ? "Approved, without a mark" : state;
