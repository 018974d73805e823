import { asFigure } from "#kit/value/count.rules.ts";
import type { QuotaSeats } from "../merit-rank/merit-rank.rules.ts";
import { seatsToGive } from "../merit-rank/merit-rank.words.rules.ts";
import type { MeritScheme } from "../merit-scheme/merit-scheme.contract.ts";
import type { ListTotals, ProgrammeSummary } from "./merit-list.summary.contract.ts";

export const runStates = ["Draft", "Proposed", "Frozen", "Discarded"] as const;

export type RunState = (typeof runStates)[number];

/** Every step that a run may take; the table merit_edge holds the same list and the database enforces it. */
const runSteps: Readonly<Record<RunState, readonly RunState[]>> = {
  Draft: ["Proposed", "Discarded"],
  Proposed: ["Draft", "Frozen", "Discarded"],
  Frozen: [],
  Discarded: [],
};

export const mayRunGo = (from: RunState, to: RunState): boolean => runSteps[from].includes(to);

export const entryDeeds = ["Entered", "Taken off"] as const;

export type EntryDeed = (typeof entryDeeds)[number];

/** The share of a quota, and how many of its seats went to merit when the list was drawn: those that it could not fill. */
export function sharesOf({ quotas }: Pick<MeritScheme, "quotas">, { name, seats, placed }: QuotaSeats) {
  const { share = 0, who, left } = quotas.find((one) => one.name === name) ?? {};
  return { share, gone: left === "Goes to merit" && who !== "Everybody" ? Math.max(0, seats - placed) : 0 };
}

export function totalsOf(list: readonly ProgrammeSummary[]): ListTotals {
  const sum = (part: (of: ProgrammeSummary) => number) => list.reduce((held, one) => held + part(one), 0);
  return {
    applications: sum(({ applications }) => applications),
    ranked: sum(({ ranked }) => ranked),
    free: sum(seatsToGive),
    offers: sum(({ offers }) => offers),
    waiting: sum(({ waiting }) => waiting),
  };
}

type Quotas = ProgrammeSummary["quotas"];

/** "Merit 2 of 1 + 1 from Catchment, last 61.25" and "Catchment 0 of 1, 1 to merit": shares as set, and what moved. */
export const sharesInWords = (quotas: Quotas): string[] =>
  quotas.map(({ name, seats, more, gone, placed, last }) => {
    const came = more > 0 ? fromOthers(quotas) : "";
    return `${name} ${placed} of ${seats}${came}${gone > 0 ? `, ${gone} to merit` : ""}${last ? `, last ${last}` : ""}`;
  });

const fromOthers = (quotas: Quotas): string =>
  quotas
    .filter(({ gone }) => gone > 0)
    .map(({ name, gone }) => ` + ${gone} from ${name}`)
    .join("");

/** The same in a cell: "2 of 1 + 1", "0 of 1 − 1". */
export const shareInShort = ({ seats, more, gone, placed }: Quotas[number]): string =>
  `${placed} of ${seats}${more > 0 ? ` + ${more}` : ""}${gone > 0 ? ` − ${gone}` : ""}`;

/** What a run says of one application, for telling two runs apart. */
export interface PlaceFacts {
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
export function whyChanged(here: PlaceFacts | null, there: PlaceFacts | null): string {
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

const changedScores = (here: PlaceFacts, there: PlaceFacts): string[] => [
  ...changed("UTME score", there.utme, here.utme),
  ...changed("screening score", there.screening, here.screening),
  ...changed("O-Level points", there.points, here.points),
];

const changed = (what: string, was: unknown, is: unknown): string[] =>
  was === is ? [] : [`${what} ${was ?? "none"} is now ${is ?? "none"}`];

/** Of all offers, those to programmes of the schools that count as science. */
interface Science {
  readonly offers: number;
  readonly all: number;
}

const NAMED = 4;

/** What a board should know before it agrees to a list, in sentences; none where nothing is odd. */
export function warningsOf(
  { scienceshare, utme, screening }: Pick<MeritScheme, "scienceshare" | "utme" | "screening">,
  list: readonly ProgrammeSummary[],
  science: Science,
): string[] {
  const of = (fact: (one: ProgrammeSummary) => boolean) => list.filter(fact).map(({ programme }) => programme.label);
  const unsaid = of(({ seats, applications }) => seats === null && applications > 0);
  const full = of((one) => one.seats !== null && seatsToGive(one) === 0 && one.applications > 0);
  const unranked = of(({ applications, ranked }) => applications > 0 && ranked === 0);
  const { ranked, offers, free } = totalsOf(list);
  const withoututme = sum(list, (one) => one.withoututme);
  const withoutscreening = sum(list, (one) => one.withoutscreening);
  const waits = sum(list, (one) => (one.waiting > 0 ? Math.max(0, seatsToGive(one) - one.offers) : 0));
  return [
    ...about(unsaid, "nobody has said how many seats there are"),
    ...about(full, "no seat is free"),
    ...about(unranked, "somebody has applied, but nobody is ranked"),
    ...(utme > 0 && withoututme > 0
      ? [`${asFigure(withoututme)} of ${asFigure(ranked)} ranked have no UTME score`]
      : []),
    ...(screening > 0 && withoutscreening > 0
      ? [`${asFigure(withoutscreening)} of ${asFigure(ranked)} ranked have no screening score`]
      : []),
    ...(waits > 0
      ? [
          `${asFigure(waits)} free seats are not given although somebody waits: a quota keeps them, or somebody was taken off`,
        ]
      : []),
    ...(free > offers ? [`${asFigure(free - offers)} of ${asFigure(free)} free seats are not given`] : []),
    ...scienceWarning(scienceshare, science),
  ];
}

/** The share of science is a matter of the whole college: it is told, and moves no seat. Decision 0035. */
function scienceWarning(wanted: number | undefined, { offers, all }: Science): string[] {
  if (wanted === undefined || all === 0) return [];
  const share = Math.round((offers * 100) / all);
  return share < wanted
    ? [
        `Science has ${asFigure(offers)} of ${asFigure(all)} offers, ${share}%: less than the ${wanted}% that the scheme asks for`,
      ]
    : [];
}

function about(programmes: readonly string[], what: string): string[] {
  if (programmes.length === 0) return [];
  const rest = programmes.length - NAMED;
  const named = programmes.slice(0, NAMED).join(", ");
  return [`${named}${rest > 0 ? ` and ${rest} more` : ""}: ${what}`];
}

const sum = (list: readonly ProgrammeSummary[], part: (of: ProgrammeSummary) => number): number =>
  list.reduce((held, one) => held + part(one), 0);
