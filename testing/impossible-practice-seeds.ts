import { student, without } from "./impossible-student-seeds.ts";

const round = `insert into portal.practice_round (_id, name, session, semester, courses, needs, way, choosefrom, chooseuntil, starts, ends,
    weeks, items, visits, passline)
  select gen_random_uuid(), 'Lost', one._id, 1, 'EDU 311', 'NONE', 'First come', '2026-01-01', '2026-01-02', '2026-01-05', '2026-06-30',
    12, 'Voice: 10', 1, 40 from portal.session one limit 1`;

const school = `insert into portal.practice_school (_id, name, kind, address, state, lga, places)
  values (gen_random_uuid(), 'Lost', 'Basic', 'Nowhere', 'Kogi', 'Lokoja', 5)`;

const posting = (more: Readonly<Record<string, string>> = {}) => {
  const columns = {
    _id: "gen_random_uuid()",
    round: "r._id",
    student: "s._id",
    name: "'Lost'",
    school: "c._id",
    course: "'EDU 311'",
    ...more,
  };
  return `insert into portal.practice_posting (${Object.keys(columns).join(", ")}) select ${Object.values(columns).join(", ")}
    from portal.practice_round r, portal.practice_school c, portal.student s, portal.staff p limit 1`;
};

/** Confirmed by whoever proposed it, and no mark of its course. */
const confirmed = [
  without("practice_posting", "practice_posting_two_people"),
  student({}),
  round,
  school,
  posting({
    state: "'Confirmed'",
    total: "50",
    proposedby: "p._id",
    '"proposedAt"': "now()",
    decidedby: "p._id",
    '"decidedAt"': "now()",
  }),
];

/** What must never be of teaching practice. */
export const practiceSeeds: Readonly<Record<string, string | readonly string[]>> = {
  "practice-places-miscounted": [student({}), round, school, posting(), "update portal.practice_seat set taken = 4"],
  "practice-confirmed-by-one": confirmed,
  "practice-without-mark": confirmed,
  "project-checked-by-one": [
    without("project", "project_second_person"),
    student({}),
    `insert into portal.stored_file (_id, newname, owner, kind, mediatype, bytes, sha256)
      select gen_random_uuid(), 'lost.pdf', s.applicant, 'document', 'application/pdf', 1, '\\x00' from portal.student s limit 1`,
    `insert into portal.project (_id, student, name, session, state, title, supervisor, finaltitle, file, nerd, proof, "proposedAt",
        "acceptedAt", "depositedAt", checkedby, "checkedAt")
      select gen_random_uuid(), s._id, 'Lost', one._id, 'Checked', 'A title that is lost', p._id, 'A title that is lost', f._id, 'LOST',
        f._id, now(), now(), now(), p._id, now()
      from portal.student s, portal.session one, portal.staff p, portal.stored_file f limit 1`,
  ],
  "practice-score-above-maximum": [
    student({}),
    round,
    school,
    posting(),
    `insert into portal.practice_visit (_id, posting, staff, day, absent, scores, got, most)
      select gen_random_uuid(), t._id, p._id, '2026-01-06', false, '[{"item": "Voice", "most": 10, "score": 11}]', 10, 10
      from portal.practice_posting t, portal.staff p limit 1`,
  ],
};
