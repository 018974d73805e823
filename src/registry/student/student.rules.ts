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
