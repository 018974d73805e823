/** Where a list stands: to be paid, paid by its reference, taken back by the bank, called off by the bursary, over its last day. */
export const groupStates = ["Open", "Paid", "Taken back", "Called off", "Lapsed"] as const;

export type GroupState = (typeof groupStates)[number];

export const groupLooks = {
  Open: "info",
  Paid: "good",
  "Taken back": "bad",
  "Called off": "plain",
  Lapsed: "plain",
} as const satisfies Record<GroupState, string>;

/** Where a line stands, as its column has it, and as people read it; a covered one is used or not. */
export const lineStandings = ["Listed", "Covered", "Freed", "Exchanged", "Ended"] as const;

export type LineStanding = (typeof lineStandings)[number];

export const lineWords = ["To be paid", "Paid, not used", "Used", "Freed", "Given to another", "Ended"] as const;

export const wordOfLine = (standing: LineStanding, isUsed: boolean): (typeof lineWords)[number] =>
  standing === "Covered" ? (isUsed ? "Used" : "Paid, not used") : words[standing];

const words: Readonly<Record<Exclude<LineStanding, "Covered">, (typeof lineWords)[number]>> = {
  Listed: "To be paid",
  Freed: "Freed",
  Exchanged: "Given to another",
  Ended: "Ended",
};

/** Applicants in one list. */
export const MOST_LISTED = 500;

/** So many days after its last day a list lapses: a bank may tell of a payment as late as that. */
export const DAYS_OF_GRACE = 3;

/** One line as it was typed: a JAMB number or application code, and the code of the programme where one stands behind it. */
export interface TypedApplicant {
  readonly given: string;
  readonly number: string;
  readonly programme: string;
}

/** A list as somebody typed it or pasted it from a table: an applicant to a line, and after a comma, a semicolon, a tab or two blanks the programme. */
export const applicantsIn = (typed: string): TypedApplicant[] =>
  typed
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((given) => {
      const [number = "", programme = ""] = given.split(/[,;\t]|\s{2,}/).map((cell) => cell.trim());
      return { given, number, programme };
    });
