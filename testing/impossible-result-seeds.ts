import { student } from "./impossible-student-seeds.ts";

/** What must never be of published results. */
export const resultSeeds: Readonly<Record<string, string | readonly string[]>> = {
  "result-beside-past-mark": [
    student({}),
    result({}),
    `insert into portal.past_mark (_id, student, session, semester, course, title, units, total)
      select gen_random_uuid(), student, session, semester, 'lost 101', title, units, total from portal.course_result`,
  ],
  "result-corrected-by-nothing": [student({}), result({ '"supersededAt"': "now()" })],
  "result-below-its-score": [student({}), result({ total: "40" })],
};

/** A result of the only student, whose publication is nobody's. */
export function result(more: Readonly<Record<string, string>>): string {
  const columns = {
    _id: "gen_random_uuid()",
    student: "t._id",
    session: "s._id",
    semester: "1",
    programme: "p._id",
    level: "100",
    class: "gen_random_uuid()",
    course: "'LOST 101'",
    title: "'Lost'",
    units: "2",
    moduletype: "'Core'",
    ca: "20",
    examination: "30",
    total: "50",
    passline: "40",
    publication: "gen_random_uuid()",
    '"visibleAt"': "now()",
    ...more,
  };
  return `insert into portal.course_result (${Object.keys(columns).join(", ")}) select ${Object.values(columns).join(", ")}
    from portal.student t, portal.session s, portal.programme p limit 1`;
}
