/**
 * Where a notification stands; a recalled one is hidden, and what of it was not sent stays unsent. One is stopped that waited
 * for its minute while its author lost the right to send it.
 */
export const notificationStates = ["Waiting", "Sending", "Sent", "Recalled", "Stopped"] as const;

export type NotificationState = (typeof notificationStates)[number];

/** Every step that one may take; the database enforces the same list. */
export const notificationSteps: Readonly<Record<NotificationState, readonly NotificationState[]>> = {
  Waiting: ["Sending", "Sent", "Recalled", "Stopped"],
  Sending: ["Sent", "Recalled"],
  Sent: ["Recalled"],
  Recalled: [],
  Stopped: [],
};

export const stateLooks = {
  Waiting: "plain",
  Sending: "info",
  Sent: "good",
  Recalled: "bad",
  Stopped: "bad",
} as const satisfies Record<NotificationState, string>;

export const mayBeRecalled = (state: string): boolean =>
  notificationStates.some((one) => one === state && notificationSteps[one].includes("Recalled"));

/** Whom a notification can be for. Everybody in it has a verified account. */
export const notificationAudiences = [
  "Everybody with an account",
  "Paid, not applied",
  "Applied",
  "At a stage of the desk",
  "Offered a place",
  "Offered, not accepted",
  "Accepted a place",
  "Applicants and students",
  "Students",
  "Students of courses",
  "One person",
] as const;

export type NotificationAudience = (typeof notificationAudiences)[number];

export const audienceMeanings: Readonly<Record<NotificationAudience, string>> = {
  "Everybody with an account":
    "Whoever registered since applications of the session opened, or asked for a payment reference in it.",
  "Paid, not applied": "Whoever paid an application fee of the session that no application has used yet.",
  Applied: "Whoever sent an application in the session.",
  "At a stage of the desk": "Whoever has an application that stands at the stages you choose.",
  "Offered a place": "Whoever was offered a place, accepted or not.",
  "Offered, not accepted": "Whoever can still accept an offer and has not.",
  "Accepted a place": "Whoever accepted a place.",
  "Applicants and students":
    "Whoever registered since applications of the session opened, or asked for a payment reference in it, and everybody who studies here.",
  Students: "Whoever studies here or will again, deferred and suspended students among them.",
  "Students of courses":
    "Whoever has an approved registration of a course in the session that runs. Who dropped the course gets nothing.",
  "One person": "One applicant or student, by matric number, application code, JAMB number or e-mail address.",
};

type Narrowing = "session" | "programmes" | "stages" | "department" | "level" | "courses" | "person";

/** What each audience is asked beside its name. */
const narrowings: Readonly<Record<NotificationAudience, readonly Narrowing[]>> = {
  "Everybody with an account": ["session"],
  "Paid, not applied": ["session", "programmes"],
  Applied: ["session", "programmes"],
  "At a stage of the desk": ["session", "programmes", "stages"],
  "Offered a place": ["session", "programmes"],
  "Offered, not accepted": ["session", "programmes"],
  "Accepted a place": ["session", "programmes"],
  "Applicants and students": ["session"],
  Students: ["department", "programmes", "level"],
  "Students of courses": ["courses"],
  "One person": ["person"],
};

export const isAskedBy = (audience: NotificationAudience | "", narrowing: Narrowing): boolean =>
  audience !== "" && narrowings[audience].includes(narrowing);
