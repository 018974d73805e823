import type { EntryRules } from "#calendar/intake/intake.entry-rules.contract.ts";
import { joinedByOr } from "#calendar/intake/intake.rules.ts";
import { fillPlaces } from "#calendar/intake/intake.subject-places.rules.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { classifications, type ModeOfEntry } from "#reference/qualifications/qualifications.rules.ts";
import { USE_OF_ENGLISH } from "#reference/subjects/subjects.utme.rules.ts";
import type { ALevel } from "../alevel-result/alevel-result.contract.ts";
import type { UtmeResult } from "../utme-result/utme-result.contract.ts";
import type { ModeVerdict, Verdict } from "./eligibility.contract.ts";
import { judgeEligibility, type Scored } from "./eligibility.rules.ts";

/** All that an applicant has typed and entry rules look at. */
export interface TypedResults {
  readonly olevel: readonly Scored[];
  readonly utme: TypedUtme | null;
  readonly alevels: readonly Pick<ALevel, "type" | "results">[];
}

export interface TypedUtme extends Pick<UtmeResult, "score"> {
  /** Null where a list told the score alone: then they are not missing, but not known. */
  readonly subjects: readonly string[] | null;
}

/**
 * Holds all that is typed against a programme's rules: the O-Level, which everybody needs, and one way in of those that the
 * programme takes. What the portal cannot judge is the college's, and never a no. Decision 0111.
 */
export function judgeEntry(
  rules: EntryRules,
  taken: readonly string[],
  { olevel, utme, alevels }: TypedResults,
): { readonly verdict: Verdict; readonly modes: ModeVerdict[] } {
  const verdict = judgeEligibility(rules, olevel);
  const modes = taken
    .flatMap((mode) => judgeWay(rules, mode, { utme, alevels }, ownWords))
    .map(({ mode, standing, sentence }) => ({ mode, standing, sentence }));
  return { verdict: withModes(verdict, taken, modes, rules), modes };
}

/** What one way in makes of the rest, and what it lacks, such as "UTME score of 160". */
export interface WayVerdict extends ModeVerdict {
  readonly missing: readonly string[];
}

/** Judges one way in, in the words of whoever reads it. Nothing where it asks for nothing that can be judged. */
export function judgeWay(
  rules: EntryRules,
  mode: string,
  { utme, alevels }: Pick<TypedResults, "utme" | "alevels">,
  words: WayWords,
): WayVerdict[] {
  if (mode === "JAMB UTME") return judgeUtme(rules, utme, words);
  return mode === "Direct Entry" ? judgeDirectEntry(rules, alevels, words) : [];
}

/** What is said where there is nothing to count. */
export interface WayWords {
  readonly noUtme: string;
  readonly noSubjects: string;
  readonly noScore: string;
  readonly utmeDoes: string;
  readonly noALevel: string;
  readonly collegeDecides: string;
  readonly aLevelDoes: string;
}

/** For whoever typed it. */
export const ownWords: WayWords = {
  noUtme: "add your UTME result, then we can tell",
  noSubjects: "add your UTME subjects, then we can tell",
  noScore: "your subjects fit. Add your score, then we can tell",
  utmeDoes: "your subjects and score are enough",
  noALevel: "add your NCE, IJMB or Diploma result, then we can tell",
  collegeDecides: "the college looks at your A-Level results and decides",
  aLevelDoes: "your result is enough. The college checks whether its subjects fit this programme",
};

/** The O-Level's verdict stands wherever it is a no, and wherever a way in asks for nothing more that can be judged. */
function withModes(
  verdict: Verdict,
  taken: readonly string[],
  modes: readonly ModeVerdict[],
  rules: EntryRules,
): Verdict {
  const isOpen = !taken.includes("JAMB UTME") || !rules.utme?.asked;
  if (verdict.standing !== "qualifies" || isOpen) return verdict;
  const [best] = [...modes].sort((one, other) => order.indexOf(one.standing) - order.indexOf(other.standing));
  if (!best || best.standing === "qualifies") return verdict;
  const [done = ""] = verdict.sentence.split(". ");
  if (best.standing === "unjudged") return { ...verdict, sentence: `${done}. ${best.mode}: ${best.sentence}` };
  return {
    ...verdict,
    standing: best.standing,
    missing: best.standing === "short" ? [best.sentence] : [],
    sentence: `${done}. ${modes.map(({ mode, sentence }) => `${mode}: ${sentence}`).join(". ")}`,
  };
}

const order: readonly ModeVerdict["standing"][] = ["qualifies", "unjudged", "untyped", "short"];

const told = (mode: ModeOfEntry, standing: ModeVerdict["standing"], sentence: string): WayVerdict => ({
  mode,
  standing,
  sentence,
  missing: [],
});

/** Nothing where the programme does not ask for the UTME in this session, as NCE programmes do not. */
function judgeUtme({ utme }: EntryRules, typed: TypedResults["utme"], words: WayWords): WayVerdict[] {
  if (!utme?.asked) return [];
  const mode = "JAMB UTME";
  if (!typed) return [told(mode, "untyped", words.noUtme)];
  const { minScore = 0, subjects, compulsory, fillTo, fillFrom } = utme;
  const places = [
    ...compulsory.map((name) => [name]),
    ...subjects.map(({ anyOf }) => anyOf),
    ...Array.from({ length: Math.max(0, fillTo - subjects.length) }, () => fillFrom),
  ];
  const sat = typed.subjects && new Set([USE_OF_ENGLISH, ...typed.subjects]);
  const { open } = sat ? fillPlaces(places, sat) : { open: [] };
  const missing = [
    ...open.map((choice) => `UTME subject ${joinedByOr(choice)}`),
    ...(typed.score !== null && typed.score < minScore ? [`UTME score of ${minScore}`] : []),
  ];
  if (missing.length > 0) return [{ ...told(mode, "short", `missing ${missing.join("; ")}`), missing }];
  if (!sat) return [told(mode, "untyped", words.noSubjects)];
  return minScore > 0 && typed.score === null
    ? [told(mode, "untyped", words.noScore)]
    : [told(mode, "qualifies", words.utmeDoes)];
}

/** The best of what is typed; a rule in words alone is the college's to judge. */
function judgeDirectEntry({ direct, de }: EntryRules, alevels: TypedResults["alevels"], words: WayWords): WayVerdict[] {
  if (!direct && !de) return [];
  const mode = "Direct Entry";
  if (alevels.length === 0) return [told(mode, "untyped", words.noALevel)];
  if (!direct) return [told(mode, "unjudged", words.collegeDecides)];
  const missing = alevels.flatMap((one) => shortfallOf(direct, one) ?? []);
  if (missing.length < alevels.length) return [told(mode, "qualifies", words.aLevelDoes)];
  return [{ ...told(mode, "short", missing.join("; ")), missing }];
}

type DirectRules = NonNullable<EntryRules["direct"]>;

/** What one result lacks, in words; null where it does. */
function shortfallOf(rules: DirectRules, { type, results }: TypedResults["alevels"][number]): string | null {
  if (type === "Diploma") {
    if (!rules.diploma) return "a Diploma is not taken here";
    const least = rules.diploma.classification;
    const held = "classification" in results ? results.classification : "";
    const enough = classifications.slice(0, classifications.indexOf(least) + 1) as readonly string[];
    return enough.includes(held) ? null : `Diploma of ${least} needed`;
  }
  const rule = type === "NCE" ? rules.nce : rules.ijmb;
  if (!rule) return `${type} is not taken here`;
  const letters = lettersOf(results);
  const good = letters.filter((letter) => letter <= rule.grade).length;
  if (good < rule.subjects)
    return `${type} with ${rule.grade} or better in ${asCount(rule.subjects, "subject")} needed`;
  const points = type === "IJMB" ? pointsOf(letters) : 0;
  const needed = rule.points ?? 0;
  return points >= needed ? null : `${asCount(needed, "IJMB point")} needed, ${points} typed`;
}

/** `C4` is a C. */
const lettersOf = (results: TypedResults["alevels"][number]["results"]): string[] =>
  "educationSubjectGrade" in results
    ? [results.educationSubjectGrade, results.educationSubject2Grade, results.educationSubject3Grade].map((typed) =>
        typed.slice(0, 1),
      )
    : [];

/** IJMB's own count: A is 5 and E 1, and three passes bring one more; 16 at most. */
function pointsOf(letters: readonly string[]): number {
  const points = letters.map((letter) => "EDCBA".indexOf(letter) + 1);
  return points.reduce((sum, one) => sum + one, 0) + (points.length === 3 && points.every((one) => one > 0) ? 1 : 0);
}
