import { asCount } from "#kit/value/count.rules.ts";
import { USE_OF_ENGLISH } from "#reference/subjects/subjects.utme.rules.ts";
import type { EntryRules, OLevelRules } from "./intake.entry-rules.contract.ts";
import type { RulesForm, WayForm } from "./intake.entry-rules-form.contract.ts";

/** A way to fulfil the O-Level, and how many credits it needs in all. */
export type AskedWay = OLevelRules & { readonly needed: number };

/** The ways that the rules leave to fulfil the O-Level; none where they ask nothing of it, so that nothing can be judged. */
export const waysAsked = ({ olevel, otherwise = [] }: EntryRules): AskedWay[] =>
  [...(olevel ? [olevel] : []), ...otherwise]
    .map((way) => ({ ...way, needed: Math.max(way.minCredits, way.credits.length) }))
    .filter(({ needed, passes, morePasses = 0 }) => needed + passes.length + morePasses > 0);

/** `Biology`, `Biology or Chemistry`, `Biology, Chemistry or Physics`. */
export const joinedByOr = (names: readonly string[]): string => listed(names, " or ");

/** What a programme asks for in words, one sentence per examination. */
export function asksInWords(rules: EntryRules): string[] {
  const [first, ...others] = waysAsked(rules);
  const ways = first ? [wayWords(first), ...others.map((way) => `Or ${otherWayWords(way, first)}`)] : [];
  return [...ways, utmeWords(rules)].filter((sentence) => sentence !== null);
}

/** What Direct Entry asks for beside the O-Level: the rule, and the college's own words, which the portal cannot judge. */
export function directEntryWords({ direct, de }: EntryRules): string | null {
  const { nce, ijmb, diploma } = direct ?? {};
  const of = (name: string, { subjects, grade }: SubjectsAtGrade) =>
    `${name} with ${grade} or better in ${asCount(subjects, "subject")}`;
  const ways = [
    ...(nce ? [of("NCE", nce)] : []),
    ...(ijmb ? [`${of("IJMB", ijmb)}${ijmb.points ? ` and ${asCount(ijmb.points, "point")} in all` : ""}`] : []),
    ...(diploma ? [`Diploma of ${diploma.classification} or better`] : []),
  ];
  const said = [...(ways.length > 0 ? [listed(ways, ", or ")] : []), ...(de ? [de] : [])];
  return said.length > 0 ? `For Direct Entry also: ${said.join(". ")}` : null;
}

type SubjectsAtGrade = NonNullable<NonNullable<EntryRules["direct"]>["nce"]>;

function wayWords(way: AskedWay): string {
  const { needed, credits, passes, morePasses = 0 } = way;
  const others = needed - credits.length;
  const named = [...credits.map(oneOf), ...(others > 0 ? [asCount(others, "other subject")] : [])];
  const passed = listed(passes.map(oneOf), ", and ");
  if (needed + morePasses === 0) return `A pass at O-Level in ${passed}`;
  const counted = credits.length > 0 ? countWords(way, listed(named, ", and ")) : countWords(way);
  return passed ? `${counted}; at least a pass in ${passed}` : counted;
}

/** `3 O-Level credits and 2 more passes in at most 2 sittings`, with the subjects that they are to be in. */
function countWords({ needed, morePasses = 0, maxSittings }: AskedWay, subjects = ""): string {
  const sittings = asCount(maxSittings, "sitting");
  const credits = asCount(needed, "O-Level credit");
  const passes = asCount(morePasses, "more pass", "more passes");
  if (needed > 0 && morePasses > 0)
    return `${credits} and ${passes} in at most ${sittings}${subjects ? `: ${subjects}` : ""}`;
  const counted = needed > 0 ? credits : asCount(morePasses, "O-Level pass", "O-Level passes");
  return `${counted} in at most ${sittings}${subjects ? `: ${subjects}` : ""}`;
}

/** Another way names its subjects only where they differ. */
function otherWayWords(way: AskedWay, first: AskedWay): string {
  const names = ({ credits, passes }: AskedWay) => JSON.stringify([credits, passes]);
  const isNamed = way.credits.length + way.passes.length > 0;
  return names(way) === names(first) && isNamed ? `${countWords(way)}, the same subjects among them` : wayWords(way);
}

function utmeWords({ utme }: EntryRules): string | null {
  if (!utme) return null;
  const { compulsory, subjects, fillTo, fillFrom } = utme;
  const fixed = [...compulsory, ...subjects.filter(({ anyOf }) => anyOf.length === 1).flatMap(({ anyOf }) => anyOf)];
  const others = fillTo - subjects.length;
  const rest = fillFrom.filter((subject) => !fixed.includes(subject));
  const fill = others > 0 && rest.length > 0 ? [`any ${others} of ${joinedByOr(rest)}`] : [];
  const listing = listed([...compulsory, ...subjects.map(oneOf), ...fill], ", and ");
  if (!utme.asked) return `JAMB UTME, if you sat it: ${listing}`;
  return utme.minScore ? `JAMB UTME of at least ${utme.minScore}: ${listing}` : `JAMB UTME: ${listing}`;
}

const oneOf = ({ anyOf }: { anyOf: readonly string[] }) =>
  anyOf.length > 2 ? `one of ${joinedByOr(anyOf)}` : joinedByOr(anyOf);

const listed = (names: readonly string[], last: string): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")}${last}${names.at(-1)}`;

/** What the column `entryrules` keeps of it. */
export function rulesOfForm({ directentry, note, otherwise, ...form }: RulesForm) {
  const { utme, utmecount, utmeothers, utmeasked, utmescore } = form;
  const sat = {
    compulsory: [USE_OF_ENGLISH],
    subjects: placesOf(utme),
    fillTo: utmecount,
    fillFrom: utmeothers,
    ...(utmeasked === "Yes" && { asked: true, ...(utmescore > 0 && { minScore: utmescore }) }),
  };
  const direct = directOf(form);
  return {
    olevel: { ...keptWay(form), ...(note && { note }) },
    ...(otherwise.length > 0 && { otherwise: otherwise.map(keptWay) }),
    utme: utmecount > 0 ? sat : null,
    ...(Object.keys(direct).length > 0 && { direct }),
    ...(directentry && { de: directentry }),
  };
}

const directOf = ({
  ncesubjects,
  ncegrade,
  ijmbsubjects,
  ijmbgrade,
  ijmbpoints,
  diplomaclass,
}: Omit<RulesForm, "otherwise">) => ({
  ...(ncesubjects > 0 && { nce: { subjects: ncesubjects, grade: ncegrade } }),
  ...(ijmbsubjects > 0 && {
    ijmb: { subjects: ijmbsubjects, grade: ijmbgrade, ...(ijmbpoints > 0 && { points: ijmbpoints }) },
  }),
  ...(diplomaclass && { diploma: { classification: diplomaclass } }),
});

const placesOf = (lines: readonly string[][]) => lines.map((anyOf) => ({ anyOf }));

const keptWay = ({ credits, sittings, must, passes, morepasses }: WayForm) => ({
  minCredits: credits,
  maxSittings: sittings,
  credits: placesOf(must),
  passes: placesOf(passes),
  ...(morepasses > 0 && { morePasses: morepasses }),
});

/** The form of rules that are kept; where none are, what most programmes ask for. */
export const formOfRules = (
  { olevel, otherwise = [], utme, direct = {}, de }: EntryRules,
  note: string | undefined,
): RulesForm => ({
  ...formOfWay(olevel ?? usual),
  otherwise: otherwise.map(formOfWay),
  utme: namesIn(utme?.subjects ?? []),
  utmecount: utme?.fillTo ?? 0,
  utmeothers: utme?.fillFrom ?? [],
  utmeasked: utme?.asked ? "Yes" : "No",
  utmescore: utme?.minScore ?? 0,
  ncesubjects: direct.nce?.subjects ?? 0,
  ncegrade: direct.nce?.grade ?? "C",
  ijmbsubjects: direct.ijmb?.subjects ?? 0,
  ijmbgrade: direct.ijmb?.grade ?? "E",
  ijmbpoints: direct.ijmb?.points ?? 0,
  diplomaclass: direct.diploma?.classification ?? "",
  ...(de && { directentry: de }),
  ...(note && { note }),
});

const usual: OLevelRules = { minCredits: 5, maxSittings: 2, credits: [], passes: [] };

const namesIn = (list: readonly { readonly anyOf: string[] }[]) => list.map(({ anyOf }) => anyOf);

const formOfWay = ({ minCredits, maxSittings, credits, passes, morePasses = 0 }: OLevelRules): WayForm => ({
  credits: minCredits,
  sittings: maxSittings,
  must: namesIn(credits),
  passes: namesIn(passes),
  morepasses: morePasses,
});
