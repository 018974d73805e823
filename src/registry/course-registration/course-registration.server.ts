import { sql } from "kysely";
import { sessionName } from "#calendar/session/session.server.ts";
import type { MergePart, Noun } from "#console/noun/noun.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { studentsOfAccount } from "../student/student.server.ts";

const ownRegistrations: OwnRows = {
  name: "course-registrations",
  tables: ["course_registration", "course_registration_line"],
  rows: (owner) => sql`select to_jsonb(r) || jsonb_build_object('courses', (
      select coalesce(jsonb_agg(to_jsonb(l) order by l.code, l."addedAt"), '[]') from portal.course_registration_line l
      where l.registration = r._id)) as row
    from portal.course_registration r where r.student in (${studentsOfAccount(owner)})`,
  stays: {
    what: ({ length }) => [`Your ${asCount(length, "registration")} of courses`],
    why: "Your results and your transcript rest on them, for as long as the rules of the college say",
  },
};

interface TermOfBoth {
  readonly session: string;
  readonly semester: number;
  readonly isboth: boolean;
}

/** Registrations go along. Two of one semester would be one person in two classes: one of them is dropped first. */
const registrationMerge: MergePart = {
  tables: ["course_registration"],
  async plan(trx, { kept, gone }) {
    const { rows } = await sql<TermOfBoth>`
      select coalesce(${sessionName(sql.ref("r.session"))}, '') as session, r.semester, k._id is not null as isboth
      from portal.course_registration r left join portal.course_registration k
        on k.student = ${kept._id} and (k.session, k.semester) = (r.session, r.semester)
      where r.student = ${gone._id} order by r.session, r.semester`.execute(trx);
    const going = rows.filter(({ isboth }) => !isboth).length;
    return {
      moves:
        going > 0 ? [asCount(going, "registration of courses goes along", "registrations of courses go along")] : [],
      stops: rows
        .filter(({ isboth }) => isboth)
        .map(
          ({ session, semester }) =>
            `Both records have registered courses for the ${semester === 1 ? "first" : "second"} semester ${session}. They are two classes of one person, and cannot become one: ask the Registry which record took part`,
        ),
    };
  },
  async move({ trx, note }, { kept, gone }) {
    const { rows } = await sql`update portal.course_registration set student = ${kept._id}, version = version + 1,
      "updatedAt" = now() where student = ${gone._id} returning _id`.execute(trx);
    if (rows.length > 0)
      note({
        deed: "registration.go-along",
        subject: `student:${kept._id}`,
        after: { registrations: rows.length, from: gone._id },
      });
  },
};

export const courseRegistrationNoun: Noun = {
  name: "course-registration",
  ownRows: [ownRegistrations],
  merges: [registrationMerge],
};
