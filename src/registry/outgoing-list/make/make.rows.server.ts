import { type RawBuilder, sql } from "kysely";
import { sessionName } from "#calendar/session/session.server.ts";
import { programmeTitles } from "#college/programme/programme.server.ts";
import { hasPhoto } from "#identity/account/account.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { capsAnswers, capsStandingOf, nameAtJamb } from "#selection/jamb/jamb.server.ts";
import { billsOfSession } from "../../bill/bill.server.ts";
import { listedStudents } from "../../student/student.server.ts";
import { lentFor } from "../../student-loan/student-loan.server.ts";
import type { ListKind } from "../outgoing-list.rules.ts";

/** What a list is made of. */
export interface ListOf {
  readonly kind: ListKind;
  readonly session: string;
  readonly programme: string | null;
  readonly level: number | null;
}

const added = new Map<ListKind, (session: string) => RawBuilder<unknown>>();

/** Tells of what a list is made that a higher domain knows; the noun does so when it registers its calls. */
export function addListRows(kind: ListKind, rows: (session: string) => RawBuilder<unknown>): void {
  added.set(kind, rows);
}

/**
 * Every line of a list as it stands now: rows of `student` (null where a line counts people), `matric, jamb, name, programme, title,
 * level, count`, `holding` and `lacking`, what keeps it out of the file and what goes out without it, and `cells`. As a part of
 * a larger query.
 */
export function rowsOfList({ kind, session, programme, level }: ListOf): RawBuilder<unknown> {
  const higher = added.get(kind);
  if (higher) return higher(session);
  if (kind === "National Matriculation List") return nationalRows(session);
  if (kind === "Class list") return classRows(session, programme, level);
  return kind === "Enrolment" ? enrolmentRows(session) : nelfundRows(session);
}

/** Who entered the college and did not leave it without a certificate, of a student called `s`. */
export const isOfNationalList: RawBuilder<unknown> = sql`s.status in ('Active', 'Deferred', 'Suspended', 'Rusticated', 'Graduated')`;

/** Whom a list names, of a student called `s`. */
export const isListed = (kind: ListKind): RawBuilder<boolean> =>
  kind === "National Matriculation List"
    ? sql<boolean>`(${isOfNationalList})`
    : sql<boolean>`(s.status = ${kind === "NYSC list" ? "Graduated" : "Active"})`;

/** What CAPS says of the admission, of a student called `s`; to be joined as `c`. Asked once, so it is kept apart. */
const onCaps = sql`left join (${capsAnswers()}) told on told.session = s.session and told.jamb = s.jamb
  cross join lateral (select ${capsStandingOf("told", sql`s.session`, sql`s.programme`)} as caps offset 0) c`;

/** What keeps a student called `s` out of the National Matriculation List, with `c` for CAPS. */
const holdingNational = sql<string[]>`array_remove(array[
    case when s.jamb is null then 'No JAMB number' end,
    case when s.matric is null then 'No matric number' end,
    case when s.programme is null then 'No programme' end,
    case when s.gender is null then 'Sex is not known' end,
    case when s.stateoforigin is null then 'State of origin is not known' end,
    case when s.jamb is null or c.caps in ('Approved', 'Accepted', 'No return yet') then null
      when c.caps = 'Not in the return' then 'Not on CAPS: the return of the session does not name this JAMB number'
      when c.caps = 'Other programme' then 'CAPS has approved another programme'
      else 'CAPS has not approved the admission: ' || c.caps end], null)`;

/** What goes out without it: JAMB may return the entry. */
const lackingNational = sql<string[]>`array_remove(array[
    case when not coalesce(${hasPhoto(sql`s.applicant`)}, false) then 'No photograph' end,
    case when s.dateofbirth is null then 'Date of birth is not known' end,
    'JAMB has another name: ' || ${nameAtJamb({ session: sql`s.session`, jamb: sql`s.jamb`, name: sql`s.name` })},
    case when s.jamb is not null and c.caps = 'No return yet' then 'No CAPS return of this session was imported yet' end], null)`;

const nationalRows = (session: string): RawBuilder<unknown> => sql`
  select s._id as student, s.matric, s.jamb, s.name, s.programme, s.level, 1 as count, p.title,
    ${holdingNational} as holding, ${lackingNational} as lacking,
    jsonb_build_array(s.jamb, s.matric, s.lastname, s.firstname, s.middlename, s.gender, s.dateofbirth, s.stateoforigin, s.lgaoforigin,
      p.title, s.entrylevel, s.type, ${sessionName(sql<string>`${session}::uuid`)},
      case when ${hasPhoto(sql`s.applicant`)} then 'Yes' else 'No' end) as cells
  from ${listedStudents()} s left join (${programmeTitles()}) p on p._id = s.programme ${onCaps}
  where s.session = ${session} and ${isListed("National Matriculation List")}`;

interface National {
  readonly needed: string[];
  readonly wanted: string[];
}

/** What is still needed before one student goes into the National Matriculation List, and what JAMB may ask for besides. */
export async function nationalNeeds(db: Database, student: string): Promise<National> {
  const { rows } = await sql<National>`select ${holdingNational} as needed, ${lackingNational} as wanted
    from ${listedStudents()} s ${onCaps} where s._id = ${student}`.execute(db);
  return rows[0] ?? { needed: [], wanted: [] };
}

const classRows = (session: string, programme: string | null, level: number | null): RawBuilder<unknown> => sql`
  select s._id as student, s.matric, s.jamb, s.name, s.programme, s.level, 1 as count, p.title, '{}'::text[] as holding,
    array_remove(array[
      case when s.matric is null then 'No matric number' end,
      case when s.programme is null then 'No programme' end,
      case when s.level is null then 'No level' end], null) as lacking,
    jsonb_build_array(s.matric, s.lastname, s.firstname, s.middlename, s.gender, p.title, s.level,
      ${sessionName(sql<string>`${session}::uuid`)}) as cells
  from ${listedStudents()} s left join (${programmeTitles()}) p on p._id = s.programme
  where ${isListed("Class list")} and (${programme}::uuid is null or s.programme = ${programme}::uuid)
    and (${level}::smallint is null or s.level = ${level}::smallint)`;

export const enrolmentRows = (session: string): RawBuilder<unknown> => sql`
  select null::uuid as student, null::text as matric, null::text as jamb,
    concat_ws(', ', coalesce(e.gender, 'Sex not known'), coalesce(e.stateoforigin, 'state not known')) as name,
    e.programme, e.level, e.count, p.title, '{}'::text[] as holding,
    array_remove(array[
      case when e.programme is null then 'No programme' end,
      case when e.level is null then 'No level' end,
      case when e.gender is null then 'Sex is not known' end,
      case when e.stateoforigin is null then 'State of origin is not known' end], null) as lacking,
    jsonb_build_array(p.code, p.title, e.level, e.gender, e.stateoforigin, ${sessionName(sql<string>`${session}::uuid`)}, e.count) as cells
  from (select s.programme, s.level, s.gender, s.stateoforigin, count(*)::int as count
    from ${listedStudents()} s where ${isListed("Enrolment")} group by s.programme, s.level, s.gender, s.stateoforigin) e
  left join (${programmeTitles()}) p on p._id = e.programme`;

/** With the level in that session, as the bill has it. */
const nelfundRows = (session: string): RawBuilder<unknown> => sql`
  select s._id as student, s.matric, s.jamb, s.name, s.programme, coalesce(b.level, s.level) as level, 1 as count, p.title,
    array_remove(array[
      case when s.matric is null then 'No matric number' end,
      case when s.jamb is null then 'No JAMB number' end,
      case when b.student is null then 'No bill of this session is made' end,
      case when s._id in (${lentFor(session)}) then 'A loan of this session is there already' end], null) as holding,
    array_remove(array[case when b.balance_kobo <= 0 then 'All of it is paid: a loan would be paid out to the student' end], null) as lacking,
    jsonb_build_array(s.matric, s.jamb, s.lastname, s.firstname, s.middlename, s.gender, p.title, b.level,
      ${sessionName(sql<string>`${session}::uuid`)}, b.billed_kobo / 100.0, b.paid_kobo / 100.0, greatest(b.balance_kobo, 0) / 100.0) as cells
  from ${listedStudents()} s left join (${programmeTitles()}) p on p._id = s.programme
  left join (${billsOfSession(session)}) b on b.student = s._id
  where ${isListed("NELFUND list")}`;
