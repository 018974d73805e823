/** What the portal lets go of by itself, each by a rule of days that two people put in force. */
export const retentionKinds = ["unpaid-accounts", "unsuccessful-papers", "mail-log", "file-openings"] as const;

export type RetentionKind = (typeof retentionKinds)[number];

interface Retained {
  readonly name: string;
  /** What goes, and what stays. */
  readonly goes: string;
  /** From when the days are counted. */
  readonly from: string;
  /** What is proposed while nothing is in force, and the most that may be: the privacy notice promises it. */
  readonly usual: number;
  readonly most: number;
}

/** The least days of any rule: nothing goes while people still ask about it. */
export const LEAST_DAYS = 30;

export const retained: Readonly<Record<RetentionKind, Retained>> = {
  "unpaid-accounts": {
    name: "Accounts that never paid",
    goes: "The whole account with all that was typed and sent. Where it made a payment reference, that stays in the books, and the papers go.",
    from: "the close of a session in which nobody paid, applied or signed in by it since",
    usual: 183,
    most: 183,
  },
  "unsuccessful-papers": {
    name: "Papers of who was not admitted",
    goes: "Bio data, parents or guardians, results and documents. The account, the application with its decision, and payments stay.",
    from: "the close of the last session that the person applied in",
    usual: 183,
    most: 183,
  },
  "mail-log": {
    name: "Log of mails",
    goes: "That a mail was sent, when and to whom. Its text went when it was sent.",
    from: "the day of the mail",
    usual: 365,
    most: 3_650,
  },
  "file-openings": {
    name: "Files opened",
    goes: "Who of the office opened whose file. What was changed stays in the audit.",
    from: "the day of the opening",
    usual: 365,
    most: 3_650,
  },
};
