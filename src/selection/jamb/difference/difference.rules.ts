/** Where JAMB and the college may differ, as lists call it, and what to do about it. The first is no difference. */
export const differenceKinds = {
  "Offered and approved": "Nothing to do: the college offers the place and JAMB agrees.",
  "Offered, not approved": "Propose them on CAPS, or ask JAMB why not. Nobody can matriculate without the approval.",
  "Paid, not approved": "They have paid the acceptance fee. Settle these with JAMB first.",
  "Approved, not offered":
    "JAMB has approved a place that the college has not released. Release it, or withdraw it on CAPS.",
  "Other programme":
    "Programme here and course with JAMB are not the same. The candidate asks JAMB for a change of course.",
  "Other name": "The names do not agree. See the JAMB slip; the candidate corrects one of the two.",
  "Other origin": "State or area do not agree. They decide the quota: see the letter of identification.",
  "Candidate says otherwise":
    "A candidate says that JAMB is wrong, and has sent a paper that shows it. Decide it under File corrections.",
  "On the list, no application": "They chose the college with JAMB and have not applied here.",
  "Applied, not on the list":
    "They chose another college with JAMB, or the list is older: they ask JAMB for a change of institution.",
} as const;

export type DifferenceKind = keyof typeof differenceKinds;

export const everyDifference = Object.keys(differenceKinds) as [DifferenceKind, ...DifferenceKind[]];
