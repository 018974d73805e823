import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { approversBeside } from "#access/staff/staff.server.ts";
import { sessionName } from "#calendar/session/session.server.ts";
import { programmeLabel } from "#college/programme/programme.server.ts";
import { columnsOf, mayList, type RecordRules } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { storedFiles } from "#platform/files/stored-file.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { everyResult, standingResults } from "#registry/course-result/course-result.server.ts";
import type { MissingMark } from "#registry/past-mark/past-mark.rules.ts";
import { everyStudent, isOwnRecord } from "#registry/student/student.server.ts";
import { classesReached } from "#teaching/course-allocation/course-allocation.server.ts";
import { classesTaughtBy } from "#teaching/topic/topic.server.ts";
import { profilesOf } from "../academic-record/academic-record.server.ts";
import type { ShownMark } from "../mark-inquiry/mark-inquiry.contract.ts";
import { openInquiries } from "../mark-inquiry/mark-inquiry.server.ts";
import type { Maxima, Score } from "../score-sheet/score-sheet.rules.ts";
import { everySheet } from "../score-sheet/score-sheet.server.ts";
import {
  type readRectifiable,
  type readRectification,
  type readResultsOfStudent,
  rectifications,
} from "./rectification.contract.ts";
import { effectOf } from "./rectification.effect.server.ts";
import type { RectificationState } from "./rectification.rules.ts";

/** Its lecturers and its head see to a class; whoever may for the whole college to every one. Nobody to the own mark. */
export const rectificationRules: RecordRules<typeof rectifications> = {
  of: rectifications,
  table: "rectification",
  within: (column, scope) => sql`${column("class")} in (${classesReached(scope)})`,
  own: (column, member) => sql`${column("class")} in (${classesTaughtBy(member)})`,
  hidden: (column, member) => isOwnRecord(column("student"), member),
};

/** Whether somebody may see to the results of a class: a row of it has the class and the student as a rectification has. */
const isReached = (who: Officer, row: string) => mayList(rectificationRules, who, columnsOf(row));

interface ReadResult {
  readonly _id: string;
  readonly student: string;
  readonly sessionid: string;
  readonly class: string;
  readonly course: string;
  readonly title: string;
  readonly session: string;
  readonly semester: number;
  readonly mark: ShownMark;
  readonly proposed: string | null;
}

const markOf = (row: string) => {
  const of = columnsOf(row);
  return sql`jsonb_build_object('ca', ${of("ca")}, 'examination', ${of("examination")}, 'total', ${of("total")}, 'code', ${of("code")})`;
};

const results = (from: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql<ReadResult>`
  select r._id, r.student, r.session as sessionid, r.class, r.course, r.title, coalesce(${sessionName(sql.ref("r.session"))}, '') as session,
    r.semester, ${markOf("r")} as mark,
    (select t._id from portal.rectification t where t.result = r._id and t.state = 'Proposed') as proposed
  from ${from} r where r."visibleAt" <= now() and ${where} order by 7 desc, r.semester desc, r.course`;

interface ReadStudent {
  readonly _id: string;
  readonly name: string;
  readonly matric: string | null;
  readonly programme: string | null;
  readonly level: number | null;
  readonly status: string;
}

async function studentShown(db: Database, id: string): Promise<ReadStudent> {
  const { rows } = isId(id)
    ? await sql<ReadStudent>`select s._id, s.name, s.matric, ${programmeLabel(sql.ref("s.programme"))} as programme, s.level, s.status
        from ${everyStudent()} s where s._id = ${id}`.execute(db)
    : { rows: [] };
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** The results of one student that may be corrected by who asks. Who has none within reach is not there, but for whoever reaches all. */
export async function resultsOfStudent(
  db: Database,
  who: Officer,
  id: string,
): Promise<Replied<typeof readResultsOfStudent>> {
  const { name, matric } = await studentShown(db, id);
  const { rows } = await results(standingResults(), sql`r.student = ${id} and ${isReached(who, "r")}`).execute(db);
  if (rows.length === 0 && who.scope !== "all") throw notFound();
  return { name, matric, results: rows.map(shownResult) };
}

const shownResult = ({ _id, course, title, session, semester, mark, proposed }: ReadResult) => ({
  ...{ _id, course, title, session, semester, mark, proposed },
});

/** A published result within reach. 404 for every other one. */
async function reachedResult(db: Database, who: Officer, id: string): Promise<ReadResult> {
  const { rows } = isId(id)
    ? await results(everyResult(), sql`r._id = ${id} and ${isReached(who, "r")}`).execute(db)
    : { rows: [] };
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** The most marks of a result: those of its sheet; without one those by which its student is graded. */
export async function maximaOf(
  db: Database | Trx,
  { class: of, student }: { readonly class: string; readonly student: string },
): Promise<Maxima> {
  const { rows } = await sql<Maxima>`select s.camax, s.exammax from ${everySheet()} s where s.class = ${of}`.execute(
    db,
  );
  return rows[0] ?? (await profilesOf(db, [student])).get(student) ?? { camax: 100, exammax: 100 };
}

async function shownStanding(db: Database, result: ReadResult) {
  const [student, { camax, exammax }, { rows: earlier }, { rows: asked }] = await Promise.all([
    studentShown(db, result.student),
    maximaOf(db, result),
    sql<{ mark: ShownMark; until: string }>`
      with recursive before as (
        select r.supersedes from ${everyResult()} r where r._id = ${result._id}
        union all select k.supersedes from before b join ${everyResult()} k on k._id = b.supersedes)
      select ${markOf("k")} as mark, k."supersededAt" as until from before b join ${everyResult()} k on k._id = b.supersedes
      order by k."supersededAt" desc`.execute(db),
    sql<{ _id: string }>`select q._id from ${openInquiries()} q where q.result = ${result._id}`.execute(db),
  ]);
  return { ...shownResult(result), student, camax, exammax, earlier, inquiry: asked[0]?._id ?? null };
}

/** One result as whoever proposes another mark looks at it. */
export async function rectifiable(db: Database, who: Officer, id: string): Promise<Replied<typeof readRectifiable>> {
  const result = await reachedResult(db, who, id);
  const approvers = await approversBeside(db, "rectifications.approve", who.staff);
  return { ...(await shownStanding(db, result)), approvers };
}

/** What a result would come to with another mark, as an address holds it. */
export async function effectOfMark(db: Database, who: Officer, id: string, mark: string) {
  const result = await reachedResult(db, who, id);
  const score = scoreIn(mark);
  if (!score) throw notFound();
  return effectOf(db, placed(result), score);
}

function scoreIn(mark: string): Score | null {
  if (["Absent", "Excused", "Malpractice", "No CA"].includes(mark))
    return { ca: null, examination: null, code: mark as MissingMark };
  const [ca, examination] = /^\d{1,3}-\d{1,3}$/.test(mark) ? mark.split("-").map(Number) : [];
  if (ca === undefined || examination === undefined || ca + examination > 100) return null;
  return { ca, examination, code: null };
}

const placed = ({ session: sessionname, sessionid: session, ...result }: ReadResult) => ({
  ...result,
  session,
  sessionname,
});

interface ReadRectification {
  readonly result: string;
  readonly state: RectificationState;
  readonly was: Omit<ShownMark, "total">;
  readonly becomes: Omit<ShownMark, "total"> & Score;
  readonly evidence: string;
  readonly version: number;
  readonly proposedby: string;
  readonly newresult: string | null;
}

/** One rectification as whoever decides looks at it. 404 beyond the reader's reach. */
export async function rectificationStanding(
  app: FastifyInstance,
  who: Officer,
  id: string,
): Promise<Replied<typeof readRectification>> {
  const { db, files } = app.portal;
  const { rows } = isId(id)
    ? await sql<ReadRectification>`
        select t.result, t.state, t.evidence, t.version, t.proposedby, t.newresult,
          jsonb_build_object('ca', t.wasca, 'examination', t.wasexamination, 'code', t.wascode) as was,
          jsonb_build_object('ca', t.ca, 'examination', t.examination, 'code', t.code) as becomes
        from portal.rectification t where t._id = ${id} and ${isReached(who, "t")}`.execute(db)
    : { rows: [] };
  const [found] = rows;
  if (!found) throw notFound();
  const { rows: about } = await results(everyResult(), sql`r._id = ${found.result}`).execute(db);
  const [result] = about;
  if (!result) throw notFound();
  const [shown, file, effect, corrected] = await Promise.all([
    shownStanding(db, result),
    db.selectFrom(storedFiles(db)).select("newname").where("_id", "=", found.evidence).executeTakeFirst(),
    found.state === "Proposed" ? effectOf(db, placed(result), found.becomes) : null,
    found.newresult ? results(everyResult(), sql`r._id = ${found.newresult}`).execute(db) : null,
  ]);
  return {
    ...shown,
    state: found.state,
    was: { ...found.was, total: result.mark.total },
    becomes: { ...found.becomes, total: effect?.total ?? corrected?.rows[0]?.mark.total ?? null },
    evidence: await files.link(file?.newname ?? ""),
    version: found.version,
    own: found.proposedby === who.staff,
    effect,
  };
}
