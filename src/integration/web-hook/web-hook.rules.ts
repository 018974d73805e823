/** What other systems can be told of, in the words of the office. The wire calls each by its key. */
export const eventWords = {
  "applicant.registered": "Somebody registered",
  "application.submitted": "An application was submitted",
  "application.refused": "An application was refused, and told so",
  "payment.verified": "A payment was verified",
  "payment.reversed": "A payment was taken back by the bank",
  "offer.released": "A place was offered",
  "offer.accepted": "A place was accepted",
  "offer.lapsed": "An offer lapsed",
  "offer.recalled": "An offer was recalled",
  "offer.declined": "An offer was declined",
  "offer.deferred": "A place was deferred to the next session",
  "student.handed-over": "An applicant became a student",
  "student.matriculated": "A matric number was given",
  "student.status-changed": "A student's status changed",
  "results.published": "Results were published",
} as const;

export type EventKind = keyof typeof eventWords;

export const eventKinds = Object.keys(eventWords) as [EventKind, ...EventKind[]];

/** What the button sends, so that a receiver can be tried. */
export const TEST_KIND = "test.sent";

export const hookStandings = ["New", "Working", "Not answering", "Stopped"] as const;

export const standingLooks = { New: "info", Working: "good", "Not answering": "bad", Stopped: "bad" } as const;

export const deliveryLooks = { Waiting: "info", Delivered: "good", "Set aside": "bad" } as const;

export const deliveryStates = ["Waiting", "Delivered", "Set aside"] as const;

/** Seconds until the next try, after the first failure, the second, and so on: the last is the ceiling. */
const pauses = [5, 30, 120, 300, 900, 1_800, 3_600] as const;

/**
 * How long a receiver is left alone after so many failures in a row, in seconds: a little less by a number from 0 to 1,
 * so that not all receivers are tried at one moment.
 */
export const pauseAfter = (failures: number, scatter: number): number =>
  (pauses[Math.min(Math.max(failures, 1), pauses.length) - 1] ?? 3_600) * (1 - scatter / 10);

/** After so many failures in a row all of a receiver's events wait, not only those about one thing. */
export const MOST_FAILURES = 5;

/** Hours in which a receiver is tried before it is left alone until somebody resumes it. */
export const PATIENCE_HOURS = 96;

/** Hours after which the office is told. */
export const TOLD_AFTER_HOURS = 1;

/** Hours that the secret before the last is signed with, too. */
export const SECRET_OVERLAP_HOURS = 24;

/** Days that the log of what was delivered is kept. */
export const KEPT_DAYS = 60;
