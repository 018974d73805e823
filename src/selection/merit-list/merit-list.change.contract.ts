/** What a run says of one application, for telling two runs apart. */
export interface Told {
  readonly outcome: string;
  readonly rank: number | null;
  readonly aggregate: string | null;
  readonly quota: string | null;
  readonly reason: string;
  readonly byhand: boolean;
  readonly utme: number | null;
  readonly screening: string | null;
  readonly points: number | null;
  /** Free seats of the programme. */
  readonly free: number;
}

/** Why an application stands otherwise here than there: the nearest cause that the two rows show. */
export function whyChanged(here: Told | null, there: Told | null): string {
  if (!here) return "It is in this list no more: it has an offer, or its programme has left the session";
  if (!there) return "It came after the other list was made";
  if (here.byhand || there.byhand) return here.byhand ? "By hand here" : "By hand there";
  if (here.rank === null && there.rank !== null) return `Ranked no more: ${here.reason}`;
  if (here.rank !== null && there.rank === null) return `Ranked now; there: ${there.reason}`;
  const scores = changedScores(here, there);
  if (scores.length > 0) return scores.join(", ");
  if (here.aggregate !== there.aggregate) return `Other weights: aggregate ${there.aggregate} is now ${here.aggregate}`;
  if (here.free !== there.free) return `${there.free} free seats are now ${here.free}`;
  if (here.rank !== there.rank) return "Others moved past";
  return "The quotas give their seats otherwise";
}

const changedScores = (here: Told, there: Told): string[] => [
  ...changed("UTME score", there.utme, here.utme),
  ...changed("screening score", there.screening, here.screening),
  ...changed("O-Level points", there.points, here.points),
];

const changed = (what: string, was: unknown, is: unknown): string[] =>
  was === is ? [] : [`${what} ${was ?? "none"} is now ${is ?? "none"}`];
