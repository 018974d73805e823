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
  "One person": "One applicant, by application code, JAMB number or e-mail address.",
};

/** Those that programmes narrow. */
export const isByProgramme = (audience: string): boolean =>
  audience !== "" && audience !== "One person" && audience !== "Everybody with an account";
