import type { StudentStatus } from "../student/student.rules.ts";

/** Where a change stands. Approved: it waits for its day, and may be called off. Overtaken: another came before its day. */
export const changeStates = [
  "Proposed",
  "Approved",
  "Applied",
  "Undone",
  "Declined",
  "Withdrawn",
  "Called off",
  "Overtaken",
] as const;

export type ChangeState = (typeof changeStates)[number];

export const stateLooks = {
  Proposed: "info",
  Approved: "info",
  Applied: "good",
  Undone: "plain",
  Declined: "bad",
  Withdrawn: "plain",
  "Called off": "plain",
  Overtaken: "plain",
} as const satisfies Record<ChangeState, string>;

/** Why a status changes, in one or two words, for the figures of the college; the reason says more. */
export const changeKinds = [
  "Own wish",
  "Health",
  "Fees",
  "Family",
  "Service elsewhere",
  "Discipline",
  "Examination malpractice",
  "False papers",
  "Academic standing",
  "Absence",
  "Studies completed",
  "Return",
  "Appeal",
  "Death",
  "Other",
] as const;

export type ChangeKind = (typeof changeKinds)[number];

/** A status that two people may give. A merged record is the registry's other deed. */
export type GivenStatus = Exclude<StudentStatus, "Merged">;

interface StatusRule {
  /** The statuses that it may follow. */
  readonly after: readonly StudentStatus[];
  readonly kinds: readonly ChangeKind[];
  /** Whoever has it is expected back on a day. */
  readonly returns: boolean;
}

/**
 * Which status may follow which, and for which reasons. The screen offers and the server takes what stands here; what a
 * status stops stands in the student's rules. Contract 5. One who is away already may be given a longer time.
 */
export const statusRules: Readonly<Record<GivenStatus, StatusRule>> = {
  Active: {
    after: ["Deferred", "Suspended", "Rusticated", "Withdrawn", "Expelled", "Transferred"],
    kinds: ["Return", "Appeal", "Academic standing", "Own wish", "Other"],
    returns: false,
  },
  Deferred: {
    after: ["Active", "Deferred"],
    kinds: ["Health", "Fees", "Family", "Service elsewhere", "Own wish", "Other"],
    returns: true,
  },
  Suspended: {
    after: ["Active", "Deferred", "Suspended"],
    kinds: ["Discipline", "Examination malpractice", "Fees", "False papers", "Other"],
    returns: true,
  },
  Rusticated: {
    after: ["Active", "Deferred", "Suspended", "Rusticated"],
    kinds: ["Discipline", "Examination malpractice", "Other"],
    returns: true,
  },
  Withdrawn: {
    after: ["Active", "Deferred", "Suspended", "Rusticated"],
    kinds: ["Own wish", "Health", "Fees", "Family", "Academic standing", "Absence", "Other"],
    returns: false,
  },
  Expelled: {
    after: ["Active", "Deferred", "Suspended", "Rusticated", "Withdrawn"],
    kinds: ["Discipline", "Examination malpractice", "False papers", "Other"],
    returns: false,
  },
  Transferred: {
    after: ["Active", "Deferred", "Suspended", "Withdrawn"],
    kinds: ["Own wish", "Family", "Academic standing", "Other"],
    returns: false,
  },
  Graduated: { after: ["Active"], kinds: ["Studies completed", "Other"], returns: false },
  Deceased: {
    after: ["Active", "Deferred", "Suspended", "Rusticated", "Withdrawn", "Expelled", "Transferred", "Graduated"],
    kinds: ["Death", "Other"],
    returns: false,
  },
};

export const givenStatuses = Object.keys(statusRules) as [GivenStatus, ...GivenStatus[]];

/** What somebody who stands there may be given. */
export const statusesAfter = (status: StudentStatus): GivenStatus[] =>
  givenStatuses.filter((next) => statusRules[next].after.includes(status));

/** Days before a return at which a student is reminded of it. */
export const returnReminderDays = [30, 7] as const;

/** Nobody writes to whoever has died. */
export const isTold = (status: StudentStatus): boolean => status !== "Deceased" && status !== "Merged";

interface Undone {
  readonly state: ChangeState;
  readonly undoes: string | null;
  readonly endedAt: string | null;
}

/** What is in force can be taken back; what itself takes another back cannot. */
export const mayBeUndone = ({ state, undoes, endedAt }: Undone): boolean =>
  state === "Applied" && endedAt === null && undoes === null;
