import { student } from "./impossible-student-seeds.ts";

const course = `with made as (insert into portal.course_class (_id, session, code, department)
    select gen_random_uuid(), one._id, 'EDU 311', d._id from portal.session one, portal.department d limit 1 returning *)
  insert into portal.score_sheet (_id, class, session, semester, camax, exammax, state, submittedby, "submittedAt", "movedAt")
  select gen_random_uuid(), made._id, made.session, 1, 40, 60, 'With head', p._id, now(), now() - interval '1 hour'
  from made, portal.staff p limit 1`;

const score = (ca: number) => `insert into portal.score (_id, sheet, student, ca, examination, typedby)
  select gen_random_uuid(), s._id, t._id, ${ca}, 20, p._id from portal.score_sheet s, portal.student t, portal.staff p limit 1`;

const change = `insert into portal.score_change (_id, sheet, student, staff, how, after)
  select gen_random_uuid(), c.sheet, c.student, c.typedby, 'Grid',
    jsonb_build_object('ca', c.ca, 'examination', c.examination, 'code', c.code) from portal.score c`;

const round = `insert into portal.practice_round (_id, name, session, semester, courses, needs, way, choosefrom, chooseuntil, starts, ends,
    weeks, items, visits, passline)
  select gen_random_uuid(), 'Lost', s.session, 1, 'EDU 311', 'NONE', 'First come', '2026-01-01', '2026-01-02', '2026-01-05', '2026-06-30',
    12, 'Voice: 10', 1, 40 from portal.score_sheet s limit 1`;

/** What must never be of score sheets. */
export const sheetSeeds: Readonly<Record<string, string | readonly string[]>> = {
  "score-above-maximum": [student({}), course, score(41)],
  "score-changed-while-locked": [student({}), course, score(40), change],
  "score-without-its-change": [student({}), course, score(40)],
  "sheet-of-practice": [student({}), course, score(40), round],
};

/** A class that stands nowhere, with a sheet in a state; references look away. */
const sheet = (state: string, more: Readonly<Record<string, string>> = {}) => {
  const columns = {
    _id: "gen_random_uuid()",
    class: "gen_random_uuid()",
    session: "one._id",
    semester: "1",
    camax: "40",
    exammax: "60",
    state: `'${state}'`,
    submittedby: "p._id",
    '"submittedAt"': "now() - interval '1 hour'",
    ...more,
  };
  return `insert into portal.score_sheet (${Object.keys(columns).join(", ")}) select ${Object.values(columns).join(", ")}
    from portal.session one, portal.staff p limit 1`;
};

const step = (from: string, to: string) =>
  `insert into portal.score_sheet_step (_id, sheet, fromstate, tostate, staff)
    select gen_random_uuid(), s._id, '${from}', '${to}', s.submittedby from portal.score_sheet s`;

/** What must never be of the chain of score sheets. */
export const chainSeeds: Readonly<Record<string, string | readonly string[]>> = {
  "sheet-approved-without-board": sheet("Approved"),
  "sheet-decided-twice": [
    sheet("With examinations"),
    step("With head", "With dean"),
    step("With dean", "With examinations"),
  ],
  "sheet-sent-without-mark": [
    student({ '"statusAt"': "now() - interval '2 days'" }),
    sheet("With head"),
    `insert into portal.course_registration (_id, student, session, semester, programme, level, state, units, hodapproval, "arrivedAt")
      select gen_random_uuid(), t._id, s.session, 1, c._id, 100, 'Registered', 2, false, now() - interval '1 day'
      from portal.student t, portal.score_sheet s, portal.programme c limit 1`,
    `insert into portal.course_registration_line (_id, registration, course, class, courseversion, code, name, credit, moduletype, kind, "approvedAt")
      select gen_random_uuid(), r._id, gen_random_uuid(), s.class, 1, 'LOST 101', 'Lost', 2, 'Core', 'Programme', now() - interval '1 day'
      from portal.course_registration r, portal.score_sheet s`,
  ],
};
