/** How somebody gets mails of one kind. */
export const mailWays = ["At once", "Daily", "Never"] as const;

export type MailWay = (typeof mailWays)[number];

export const wayWords: Readonly<Record<MailWay, string>> = {
  "At once": "At once",
  Daily: "In one mail a day",
  Never: "Not at all",
};

/** The mails of the office that its people choose about, and the right by which somebody gets them. */
export const staffMailKinds = {
  "proposal-waits": { what: "Something that a colleague proposes and I may approve", right: null, usual: "Never" },
  "locked-payment": { what: "An applicant's account that has paid was locked", right: "withdrawals" },
  "hook-trouble": { what: "Another system does not take our events", right: "web-hooks.change" },
  "sms-ceiling": { what: "Today's SMS have reached what a day may cost", right: "texts" },
  "notice-stopped": { what: "A notification was stopped before its minute", right: "notifications.change" },
  "statistics-made": { what: "Admission statistics that were made on a schedule", right: "admission-statistics" },
  "allocation-letter": { what: "My letter of allocation", right: "my-courses" },
  "project-given": { what: "Projects that I am given to supervise", right: "supervision" },
  "project-title": { what: "A title that one of my students proposes", right: "supervision" },
} as const satisfies Record<string, StaffMail>;

interface StaffMail {
  readonly what: string;
  /** Null for whoever may approve anything. */
  readonly right: string | null;
  /** How it comes to who has chosen nothing; at once where nothing is said. */
  readonly usual?: MailWay;
}

export type StaffMailKind = keyof typeof staffMailKinds;

const kinds: Readonly<Record<StaffMailKind, StaffMail>> = staffMailKinds;

export const usualWay = (kind: StaffMailKind): MailWay => kinds[kind].usual ?? "At once";

/** Whether somebody with these rights could get it. */
export const mayGetMail = (kind: StaffMailKind, rights: readonly string[]): boolean => {
  const { right } = kinds[kind];
  return right === null ? rights.some((held) => held.endsWith(".approve")) : rights.includes(right);
};

export const staffMailNames = Object.keys(staffMailKinds) as [StaffMailKind, ...StaffMailKind[]];
