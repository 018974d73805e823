import { result } from "./impossible-result-seeds.ts";
import { student, without } from "./impossible-student-seeds.ts";

/** Corrects the only result by another row, which no rectification speaks of. */
const corrected = [
  `update portal.course_result set "supersededAt" = now()`,
  result({ supersedes: "(select _id from portal.course_result)", ca: "25", total: "55" }),
];

const rectified = (more: Readonly<Record<string, string>>) => {
  const columns = {
    ...{
      _id: "gen_random_uuid()",
      result: "r.supersedes",
      student: "r.student",
      name: "'Lost'",
      session: "r.session",
      semester: "1",
    },
    ...{
      class: "r.class",
      course: "r.course",
      wasca: "20",
      wasexamination: "30",
      ca: "25",
      examination: "30",
      reason: "'Lost'",
    },
    ...{
      evidence: "gen_random_uuid()",
      state: "'Approved'",
      proposedby: "gen_random_uuid()",
      decidedby: "gen_random_uuid()",
    },
    ...{ '"decidedAt"': "now()", newresult: "r._id" },
    ...more,
  };
  return `insert into portal.rectification (${Object.keys(columns).join(", ")}) select ${Object.values(columns).join(", ")}
    from portal.course_result r where r.supersedes is not null limit 1`;
};

/** What must never be of corrected results and questions about them. */
export const rectificationSeeds: Readonly<Record<string, string | readonly string[]>> = {
  "result-corrected-unapproved": [student({}), result({}), ...corrected],
  "rectified-by-one": [
    without("rectification", "rectification_two_people"),
    student({}),
    result({}),
    ...corrected,
    rectified({}),
    "update portal.rectification set decidedby = proposedby",
  ],
  "rectified-otherwise": [student({}), result({}), ...corrected, rectified({ ca: "30" })],
  "inquiry-corrected-by-nothing": [
    student({}),
    result({}),
    `insert into portal.mark_inquiry (_id, result, student, name, session, semester, class, course, question, due, state, rectification)
      select gen_random_uuid(), r._id, r.student, 'Lost', r.session, 1, r.class, r.course, 'Where is it?', current_date, 'Corrected',
        gen_random_uuid() from portal.course_result r limit 1`,
  ],
};
