import { type Expression, type RawBuilder, sql } from "kysely";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { sessionName } from "#calendar/session/session.server.ts";
import { readSetting, settingInForce } from "#college/setting/setting.server.ts";
import { columnsOf, mayList, type RecordRules } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { closedBy } from "#registry/course-result/course-result.closed.rules.ts";
import { closedTermsOf, everyResult, standingResults } from "#registry/course-result/course-result.server.ts";
import { isOwnRecord } from "#registry/student/student.server.ts";
import { classesReached } from "#teaching/course-allocation/course-allocation.server.ts";
import { lecturersOf } from "#teaching/my-course/my-course.server.ts";
import { classesTaughtBy } from "#teaching/topic/topic.server.ts";
import { markInquiries, type OwnInquiry, type readInquiry, type readOwnInquiries } from "./mark-inquiry.contract.ts";
import { type InquiryState, isOpen } from "./mark-inquiry.rules.ts";

/** Its lecturers and its head answer about a class; whoever may for the whole college about every one. Nobody about the own mark. */
export const inquiryRules: RecordRules<typeof markInquiries> = {
  of: markInquiries,
  table: "inquiry_inbox",
  within: (column, scope) => sql`${column("class")} in (${classesReached(scope)})`,
  own: (column, member) => sql`${column("class")} in (${classesTaughtBy(member)})`,
  hidden: (column, member) => isOwnRecord(column("student"), member),
};

/** The cases that are open, as a part of a larger query: rows of `_id, result, state, rectification`. */
export const openInquiries = (): RawBuilder<unknown> =>
  sql`(select open._id, open.result, open.state, open.rectification from portal.mark_inquiry open
    where open.state in ('Asked', 'To be corrected'))`;

/** The cases that ended with the recall of their result, as a part of a larger query: rows of `_id, result, course`. */
export const recalledInquiries = (): RawBuilder<unknown> =>
  sql`(select ended._id, ended.result, ended.course from portal.mark_inquiry ended where ended.state = 'Recalled')`;

/** The cases whose mark was corrected, as a part of a larger query: rows of `_id, rectification`. */
export const correctedInquiries = (): RawBuilder<unknown> =>
  sql`(select done._id, done.rectification from portal.mark_inquiry done where done.state = 'Corrected')`;

/**
 * The last day on which a mark may be asked about that is read since then, in a larger query: `2026-03-14`; null where the college
 * takes no questions.
 */
export const lastDayToAsk = (visibleAt: Expression<unknown>): RawBuilder<string | null> =>
  sql<
    string | null
  >`(select case when days.much > 0 then (${visibleAt} at time zone 'Africa/Lagos')::date + days.much end
    from (select (${settingInForce("inquiryDays")} #>> '{}')::int as much) days)`;

/** Why a student reads no results of a semester now, in a sentence; null where they are open. */
export async function whyHeldBack(
  db: Database | Trx,
  student: string,
  term: { readonly session: string; readonly semester: number },
): Promise<string | null> {
  const closed = await closedTermsOf(db, student);
  const bar = closed.find(({ session, semester }) => session === term.session && semester === term.semester);
  return bar ? closedBy(bar).sentence : null;
}

interface ReadInquiry {
  readonly _id: string;
  readonly student: string;
  readonly class: string;
  readonly name: string;
  readonly matric: string | null;
  readonly result: string;
  readonly sessionid: string;
  readonly course: string;
  readonly title: string;
  readonly session: string;
  readonly semester: number;
  readonly question: string;
  readonly createdAt: string;
  readonly due: string;
  readonly overdue: boolean;
  readonly state: InquiryState;
  readonly answer: string | null;
  readonly answeredby: string | null;
  readonly answeredAt: string | null;
  readonly rectification: string | null;
  readonly version: number;
  readonly mark: NonNullable<OwnInquiry["mark"]>;
  readonly corrected: OwnInquiry["corrected"];
}

const markOf = (row: string) => {
  const of = columnsOf(row);
  return sql`jsonb_build_object('ca', ${of("ca")}, 'examination', ${of("examination")}, 'total', ${of("total")}, 'code', ${of("code")})`;
};

const everyInquiry = (where: RawBuilder<unknown>) => sql<ReadInquiry>`
  select t._id, t.student, t.class, t.name, t.matric, t.result, t.session as sessionid, t.course, r.title,
    coalesce(${sessionName(sql.ref("t.session"))}, '') as session, t.semester, t.question, t."createdAt", t.due, t.overdue, t.state,
    t.answer, t.answeredby, t."answeredAt", t.rectification, t.version, ${markOf("r")} as mark,
    case when k._id is not null then ${markOf("k")} end as corrected
  from portal.inquiry_inbox t join ${everyResult()} r on r._id = t.result
  left join ${everyResult()} k on k.supersedes = r._id and t.state = 'Corrected'
  where ${where} order by t."createdAt" desc, t._id desc limit 200`;

/** One question as whoever answers looks at it. 404 beyond the reader's reach. */
export async function inquiryStanding(
  db: Database,
  who: Officer,
  id: string,
  may: boolean,
): Promise<Replied<typeof readInquiry>> {
  const { rows } = isId(id)
    ? await everyInquiry(sql`t._id = ${id} and ${mayList(inquiryRules, who, columnsOf("t"))}`).execute(db)
    : { rows: [] };
  const [found] = rows;
  if (!found) throw notFound();
  const { student: _, class: of, sessionid: __, answeredby, ...shown } = found;
  const lecturers = await lecturersOf(db, of, "here");
  const names = await namesOfStaff(db, answeredby ? [answeredby] : []);
  return {
    ...shown,
    answeredby: (answeredby && names.get(answeredby)) ?? null,
    lecturers: lecturers.map(({ name }) => name),
    may: may && isOpen(shown.state),
  };
}

type Own = Replied<typeof readOwnInquiries>;

type OfTerm<T> = T & { readonly sessionid: string };

/** What a student reads: what may be asked about, what was asked, and what was corrected. Of semesters that are held back no mark, and no answer about one. */
export async function ownInquiries(db: Database, student: string): Promise<Own> {
  const days = await readSetting(db, "inquiryDays");
  const { rows: asked } = await everyInquiry(sql`t.student = ${student}`).execute(db);
  const { rows: askable } = await sql<OfTerm<Own["askable"][number]>>`
    select r._id as result, r.session as sessionid, r.course, r.title, coalesce(${sessionName(sql.ref("r.session"))}, '') as session,
      r.semester, ${markOf("r")} as mark, ${lastDayToAsk(sql.ref("r.visibleAt"))} as until
    from ${standingResults()} r where r.student = ${student} and r."visibleAt" <= now()
      and ${lastDayToAsk(sql.ref("r.visibleAt"))} >= (now() at time zone 'Africa/Lagos')::date
      and not exists (select from portal.mark_inquiry q where q.result = r._id and q.state <> 'Withdrawn')
    order by r.course`.execute(db);
  const { rows: corrected } = await sql<OfTerm<Own["corrected"][number]>>`
    select r._id, r.session as sessionid, r.course, r.title, coalesce(${sessionName(sql.ref("r.session"))}, '') as session, r.semester,
      ${markOf("k")} as before, ${markOf("r")} as after, r."createdAt" as at
    from ${everyResult()} r join ${everyResult()} k on k._id = r.supersedes
    where r.student = ${student} and r."visibleAt" <= now() and r."recalledAt" is null order by r."createdAt" desc`.execute(
    db,
  );
  const held = new Set((await closedTermsOf(db, student)).map(({ session, semester }) => `${session} ${semester}`));
  const isHeld = (of: OfTerm<{ readonly semester: number }>) => held.has(`${of.sessionid} ${of.semester}`);
  return {
    days,
    askable: askable.filter((one) => !isHeld(one)).map(({ sessionid: _, ...one }) => one),
    inquiries: asked.map((one) => shownOwn(one, isHeld(one))),
    corrected: corrected.filter((one) => !isHeld(one)).map(({ sessionid: _, ...one }) => one),
  };
}

const shownOwn = (one: ReadInquiry, isHeld: boolean): OwnInquiry => ({
  ...{
    _id: one._id,
    result: one.result,
    course: one.course,
    title: one.title,
    session: one.session,
    semester: one.semester,
  },
  ...{ state: one.state, question: one.question, createdAt: one.createdAt, due: one.due, overdue: one.overdue },
  ...{ answer: isHeld ? null : one.answer, answeredAt: one.answeredAt },
  mark: isHeld ? null : one.mark,
  corrected: isHeld ? null : one.corrected,
});
