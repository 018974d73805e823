import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { everyResult, type ResultMark } from "#registry/course-result/course-result.server.ts";
import { asAverage } from "../academic-record/academic-record.rules.ts";
import { type AcademicRecord, recordsOf } from "../academic-record/academic-record.server.ts";
import { moderatedTotal } from "../moderation/moderation.server.ts";
import type { Score } from "../score-sheet/score-sheet.rules.ts";
import type { RecordSums, RectifiedEffect } from "./rectification.contract.ts";

/** Of which result of which student it is. */
export interface PlacedResult {
  readonly _id: string;
  readonly student: string;
  readonly session: string;
  readonly sessionname: string;
  readonly semester: number;
  readonly class: string;
  readonly course: string;
}

/**
 * What counts of a mark of that class: the sum, lifted as every other sum of its class and semester was. A moderation in force holds
 * for who was typed wrongly, too; one that was decided after the publication lifted nobody else, so it lifts nobody here.
 */
export async function countedMark(db: Database | Trx, of: PlacedResult, score: Score): Promise<ResultMark> {
  const { ca, examination, code } = score;
  if (ca === null || examination === null) return { ca: null, examination: null, total: null, code };
  const { rows } = await sql<{ total: number | null }>`select ${moderatedTotal(sql`${ca + examination}::int`, {
    session: sql`${of.session}::uuid`,
    semester: sql`${of.semester}::int`,
    class: sql`${of.class}::uuid`,
    until: sql`(select min(first."createdAt") from ${everyResult()} own join ${everyResult()} first
      on (first.publication, first.student, first.class) = (own.publication, own.student, own.class) where own._id = ${of._id})`,
  })} as total`.execute(db);
  return { ca, examination, total: rows[0]?.total ?? null, code: null };
}

/** What the record of its student comes to as it stands, and with another mark. */
export async function effectOf(db: Database | Trx, of: PlacedResult, score: Score): Promise<RectifiedEffect> {
  const counted = await countedMark(db, of, score);
  const instead = new Map([[of._id, counted]]);
  const [before, after] = await Promise.all([
    recordsOf(db, [of.student]),
    recordsOf(db, [of.student], new Map(), instead),
  ]);
  const { total } = counted;
  return {
    total,
    moderated: total !== null && total !== (score.ca ?? 0) + (score.examination ?? 0),
    before: sumsOf(before.get(of.student), of),
    after: sumsOf(after.get(of.student), of),
  };
}

function sumsOf(record: AcademicRecord | undefined, { sessionname, semester, course }: PlacedResult): RecordSums {
  const term = record?.semesters.find((one) => one.session === sessionname && one.semester === semester);
  return {
    gpa: term ? asAverage(term.gpa) : "–",
    cgpa: record ? asAverage(record.cgpa) : "–",
    passClass: record?.passClass ?? null,
    standing: record?.semesters.at(-1)?.standing ?? "–",
    carryOvers: (record?.carryOvers ?? []).map((one) => one.course),
    grade: term?.attempts.find((one) => one.course === course)?.grade ?? null,
  };
}
