import { sql } from "kysely";
import { judgeEligibility } from "#academics/eligibility/eligibility.rules.ts";
import {
  type ApplicationSnapshot,
  applicationBy,
  othersWithExamination,
} from "#applications/application/application.server.ts";
import type { EntryRules } from "#calendar/intake/intake.entry-rules.contract.ts";
import { asksInWords, directEntryWords } from "#calendar/intake/intake.rules.ts";
import { everyIntake } from "#calendar/intake/intake.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { gradeNamed } from "#reference/grades/grades.rules.ts";
import type { ModeOfEntry } from "#reference/qualifications/qualifications.rules.ts";
import type { FileEligibility, ResultSlip, ReviewFile } from "../review.file.contract.ts";
import { readEntryRules } from "../review.job.server.ts";
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

/** What the rules say of the results that were submitted, in the office's words. */
export function eligibilityOf(
  rules: EntryRules,
  type: ModeOfEntry,
  results: ApplicationSnapshot["results"],
): FileEligibility {
  const verdict = judgeEligibility(
    rules,
    results.map(({ examination, subject, scored }) => ({ examination: examination._id, subject, scored })),
  );
  const { credits, needed, missing } = verdict;
  return {
    verdict: verdictOf(verdict),
    credits,
    needed,
    missing,
    sentence: inWords(verdict),
    asks: asksInWords(rules),
    also: type === "Direct Entry" ? directEntryWords(rules) : null,
  };
}

function inWords({ standing, sentence, credits, needed }: ReturnType<typeof judgeEligibility>): string {
  if (standing === "unpublished") return "No entry rules are set for this programme in this session";
  if (standing === "untyped") return "No O-Level results were submitted";
  if (standing !== "qualifies") return sentence;
  return needed > 0
    ? `${credits} of ${asCount(needed, "credit")}, and every subject that is asked for`
    : "Every subject that is asked for";
}

/** The slips of an application as they were submitted, and what the entry rules say of them today. */
export async function judgedResultsOf(db: Database, id: string): Promise<Pick<ReviewFile, "slips" | "eligibility">> {
  const [submitted, { rows }] = await Promise.all([
    applicationBy(db, "_id", id),
    sql<{ entryrules: unknown }>`select intake.entryrules from portal.review r
      join (${everyIntake()}) intake on intake.session = r.session and intake.programme = r.programme
      where r._id = ${id}`.execute(db),
  ]);
  if (!submitted) throw notFound();
  const { snapshot, type } = submitted;
  return {
    slips: slipsOf(snapshot, await othersWithExamination(db, id, snapshot.sittings)),
    eligibility: eligibilityOf(readEntryRules(rows[0]?.entryrules), type, snapshot.results),
  };
}
