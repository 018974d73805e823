/** What may be missing, in the order in which people meet it. */
export const nudgeKinds = ["not-verified", "profile", "not-paid", "not-applied"] as const;
export type NudgeKind = (typeof nudgeKinds)[number];

export interface NudgeWords {
  /** What the mail is called, behind the college's name; the whole of a text. */
  readonly subject: string;
  readonly words: string;
  /** For so many days it was missing. */
  readonly days: number;
  readonly daily: boolean;
  readonly texts: boolean;
}

interface NudgeFacts {
  readonly name: string;
  /** Whom it is for. */
  readonly about: string;
  /** Where it leads, below the portal's address. */
  readonly path: string;
  readonly usual: NudgeWords;
}

const quiet = { daily: false, texts: false };

/** What each kind is called and says until the office says it otherwise. */
export const nudges: Readonly<Record<NudgeKind, NudgeFacts>> = {
  "not-verified": {
    name: "Account not verified",
    about: "Made an account and has not typed the code of the mail",
    path: "/verify",
    usual: {
      ...quiet,
      subject: "verify your account",
      words:
        "You made an account on our portal, and one step is missing: the code. It works for one hour, so ask for a new one, look into your mails (in the spam folder too), and type it.",
      days: 2,
    },
  },
  profile: {
    name: "Profile not filled",
    about: "Has an account of this session and no application, and bio data, parents or results are missing",
    path: "/app/dashboard",
    usual: {
      ...quiet,
      subject: "fill in your profile",
      words:
        "Your account is ready, and your profile is not filled in yet. Sign in and fill in your bio data, your parents and your O-Level results. Then you can pay the application fee and apply.",
      days: 5,
    },
  },
  "not-paid": {
    name: "Application fee not paid",
    about: "Has a payment reference (RRR) for the application fee, and has not paid it",
    path: "/app/pay",
    usual: {
      ...quiet,
      subject: "pay your application fee",
      words:
        "You have a payment reference (RRR) for the application fee, and we have not seen its payment yet. Pay it at any bank, by card or by transfer. If you have paid already, sign in and press Verify: then you see at once whether it has come.",
      days: 3,
    },
  },
  "not-applied": {
    name: "Paid and not applied",
    about: "Has paid the application fee, and has not sent an application with it",
    path: "/app/start",
    usual: {
      ...quiet,
      subject: "send your application",
      words:
        "Your application fee is paid, and your application is not sent yet. Sign in, look at what is missing on your dashboard, and send it before applications close.",
      days: 3,
    },
  },
};
