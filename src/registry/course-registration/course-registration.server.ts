import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { windowBegun } from "#calendar/registration-window/registration-window.server.ts";
import { semesterWords } from "#calendar/session/session.rules.ts";
import { sessionName } from "#calendar/session/session.server.ts";
import type { MergePart, Noun, StudentStep } from "#console/noun/noun.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { write } from "#platform/write/write.server.ts";
import { countClassesBy, everyCourse } from "../course/course.server.ts";
import { latePermits } from "../registration-permit/registration-permit.server.ts";
import { statusesStopping } from "../student/student.rules.ts";
import { everyStudent, studentsOfAccount } from "../student/student.server.ts";
import { student } from "../student-sign-in/student-sign-in.server.ts";
import { borrowableTo } from "./borrow/borrow.server.ts";
import { bulkDropCalls } from "./bulk-drop/bulk-drop.server.ts";
import { courseFormCalls, courseFormPapers, courseFormTemplates } from "./course-form/course-form.server.ts";
import { judgeAgain } from "./course-registration.again.server.ts";
import { borrowableCourses, readOwnRegistration, sendRegistration } from "./course-registration.contract.ts";
import { impossibleRegistrations } from "./course-registration.impossible.server.ts";
import { studentsInClasses } from "./course-registration.read.server.ts";
import { arrivalOf, proposalOf, standingOf } from "./course-registration.standing.server.ts";
import { submitRegistration } from "./course-registration.submit.server.ts";
import { courseTemplates, tellOfCourses } from "./course-registration.told.server.ts";
import { inboxTemplates } from "./inbox/inbox.mail.server.ts";
import { inboxCalls, inboxRules, inboxWaiting, openedWaiting } from "./inbox/inbox.server.ts";

const ownRegistrations: OwnRows = {
  name: "course-registrations",
  tables: ["course_registration", "course_registration_line"],
  // Which of them were failed is told where results are, or not at all.
  rows: (owner) => sql`select to_jsonb(r) - '{failed,leftopen}'::text[] || jsonb_build_object('courses', (
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
            `Both records have registered courses for the ${semesterWords(semester)} ${session}. They are two classes of one person, and cannot become one: ask the Registry which record took part`,
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

export {
  classMembers,
  coursesLeftBy,
  everyRegistration,
  firstApproval,
  keepRegistrations,
  metCodes,
  registeredLines,
  takenCourses,
  untakenCourses,
} from "./course-registration.read.server.ts";

/** Registering has a last day, so it stands before what has none. Nothing is said to who studies elsewhere or not now. */
const registrationStep: StudentStep<{ readonly state: string | null; readonly end: string; readonly islate: boolean }> =
  {
    rank: 290,
    found: ({
      student: of,
    }) => sql`(select jsonb_build_object('state', had.state, 'end', last.day, 'islate', today.day >= w.late)
    from (select (now() at time zone 'Africa/Lagos')::date as day) today
    join ${everyStudent()} me on me._id = ${of} and me.programme is not null and me.level is not null
      and not me.status = any(${statusesStopping("registration")}::text[])
    cross join lateral ${windowBegun(sql.ref("me.programme"), sql.ref("me.level"))} w
    left join portal.course_registration had on had.student = ${of} and had.session = w.session and had.semester = w.semester
    left join ${latePermits()} permit on permit.student = ${of} and permit.session = w.session
      and permit.semester = w.semester and permit.until >= today.day
    cross join lateral (select greatest(w."end", permit.until, case when had.state = 'Returned' then w.changes end) as day) last
    where (had.state is null or had.state = 'Returned') and last.day >= today.day
      and exists (select from ${everyCourse()} c where c.session = w.session and c.semester = w.semester and c.status) limit 1)`,
    say: ({ state, end, islate }) => ({
      sentence:
        state === "Returned"
          ? `Your head of department sent your courses back. Mend them until ${asDay(end)}.`
          : `Register your courses until ${asDay(end)}.${islate ? " Registration is late now." : ""}`,
      deed: state === "Returned" ? "See why, and mend it" : "Register courses",
      link: "/student/registration",
    }),
  };

function courseRegistrationCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  courseFormCalls(app);
  countClassesBy(app, studentsInClasses);

  // Many look at once when a window opens: each waits for a connection once, and not before each of a dozen questions.
  handle(app, readOwnRegistration, student, ({ who, reply }) =>
    db.connection().execute(async (own) => proposalOf(own, who.student, await arrivalOf(own, reply))),
  );

  handle(app, borrowableCourses, student, async ({ who, request, reply }) => {
    const { of } = await standingOf(db, who.student, await arrivalOf(db, reply));
    return borrowableTo(db, of, request.query);
  });

  handle(app, sendRegistration, student, (ask) =>
    write(app, ask, async (work) =>
      submitRegistration(work, ask.who.student, ask.body, await arrivalOf(work.trx, ask.reply)),
    ),
  );
}

export const courseRegistrationNoun: Noun = {
  name: "course-registration",
  templates: [...inboxTemplates, ...courseTemplates, ...courseFormTemplates],
  papers: courseFormPapers,
  rounds: [tellOfCourses, judgeAgain],
  calls: (app) => {
    courseRegistrationCalls(app);
    inboxCalls(app);
    bulkDropCalls(app);
  },
  listings: [inboxRules],
  studentSteps: [registrationStep],
  ownRows: [ownRegistrations],
  merges: [registrationMerge],
  waiting: [inboxWaiting, openedWaiting],
  impossible: impossibleRegistrations,
};
