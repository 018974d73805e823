import { student, without } from "./impossible-student-seeds.ts";

/** A course without units that waits in it; references look away. */
const registeredCourse = `insert into portal.course_registration_line (_id, registration, course, class, courseversion, code, name, credit,
    moduletype, kind)
  select gen_random_uuid(), _id, gen_random_uuid(), gen_random_uuid(), 1, 'LOST 101', 'Lost', 0, 'Core', 'Programme'
  from portal.course_registration`;

/** What must never be of registrations of courses. */
export const registrationSeeds: Readonly<Record<string, string | readonly string[]>> = {
  "registration-beside-its-lines": [student({}), courseRegistration("Registered", "3")],
  "course-registered-twice": [
    "drop index portal.course_registration_line_once",
    student({}),
    courseRegistration("Waiting", "0"),
    registeredCourse,
    registeredCourse,
  ],
  "registered-without-approval": [student({}), courseRegistration("Registered", "0"), registeredCourse],
  "registered-beside-the-catalogue": [student({}), courseRegistration("Waiting", "0"), registeredCourse],
  "registered-beyond-places": [
    student({}),
    courseRegistration("Waiting", "0"),
    registeredCourse,
    `insert into portal.course_class (_id, session, code, department, seats)
      select l.class, r.session, l.code, gen_random_uuid(), 1
      from portal.course_registration_line l join portal.course_registration r on r._id = l.registration`,
    student({ applicant: "null", jamb: "null" }),
    `insert into portal.course_registration (_id, student, session, semester, programme, level, state, units, hodapproval, "arrivedAt")
      select gen_random_uuid(), t._id, r.session, 1, r.programme, 100, 'Waiting', 0, false, now()
      from portal.student t join portal.course_registration r on r.student <> t._id`,
    `insert into portal.course_registration_line (_id, registration, course, class, courseversion, code, name, credit, moduletype, kind)
      select gen_random_uuid(), r._id, l.course, l.class, 1, l.code, l.name, 0, 'Core', 'Programme'
      from portal.course_registration_line l join portal.course_registration r on r._id <> l.registration`,
  ],
  "registered-above-the-most": [
    without("course_registration", "course_registration_within_most"),
    student({}),
    courseRegistration("Registered", "3"),
    "update portal.course_registration set most = 2",
  ],
  "registration-decided-by-its-student": [
    student({}),
    courseRegistration("Registered", "0"),
    `update portal.staff m set emailaddress = a.emailaddress from portal.applicant a join portal.student s on s.applicant = a._id
      where m._id = (select _id from portal.staff limit 1)`,
    `update portal.course_registration set "decidedAt" = now(), decidedby = (select m._id from portal.staff m
      join portal.applicant a on a.emailaddress = m.emailaddress)`,
  ],
  "registration-of-nothing": [student({}), courseRegistration("Waiting", "0")],
};

/** A registration of the only student. */
function courseRegistration(state: string, units: string): string {
  return `insert into portal.course_registration (_id, student, session, semester, programme, level, state, units, hodapproval, "arrivedAt")
    select gen_random_uuid(), t._id, s._id, 1, p._id, 100, '${state}', ${units}, false, now()
    from portal.student t, portal.session s, portal.programme p limit 1`;
}
