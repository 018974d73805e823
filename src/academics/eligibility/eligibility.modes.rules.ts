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
  readonly utme: Pick<UtmeResult, "subjects" | "score"> | null;
  readonly alevels: readonly Pick<ALevel, "type" | "results">[];
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
  const modes = [
    ...(taken.includes("JAMB UTME") ? judgeUtme(rules, utme) : []),
    ...(taken.includes("Direct Entry") ? judgeDirectEntry(rules, alevels) : []),
  ];
  return { verdict: withModes(verdict, taken, modes, rules), modes };
}

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

const told = (mode: ModeOfEntry, standing: ModeVerdict["standing"], sentence: string): ModeVerdict => ({
  mode,
  standing,
  sentence,
});

/** Nothing where the programme does not ask for the UTME in this session, as NCE programmes do not. */
function judgeUtme({ utme }: EntryRules, typed: TypedResults["utme"]): ModeVerdict[] {
  if (!utme?.asked) return [];
  if (!typed) return [told("JAMB UTME", "untyped", "add your UTME result, then we can tell")];
  const { minScore = 0, subjects, compulsory, fillTo, fillFrom } = utme;
  const places = [
    ...compulsory.map((name) => [name]),
    ...subjects.map(({ anyOf }) => anyOf),
    ...Array.from({ length: Math.max(0, fillTo - subjects.length) }, () => fillFrom),
  ];
  const { open } = fillPlaces(places, new Set([USE_OF_ENGLISH, ...typed.subjects]));
  const missing = [
    ...open.map((names) => `UTME subject ${joinedByOr(names)}`),
    ...(typed.score !== null && typed.score < minScore ? [`UTME score of ${minScore}`] : []),
  ];
  if (missing.length > 0) return [told("JAMB UTME", "short", `missing ${missing.join("; ")}`)];
  return minScore > 0 && typed.score === null
    ? [told("JAMB UTME", "untyped", "your subjects fit. Add your score, then we can tell")]
    : [told("JAMB UTME", "qualifies", "your subjects and score do")];
}

/** The best of what is typed; a rule in words alone is the college's to judge. */
function judgeDirectEntry({ direct, de }: EntryRules, alevels: TypedResults["alevels"]): ModeVerdict[] {
  if (!direct && !de) return [];
  if (alevels.length === 0)
    return [told("Direct Entry", "untyped", "add your NCE, IJMB or Diploma result, then we can tell")];
  if (!direct) return [told("Direct Entry", "unjudged", "the college looks at your A-Level results: it decides")];
  const shortfalls = alevels.map((one) => shortfallOf(direct, one));
  if (shortfalls.some((lacking) => lacking === null))
    return [told("Direct Entry", "qualifies", "your result does. Whether its subjects are relevant, the college says")];
  return [told("Direct Entry", "short", shortfalls.filter((lacking) => lacking !== null).join("; "))];
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
