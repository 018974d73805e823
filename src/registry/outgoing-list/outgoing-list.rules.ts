/** What lists leave the college, and to whom. */
export const listKinds = [
  "National Matriculation List",
  "Class list",
  "Enrolment",
  "NELFUND list",
  "NYSC list",
] as const;

export type ListKind = (typeof listKinds)[number];

interface KindRules {
  /** Who gets it, as a sentence goes on. */
  readonly to: string;
  /** What it is made of, for whoever makes one. */
  readonly about: string;
  /** Whether it is of the classes as they stand, which are those of the session that runs. */
  readonly runs: boolean;
  /** The headings of its file, after the serial number. */
  readonly headings: readonly string[];
}

export const kindRules: Readonly<Record<ListKind, KindRules>> = {
  "National Matriculation List": {
    to: "JAMB",
    about: "Everybody who entered in the session and has not left, for JAMB. Due three months after the matriculation.",
    runs: false,
    headings: [
      ...["JAMB number", "Matric number", "Surname", "First name", "Middle name", "Sex", "Date of birth"],
      ...["State of origin", "Local government area", "Programme", "Level", "Mode of entry", "Session", "Photograph"],
    ],
  },
  "Class list": {
    to: "departments and lecturers",
    about: "Everybody who is Active in the classes, by name. Choose a programme, a level or both, or leave them empty.",
    runs: true,
    headings: ["Matric number", "Surname", "First name", "Middle name", "Sex", "Programme", "Level", "Session"],
  },
  Enrolment: {
    to: "NCCE",
    about: "How many are Active, by programme, level, sex and state of origin, for NCCE. It names nobody.",
    runs: true,
    headings: ["Code", "Programme", "Level", "Sex", "State of origin", "Session", "Students"],
  },
  "NELFUND list": {
    to: "NELFUND",
    about:
      "Everybody who is Active and billed for the session, with the fee and what is paid of it, for the student loan.",
    runs: false,
    headings: [
      ...["Matric number", "JAMB number", "Surname", "First name", "Middle name", "Sex", "Programme", "Level"],
      ...["Session", "Fee", "Paid", "Owed"],
    ],
  },
  "NYSC list": {
    to: "NYSC",
    about:
      "Everybody on whom the award was conferred by a graduation list of the session. Whoever was older than thirty on that day stands in it for exclusion.",
    runs: false,
    headings: [
      ...["Matric number", "Surname", "First name", "Other names", "Sex", "Date of birth", "State of origin"],
      ...["Course of study", "Class of pass", "Date of graduation", "JAMB number", "NERD number", "Phone number"],
      ...["For"],
    ],
  },
};

export const listStates = ["Being made", "Made", "Signed off", "Superseded", "Dropped"] as const;

export type ListState = (typeof listStates)[number];

export const stateLooks = {
  "Being made": "plain",
  Made: "info",
  "Signed off": "good",
  Superseded: "plain",
  Dropped: "plain",
} as const satisfies Record<ListState, string>;

/** Where a list may go from where it stands; the portal itself makes one that was ordered, and supersedes one by the next. */
export const listSteps: Readonly<Partial<Record<ListState, readonly ListState[]>>> = {
  "Being made": ["Dropped"],
  Made: ["Signed off", "Dropped"],
};

/** What has left, and is there to be fetched again. */
export const isSignedOff = (state: ListState): boolean => state === "Signed off" || state === "Superseded";

export const lineStandings = ["In the file", "Held back"] as const;

export const standingLooks = { "In the file": "good", "Held back": "bad" } as const;

/** So long after the matriculation the National Matriculation List is due; so many days before it the office is reminded. */
export const MONTHS_TO_SEND = 3;
export const DAYS_BEFORE_DUE = 30;

/** How a student stands in the National Matriculation List. */
export const nationalStandings = ["Listed", "Returned", "Sent", "Not sent"] as const;

export type NationalStanding = (typeof nationalStandings)[number];

export const nationalLooks = {
  Listed: "good",
  Returned: "bad",
  Sent: "info",
  "Not sent": "plain",
} as const satisfies Record<NationalStanding, string>;

/** As the student reads it. */
export const nationalSentences: Readonly<Record<NationalStanding, string>> = {
  Listed: "You are on the National Matriculation List. JAMB has confirmed it.",
  Returned: "JAMB returned your entry. The registry can send it again once this is put right:",
  Sent: "The college has sent your entry to JAMB. There is no answer yet.",
  "Not sent": "The college has not sent your entry to JAMB yet.",
};

/** What is said of an entry that cannot go to JAMB, or that JAMB may return, as far as the student reads it otherwise. */
const ownWords: readonly (readonly [starts: string, own: string | null])[] = [
  // Nothing that a student can do about.
  ["No CAPS return", null],
  ["No matric number", null],
  ["No JAMB number", "Your JAMB number is not on your record. Bring your JAMB result slip"],
  ["Sex is not known", "Your record does not say whether you are male or female"],
  ["State of origin", "Your state of origin is not on your record"],
  ["Date of birth", "Your date of birth is not on your record. Bring your birth certificate"],
  ["No photograph", "You have no photograph yet. Upload one under Photograph in the applicant's area"],
  ["No programme", "Your record does not say what you study"],
  ["Not on CAPS", "JAMB's CAPS does not show you for this college. Sign in to CAPS and look, then ask here"],
  ["CAPS has approved another programme", "JAMB's CAPS shows another programme. Ask here about a change of course"],
  ["CAPS has not approved", "Your admission is not complete on JAMB's CAPS. Sign in to CAPS and accept it"],
  ["JAMB has another name", "JAMB has another name of yours than the college. Ask here which one is to be put right"],
];

/** The same reasons as the student reads them. */
export const inOwnWords = (reasons: readonly string[]): string[] =>
  reasons.flatMap((reason) => {
    const [, own = reason] = ownWords.find(([starts]) => reason.startsWith(starts)) ?? [];
    return own === null ? [] : [own];
  });
