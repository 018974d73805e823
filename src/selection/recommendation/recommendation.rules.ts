export const headDecisions = ["Recommended", "Not recommended"] as const;

export type HeadDecision = (typeof headDecisions)[number];

/** The same as a deed: what a button says. */
export const deedOf: Readonly<Record<HeadDecision, string>> = {
  Recommended: "Recommend",
  "Not recommended": "Do not recommend",
};

/** Where the file of whoever decides may stand: nothing decided, or a decision that is changed. */
export const decisionStandings = ["Checked", ...headDecisions] as const;

export type DecisionStanding = (typeof decisionStandings)[number];

/** Why, as a closed list, so that a college can count them; in one's own words beside it. */
export const reasonKinds = {
  Recommended: ["Meets the requirements", "Strong O-Level results", "Did well in the screening", "Other"],
  "Not recommended": [
    "Subjects do not fit",
    "Too few credits",
    "Below the cut-off",
    "Documents do not agree",
    "Did not come to the screening",
    "No room in the programme",
    "Other",
  ],
} as const satisfies Record<HeadDecision, readonly [string, ...string[]]>;

/** What is chosen until the head chooses another one: why not is always said. */
export const usualKind: Readonly<Record<HeadDecision, Kind | "">> = {
  Recommended: "Meets the requirements",
  "Not recommended": "",
};

type Kind = (typeof reasonKinds)[HeadDecision][number];

export const everyKind = [...new Set(headDecisions.flatMap((decision): readonly Kind[] => reasonKinds[decision]))] as [
  Kind,
  ...Kind[],
];

export const isKindOf = (decision: HeadDecision, kind: string): boolean =>
  reasonKinds[decision].some((known) => known === kind);

/** Whether words of one's own must stand beside the kind: an applicant is told why not, the board what "Other" is. */
export const needsWords = (decision: HeadDecision, kind: string): boolean =>
  decision === "Not recommended" || kind === "Other";
