/** How a student stands. Contract 5. `Merged`: the record was found to be about somebody who has another one. */
export const studentStatuses = [
  "Active",
  "Deferred",
  "Suspended",
  "Rusticated",
  "Withdrawn",
  "Expelled",
  "Transferred",
  "Graduated",
  "Deceased",
  "Merged",
] as const;

export type StudentStatus = (typeof studentStatuses)[number];

/** Who studies here or will again; an account has one such student at a time. */
export const livingStatuses: readonly StudentStatus[] = ["Active", "Deferred", "Suspended", "Rusticated"];

export const statusLooks = {
  Active: "good",
  Deferred: "info",
  Suspended: "bad",
  Rusticated: "bad",
  Withdrawn: "plain",
  Expelled: "plain",
  Transferred: "plain",
  Graduated: "info",
  Deceased: "plain",
  Merged: "plain",
} as const satisfies Record<StudentStatus, string>;

/** What a status may stop: registering courses, sitting examinations, seeing results, signing in to the student's area. */
export const stoppable = ["registration", "sitting", "results", "signin"] as const;

export type Stoppable = (typeof stoppable)[number];

/** As a student reads it: "you cannot register courses". */
export const stoppedWords: Readonly<Record<Stoppable, string>> = {
  registration: "register courses",
  sitting: "sit examinations",
  results: "see results",
  signin: "sign in to the student's area",
};

const everything = stoppable;

/** What each status stops; whoever registers, grades, publishes or lets somebody in asks this table. Contract 5. */
const stops: Readonly<Record<StudentStatus, readonly Stoppable[]>> = {
  Active: [],
  Deferred: ["registration", "sitting"],
  Suspended: ["registration", "sitting"],
  Rusticated: ["registration", "sitting", "results"],
  // Who has left still fetches results and papers.
  Withdrawn: ["registration", "sitting"],
  Expelled: everything,
  Transferred: ["registration", "sitting"],
  Graduated: ["registration", "sitting"],
  Deceased: everything,
  Merged: everything,
};

export const isStopped = (status: StudentStatus, what: Stoppable): boolean => stops[status].includes(what);

export const stoppedBy = (status: StudentStatus): readonly Stoppable[] => stops[status];

/** The statuses that stop something, for a statement: `not status = any(…)`. */
export const statusesStopping = (what: Stoppable): StudentStatus[] =>
  studentStatuses.filter((status) => isStopped(status, what));

/** Who may open the student's area; whoever may not is told so in a sentence. */
export const maySignIn = (status: StudentStatus): boolean => !isStopped(status, "signin");
