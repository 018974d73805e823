import { sql } from "kysely";
import type { Verdict } from "#academics/eligibility/eligibility.contract.ts";
import {
  judgeSubmitted,
  type SubmittedResults,
  wayInWords,
} from "#academics/eligibility/eligibility.submitted.rules.ts";
import {
  type ApplicationSnapshot,
  applicationBy,
  othersWithExamination,
  submittedResults,
} from "#applications/application/application.server.ts";
import { asksInWords, directEntryWords } from "#calendar/intake/intake.rules.ts";
import { everyIntake } from "#calendar/intake/intake.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { gradeNamed } from "#reference/grades/grades.rules.ts";
import type { FileEligibility, ResultSlip, ReviewFile } from "../review.file.contract.ts";
import { judgeableResults, readEntryRules } from "../review.job.server.ts";
import { verdictOf } from "../review.rules.ts";

/** One slip for each sitting; English and Mathematics first, which every programme asks about, then by subject. */
export function slipsOf(
  { sittings, results }: Pick<ApplicationSnapshot, "sittings" | "results">,
  others: ReadonlyMap<string, ResultSlip["others"]>,
): ResultSlip[] {
  const best = new Map<string, number>();
  for (const { subject, scored } of results) {
    const points = gradeNamed(scored)?.points ?? Number.POSITIVE_INFINITY;
    best.set(subject, Math.min(points, best.get(subject) ?? Number.POSITIVE_INFINITY));
  }
  return sittings.map(({ _id, examinationtype, examinationcenter, examinationyear, examinationnumber, awaiting }) => ({
    _id,
    awaiting: awaiting ?? [],
    examinationtype,
    examinationcenter,
    examinationyear,
    examinationnumber,
    others: others.get(_id) ?? [],
    results: results
      .filter(({ examination }) => examination._id === _id)
      .sort(({ subject: one }, { subject: other }) => placeOf(one) - placeOf(other) || (one < other ? -1 : 1))
      .map(({ subject, scored }) => {
        const { credit = false, pass = false, points } = gradeNamed(scored) ?? {};
        return { subject, scored, credit, pass, counts: points === best.get(subject) };
      }),
  }));
}

const first = ["English Language", "Mathematics"];

const placeOf = (subject: string) => (first.includes(subject) ? first.indexOf(subject) : first.length);

/** What an application is judged by, and where its UTME is from. */
export interface JudgedFile {
  readonly entryrules: unknown;
  readonly results: SubmittedResults;
  /** Of the UTME that the copy keeps. */
  readonly typed: ApplicationSnapshot["utme"];
}

/** The same of one application as the desk has it, as a part of a larger query. */
export const judgedFile = (id: string) => sql<JudgedFile>`
  select intake.entryrules, judgeable.results, submitted.utme as typed
  from portal.review r join (${judgeableResults()}) judgeable on judgeable._id = r._id
  join (${submittedResults()}) submitted on submitted._id = r._id
  left join (${everyIntake()}) intake on intake.session = r.session and intake.programme = r.programme
  where r._id = ${id}`;

/** What the rules say of what was submitted, in the office's words. */
export function eligibilityOf({ entryrules, results, typed }: JudgedFile): FileEligibility {
  const rules = readEntryRules(entryrules);
  const { standing, missing, olevel, way } = judgeSubmitted(rules, results);
  return {
    verdict: verdictOf({ standing }),
    credits: olevel.credits,
    needed: olevel.needed,
    missing: [...missing],
    sentence: inWords(olevel),
    asks: asksInWords(rules),
    way: way && wayInWords(way),
    utme: utmeInWords(results.utme, typed ?? null),
    also: results.type === "Direct Entry" ? directEntryWords(rules) : null,
  };
}

function inWords({ standing, sentence, credits, needed }: Verdict): string {
  if (standing === "unpublished") return "No entry rules are set for this programme in this session";
  if (standing === "untyped") return "No O-Level results were submitted";
  if (standing !== "qualifies") return sentence;
  return needed > 0
    ? `${credits} of ${asCount(needed, "credit")}, and every subject that is asked for`
    : "Every subject that is asked for";
}

type Utme = NonNullable<SubmittedResults["utme"]>;

/** What counts, and beside it what the applicant typed where JAMB says otherwise. */
function utmeInWords(counts: Utme | null, typed: ApplicationSnapshot["utme"] | null): string | null {
  if (!counts) return null;
  const said = utmeWords(counts);
  if (typed && said === utmeWords(typed))
    return typed.source === "typed" ? `${said}, as the applicant typed it` : `${said}, as JAMB has it`;
  return `${said}, as JAMB's list has it${typed ? `. The applicant typed: ${utmeWords(typed)}` : ""}`;
}

const utmeWords = ({ subjects, score }: Utme): string =>
  `${subjects?.join(", ") || "No subjects told"}; ${score === null ? "no score yet" : `score ${score}`}`;

/** The slips of an application as they were submitted, and what the entry rules say of all of it today. */
export async function judgedResultsOf(db: Database, id: string): Promise<Pick<ReviewFile, "slips" | "eligibility">> {
  const [submitted, { rows }] = await Promise.all([applicationBy(db, "_id", id), judgedFile(id).execute(db)]);
  const [judged] = rows;
  if (!submitted || !judged) throw notFound();
  const { snapshot } = submitted;
  return {
    slips: slipsOf(snapshot, await othersWithExamination(db, id, snapshot.sittings)),
    eligibility: eligibilityOf(judged),
  };
}
