import { type RawBuilder, sql } from "kysely";
import { readSetting } from "#college/setting/setting.server.ts";
import { hasPhoto } from "#identity/account/account.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { nationalAnswers } from "#registry/outgoing-list/outgoing-list.server.ts";
import { everyStudent, listedStudents } from "#registry/student/student.server.ts";
import { everyProject } from "#teaching/project/project.server.ts";
import type { OwnAward } from "../graduation.contract.ts";

/** Years of age beyond which a graduate is not called up: NYSC Act, section 2(2). */
const OLDEST = 30;

/** Whom a list names: a student `s` with contact `e`, project `p` and JAMB's answer `a`. */
const people = sql`${listedStudents()} s join ${everyStudent()} e on e._id = s._id left join ${everyProject()} p on p.student = s._id
  left join ${nationalAnswers()} a on a.student = s._id`;

/** What keeps somebody out of the list. */
const holding = sql<string[]>`array_remove(array[
    case when s.matric is null then 'No matric number' end,
    case when s.jamb is null then 'No JAMB number' end,
    case when s.gender is null then 'Sex is not known' end,
    case when s.dateofbirth is null then 'Date of birth is not known' end,
    case when s.stateoforigin is null then 'State of origin is not known' end,
    case when p.state is distinct from 'Checked' then 'The NERD proof of the project is not checked' end,
    case when a.answer = 'Returned' then 'JAMB returned the entry in the National Matriculation List: ' || coalesce(a.reason, '') end],
  null)`;

/** What goes out without it: NYSC may send the entry back. */
const lacking = sql<string[]>`array_remove(array[
    case when a.answer is null then 'JAMB has not confirmed the National Matriculation List' end,
    case when not coalesce(${hasPhoto(sql`s.applicant`)}, false) then 'No photograph' end,
    case when e.phonenumber is null then 'No phone number' end], null)`;

const isTooOld = sql<boolean>`g.heldon > s.dateofbirth + make_interval(years => ${OLDEST})`;

/** Every line of the list for NYSC: on whom the award was conferred by a list of a session. As a part of a larger query. */
export const nyscRows = (session: string): RawBuilder<unknown> => sql`
  select s._id as student, s.matric, s.jamb, s.name, g.programme, s.level, 1 as count, g.award || ' ' || g.course as title,
    ${holding} as holding,
    ${lacking} || case when ${isTooOld} then array['Older than ' || ${OLDEST}::text || ' at graduation: for exclusion'] else '{}' end as lacking,
    jsonb_build_array(s.matric, s.lastname, s.firstname, s.middlename, s.gender, s.dateofbirth, s.stateoforigin,
      g.award || ' ' || g.course, g.passclass, g.heldon, s.jamb, p.nerd, e.phonenumber,
      case when ${isTooOld} then 'Exclusion' else 'Call-up' end) as cells
  from (select l.student, l.programme, l.award, l.course, l.passclass, list.heldon from portal.graduand l
    join portal.graduation list on list._id = l.graduation and list.session = ${session} where l.state = 'Conferred') g
  join ${people} on s._id = g.student`;

/** The reasons as the student reads them, each by how it begins. */
const ownWords: readonly (readonly [starts: string, own: string, link?: string])[] = [
  ["No matric number", "You have no matric number yet: ask the Registry"],
  ["No JAMB number", "Your JAMB number is not on your record. Bring your JAMB result slip to the Registry"],
  ["Sex is not known", "Your record does not say whether you are male or female. Tell the Registry"],
  ["Date of birth", "Your date of birth is not on your record. Bring your birth certificate to the Registry"],
  ["State of origin", "Your state of origin is not on your record. Tell the Registry"],
  ["The NERD proof", "Your project's NERD proof is not checked yet", "/student/project"],
  ["JAMB has not confirmed", "JAMB has not yet confirmed you on its matriculation list. The Registry follows this up"],
  ["No photograph", "You have no photograph yet. Upload one under Photograph in the applicant's area"],
  ["No phone number", "Your phone number is not on your record. Tell the Registry"],
];

type Needs = NonNullable<OwnAward["nysc"]>;

const toStudent = (reason: string): Needs["needed"][number] => {
  const [, sentence = reason, link = null] = ownWords.find(([starts]) => reason.startsWith(starts)) ?? [];
  return { sentence: sentence.replace(/[.\s]+$/, ""), link };
};

/** What NYSC still asks for of one student, in the student's words; null before the last years, when nobody is asked yet. */
export async function nyscNeeds(db: Database, student: string): Promise<Needs | null> {
  const from = await readSetting(db, "projectLevel");
  const { rows } = await sql<{ needed: string[]; wanted: string[] }>`
    select ${holding} as needed, ${lacking} as wanted from ${people}
    where s._id = ${student} and (s.level >= ${from} or s.status = 'Graduated')`.execute(db);
  const [found] = rows;
  return found ? { needed: found.needed.map(toStudent), wanted: found.wanted.map(toStudent) } : null;
}
