import type { Scheme } from "../merit-scheme/merit-scheme.contract.ts";
import { freeIn, type ProgrammeSummary, totalsOf } from "./merit-list.summary.contract.ts";

/** Of all offers, those to programmes of the schools that count as science. */
interface Science {
  readonly offers: number;
  readonly all: number;
}

const NAMED = 4;

/** What a board should know before it agrees to a list, in sentences; none where nothing is odd. */
export function warningsOf(
  { scienceshare, utme, screening }: Pick<Scheme, "scienceshare" | "utme" | "screening">,
  list: readonly ProgrammeSummary[],
  science: Science,
): string[] {
  const of = (fact: (one: ProgrammeSummary) => boolean) => list.filter(fact).map(({ programme }) => programme.label);
  const unsaid = of(({ seats, applications }) => seats === null && applications > 0);
  const full = of((one) => one.seats !== null && freeIn(one) === 0 && one.applications > 0);
  const unranked = of(({ applications, ranked }) => applications > 0 && ranked === 0);
  const { ranked, offers, free } = totalsOf(list);
  const withoututme = sum(list, (one) => one.withoututme);
  const withoutscreening = sum(list, (one) => one.withoutscreening);
  const waits = sum(list, (one) => (one.waiting > 0 ? Math.max(0, freeIn(one) - one.offers) : 0));
  return [
    ...about(unsaid, "nobody has said how many seats there are"),
    ...about(full, "no seat is free"),
    ...about(unranked, "somebody has applied, but nobody is ranked"),
    ...(utme > 0 && withoututme > 0 ? [`${counted(withoututme)} of ${counted(ranked)} ranked have no UTME score`] : []),
    ...(screening > 0 && withoutscreening > 0
      ? [`${counted(withoutscreening)} of ${counted(ranked)} ranked have no screening score`]
      : []),
    ...(waits > 0
      ? [
          `${counted(waits)} free seats are not given although somebody waits: a quota keeps them, or somebody was taken off`,
        ]
      : []),
    ...(free > offers ? [`${counted(free - offers)} of ${counted(free)} free seats are not given`] : []),
    ...scienceWarning(scienceshare, science),
  ];
}

/** The share of science is a matter of the whole college: it is told, and moves no seat. Decision 0035. */
function scienceWarning(wanted: number | undefined, { offers, all }: Science): string[] {
  if (wanted === undefined || all === 0) return [];
  const share = Math.round((offers * 100) / all);
  return share < wanted
    ? [
        `Science has ${counted(offers)} of ${counted(all)} offers, ${share}%: less than the ${wanted}% that the scheme asks for`,
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

const counted = (number: number): string => number.toLocaleString("en-NG");
