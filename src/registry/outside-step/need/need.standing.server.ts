import { type RawBuilder, sql } from "kysely";
import { programmeTitles } from "#college/programme/programme.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { candidatesOf, capsDaysOf, claimsOf, nameAtJamb } from "#selection/jamb/jamb.server.ts";
import { listedByJamb } from "../../outgoing-list/outgoing-list.server.ts";
import { listedStudents } from "../../student/student.server.ts";
import type { Standing } from "../outside-step.rules.ts";

/** Of whom it is asked, and what is told about them. */
export interface PersonStanding extends Standing {
  readonly applicant: string;
  readonly name: string;
  /** `_id`s; null for who has not applied. */
  readonly application: string | null;
  readonly programme: string | null;
  readonly student: string | null;
}

/**
 * How people stand with JAMB in a session, by its lists, the CAPS returns and the own records. `people` selects `applicant, jamb,
 * name, application, programme`.
 */
export async function standingOfPeople(
  db: Database,
  session: string,
  people: RawBuilder<unknown>,
): Promise<PersonStanding[]> {
  const { rows } = await sql<PersonStanding>`
    with titled as materialized (${programmeTitles()}),
      listed as materialized (${candidatesOf(session)}),
      back as materialized (${capsDaysOf(session)}),
      claimed as materialized (${claimsOf(session)})
    select p.applicant, p.jamb, p.name, p.application, p.programme, exists (select from listed) as came,
      l.jamb is not null as listed,
      exists (select from claimed where claimed.jamb = p.jamb and claimed.applicant = p.applicant) as claimed,
      ${nameAtJamb({ session: sql`${session}::uuid`, jamb: sql`p.jamb`, name: sql`p.name` })} as othername,
      case when coalesce(b.programme, l.programme) <> p.programme then titled.title end as otherprogramme,
      p.programme is not null as applied, b.status as caps, exists (select from back) as returned,
      b.proposed, b.admitted, b.accepted, olevel."createdAt" as olevelsaid, letter."createdAt" as lettersaid,
      s.student, s.matric, case when s.student in (${listedByJamb()}) then 'Listed' end as national
    from (${people}) p left join listed l on l.jamb = p.jamb left join back b on b.jamb = p.jamb
      left join titled on titled._id = coalesce(b.programme, l.programme)
      left join portal.outside_said olevel on olevel.applicant = p.applicant and olevel.session = ${session}
        and olevel.step = 'O-Level results on CAPS'
      left join portal.outside_said letter on letter.applicant = p.applicant and letter.session = ${session}
        and letter.step = 'JAMB admission letter'
      left join lateral (select student._id as student, student.matric from ${listedStudents()} student
        where student.applicant = p.applicant and student.session = ${session} order by student._id limit 1) s on true`.execute(
    db,
  );
  return rows;
}
