import { asCount } from "#kit/value/count.rules.ts";
import { gradeNames } from "#reference/grades/grades.rules.ts";
import { type MeritQuota, type MeritScheme, wishRuleOf } from "./merit-scheme.contract.ts";

/** A scheme in sentences, as the cover of a list states it. */
export function schemeInWords(of: MeritScheme): string[] {
  return [
    `Weights: ${weights(of).join(", ")}`,
    ...absences(of),
    `Points: ${gradeNames.map((grade, place) => `${grade} ${of.points[place] ?? 0}`).join(", ")}`,
    `Ranked: files at ${listed(of.stages, "or")} of which the entry rules say ${listed(of.verdicts, "or")}${cuts(of)}`,
    `Seats: ${of.quotas.map(quotaWords).join("; ")}`,
    `Choices: ${wishWords[wishRuleOf(of)]}`,
    ...(of.scienceshare === undefined ? [] : [`Science: ${of.scienceshare}% of all offers`]),
    "Equal aggregates: more O-Level points first, then the better screening score, then the earlier submission, then the JAMB number",
  ];
}

const wishWords = {
  "First choices first":
    "who gets no seat in one goes on to the next; whose first choice a programme is ranks before the others",
  "By score alone": "who gets no seat in one goes on to the next; all rank by their scores, whichever choice it is",
  "First choices only": "the first choice alone counts",
} as const;

/** What two schemes say otherwise, each under the word that its sentence begins with; null where one says nothing of it. */
export function schemeChanges(here: MeritScheme, there: MeritScheme): SchemeChange[] {
  const words = (of: MeritScheme) => new Map(schemeInWords(of).map(parted));
  const mine = words(here);
  const other = words(there);
  return [...new Set([...mine.keys(), ...other.keys()])]
    .map((what) => ({ what, here: mine.get(what) ?? null, there: other.get(what) ?? null }))
    .filter((one) => one.here !== one.there);
}

export interface SchemeChange {
  /** "Weights". */
  readonly what: string;
  readonly here: string | null;
  readonly there: string | null;
}

const parted = (sentence: string): [string, string] => {
  const at = sentence.indexOf(": ");
  return [sentence.slice(0, at), sentence.slice(at + 2)];
};

const weights = ({ utme, screening, olevel, best }: MeritScheme): string[] => [
  ...(utme > 0 ? [`UTME score ${utme}%`] : []),
  ...(screening > 0 ? [`screening score ${screening}%`] : []),
  ...(olevel > 0 ? [`O-Level points of the best ${asCount(best, "subject")} ${olevel}%`] : []),
];

const absences = ({ utme, screening, noutme, noscreening }: MeritScheme): string[] => [
  ...(utme > 0 ? [`Without a UTME score: ${absence(noutme)}`] : []),
  ...(screening > 0 ? [`Without a screening score: ${absence(noscreening)}`] : []),
];

const absence = (of: MeritScheme["noutme"]): string =>
  of === "Counts 0" ? "it counts 0" : "its weight is spread over the others";

function cuts({ leastutme, leastaggregate }: MeritScheme): string {
  const parts = [
    ...(leastutme === undefined ? [] : [`a UTME score of at least ${leastutme} where there is one`]),
    ...(leastaggregate === undefined ? [] : [`an aggregate of at least ${leastaggregate.toFixed(2)}`]),
  ];
  return parts.length > 0 ? `, with ${listed(parts, "and")}` : "";
}

/** "Catchment 35% for Niger and Kogi, the rest to merit". */
function quotaWords({ name, share, who, members, left }: MeritQuota): string {
  if (who === "Everybody") return `${name} ${share}%`;
  const whom = members.length > 0 ? listed(members, "and") : who.toLowerCase();
  return `${name} ${share}% for ${whom}, what is left ${left === "Waits" ? "waits" : "goes to merit"}`;
}

const listed = (names: readonly string[], last: string): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)}`;
