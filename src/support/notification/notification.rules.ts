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
