/** Where a notification stands; a recalled one is hidden, and what of it was not sent stays unsent. */
export const notificationStates = ["Waiting", "Sending", "Sent", "Recalled"] as const;

export type NotificationState = (typeof notificationStates)[number];

/** Every step that one may take; the database enforces the same list. */
export const notificationSteps: Readonly<Record<NotificationState, readonly NotificationState[]>> = {
  Waiting: ["Sending", "Sent", "Recalled"],
  Sending: ["Sent", "Recalled"],
  Sent: ["Recalled"],
  Recalled: [],
};

export const mayBeRecalled = (state: string): boolean =>
  notificationStates.some((one) => one === state && notificationSteps[one].includes("Recalled"));
