import { type RawBuilder, sql } from "kysely";
import { matriculationDays, sessionsInOrder, usualRunningSession } from "#calendar/session/session.server.ts";
import type { StudentStep } from "#console/noun/noun.server.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { contact } from "#reference/brand/brand.rules.ts";
import { firstNumbers } from "../../matriculation/matriculation.server.ts";
import { everyStudent, listedStudents } from "../../student/student.server.ts";
import { isOfNationalList, nationalNeeds } from "../make/make.rows.server.ts";
import type { readListTerms, readNational } from "../outgoing-list.contract.ts";
import { DAYS_BEFORE_DUE, MONTHS_TO_SEND, type NationalStanding } from "../outgoing-list.rules.ts";

const today = sql`(now() at time zone 'Africa/Lagos')::date`;

/**
 * Since when the clock of each session runs, and when the list is due: from the day of the matriculation, or, until the
 * college has said that, from its first matric number.
 */
const clocks = sql`
  select d._id as session, d.name, coalesce(d.matriculation, f.day) as began, d.matriculation is not null as ceremony,
    (coalesce(d.matriculation, f.day) + make_interval(months => ${MONTHS_TO_SEND}))::date as due
  from (${matriculationDays()}) d left join (${firstNumbers()}) f on f.session = d._id
  where coalesce(d.matriculation, f.day) is not null`;

const ownLines = sql`
  select line.student, o._id as list, o.title, o."decidedAt" as at
  from portal.outgoing_list o join portal.outgoing_list_line line on line.list = o._id and line.standing = 'In the file'
  where o.kind = 'National Matriculation List' and o.state = 'Signed off'`;

/**
 * Who stands in the file of a National Matriculation List that holds: rows of `student`, with the list's `_id`, title and time.
 * Whose entry left under a record that was merged since, is in it too.
 */
const sentLines = sql`
  ${ownLines} union all
  select * from (select distinct on (gone.mergedinto) gone.mergedinto as student, sent.list, sent.title, sent.at
    from ${everyStudent()} gone join (${ownLines}) sent on sent.student = gone._id
    where gone.mergedinto is not null and not exists (select from (${ownLines}) own where own.student = gone.mergedinto)
    order by gone.mergedinto, sent.at desc) merged`;

type Terms = Replied<typeof readListTerms>;

export async function termsOf(db: Database): Promise<Terms> {
  const { rows } = await sql<Terms["clocks"][number]>`
    select c.session, c.name, c.began, c.ceremony, c.due, c.due - ${today} as daysleft, count(s._id)::int as students,
      count(l.student)::int as sent, (count(*) filter (where a.answer = 'Listed'))::int as listed,
      (count(*) filter (where a.answer = 'Returned'))::int as returned
    from (select * from (${clocks}) clock order by due desc, session limit 3) c
    left join ${listedStudents()} s on s.session = c.session and ${isOfNationalList}
    left join (${sentLines}) l on l.student = s._id
    left join portal.matriculation_answer a on a.student = s._id
    group by c.session, c.name, c.began, c.ceremony, c.due order by c.due desc, c.session`.execute(db);
  const { session = null } = await usualRunningSession(db);
  return { running: session, sessions: await sessionsInOrder(db), clocks: rows };
}

/** Sessions whose list is due within the month, or was within the year, and in which somebody was not sent yet. */
export const nationalDue = (): RawBuilder<unknown> => sql`
  select from (${clocks}) c where c.due between ${today} - 365 and ${today} + ${DAYS_BEFORE_DUE}::int
    and exists (select from ${listedStudents()} s where s.session = c.session and ${isOfNationalList}
      and not exists (select from (${sentLines}) l where l.student = s._id)
      and not exists (select from portal.matriculation_answer a where a.student = s._id and a.answer = 'Listed'))`;

/** Whom JAMB has returned and who was not sent again. */
export const returnedByJamb = (): RawBuilder<unknown> => sql`
  select from portal.matriculation_answer a where a.answer = 'Returned'
    and a."againAt" is null`;

/** Whom JAMB has confirmed on its list: rows of `student`. */
export const listedByJamb = (): RawBuilder<unknown> => sql`
  select a.student from portal.matriculation_answer a where a.answer = 'Listed'`;

/** A list that leaves sends again whom JAMB had returned, under a record that was merged since as well. */
export const sendAgain = (trx: Trx, list: string): Promise<unknown> =>
  sql`update portal.matriculation_answer a set "againAt" = now() from portal.outgoing_list_line l
    join ${everyStudent()} s on s._id = l.student
    where l.list = ${list} and l.standing = 'In the file' and coalesce(s.mergedinto, s._id) = a.student
      and a.answer = 'Returned'`.execute(trx);

interface Known {
  readonly session: string | null;
  readonly answer: "Listed" | "Returned" | null;
  readonly reason: string | null;
  readonly answeredOn: string | null;
  readonly list: string | null;
  readonly title: string | null;
  readonly sentOn: string | null;
  /** Whether a list with the student left after the answer. */
  readonly again: boolean | null;
  readonly due: string | null;
  /** Whether the portal has made a list of the session. */
  readonly made: boolean;
}

/**
 * How one student stands in the National Matriculation List; null where the portal knows nothing of it: without a session of
 * entry, and of one whose list left before the portal was there.
 */
export async function nationalOf(db: Database, student: string): Promise<Replied<typeof readNational>> {
  const { rows } = await sql<Known>`
    select s.session, a.answer, a.reason, a.day as "answeredOn", l.list, l.title, (l.at at time zone 'Africa/Lagos')::date as "sentOn",
      a."againAt" is not null as again, c.due,
      exists (select from portal.outgoing_list o where o.kind = 'National Matriculation List' and o.session = s.session) as made
    from ${listedStudents()} s left join portal.matriculation_answer a on a.student = s._id
    left join (${sentLines}) l on l.student = s._id left join (${clocks}) c on c.session = s.session
    where s._id = ${student}`.execute(db);
  const [known] = rows;
  if (!known || known.session === null) return null;
  if (known.due === null && known.answer === null && !known.made) return null;
  const standing = standingOf(known);
  const isAnswered = standing === "Listed" || standing === "Returned";
  return {
    standing,
    day: isAnswered ? known.answeredOn : known.sentOn,
    reason: standing === "Returned" ? known.reason : null,
    ...(standing === "Listed" ? { needed: [], wanted: [] } : await nationalNeeds(db, student)),
    due: known.due,
    list: known.list === null ? null : { _id: known.list, title: known.title ?? "" },
  };
}

function standingOf({ answer, list, again }: Known): NationalStanding {
  if (answer === "Listed") return "Listed";
  if (answer === "Returned" && !again) return "Returned";
  return list === null ? "Not sent" : "Sent";
}

/** Without the list nobody is called up for the youth service, and only the student can put right what JAMB has returned. */
export const returnedStep: StudentStep<{ readonly reason: string }> = {
  rank: 450,
  found: ({ student }) => sql`(select jsonb_build_object('reason', said.reason) from portal.matriculation_answer said
    where said.student = ${student} and said.answer = 'Returned' and said."againAt" is null)`,
  say: ({ reason }) => ({
    sentence: `JAMB returned your entry in the National Matriculation List: ${reason}. Go to the ${contact.office}: without the list you are not called up for NYSC.`,
    deed: "See your record",
    link: "/student/record",
  }),
};
