import { student, without } from "./impossible-student-seeds.ts";

const progression = (more: Readonly<Record<string, string>> = {}) => {
  const columns = {
    _id: "gen_random_uuid()",
    title: "'Lost'",
    fromsession: "one._id",
    fromsemester: "1",
    fromlevel: "100",
    tosession: "one._id",
    tosemester: "2",
    tolevel: "100",
    seen: "'lost'",
    people: "1",
    proposedby: "p._id",
    ...more,
  };
  return `insert into portal.progression (${Object.keys(columns).join(", ")}) select ${Object.values(columns).join(", ")}
    from portal.session one, portal.staff p limit 1`;
};

const progressionLine = (more: Readonly<Record<string, string>> = {}) => {
  const columns = {
    _id: "gen_random_uuid()",
    progression: "o._id",
    place: "1",
    student: "s._id",
    name: "'Lost'",
    level: "100",
    lastlevel: "300",
    outcome: "'Promoted'",
    reason: "'Lost'",
    tolevel: "100",
    tosemester: "2",
    state: "'Waiting'",
    fromsession: "o.fromsession",
    fromsemester: "o.fromsemester",
    ...more,
  };
  return `insert into portal.progression_line (${Object.keys(columns).join(", ")}) select ${Object.values(columns).join(", ")}
    from portal.progression o, portal.student s limit 1`;
};

const done = { state: "'Done'", '"decidedAt"': "now()" };

/** What must never be of moving classes. */
export const progressionSeeds: Readonly<Record<string, string | readonly string[]>> = {
  "moved-twice": [
    "drop index portal.progression_line_once",
    without("progression_line", "progression_line_each"),
    student({}),
    progression(),
    progressionLine(done),
    progressionLine(done),
  ],
  "moved-beyond-the-last-level": [student({}), progression(), progressionLine({ tolevel: "400" })],
  "progression-decided-by-one": [
    without("progression", "progression_two_people"),
    progression({ state: "'Running'", decidedby: "p._id", '"decidedAt"': "now()" }),
  ],
  "progression-stands-still": progression({
    ...{ state: "'Running'", decidedby: "gen_random_uuid()", '"decidedAt"': "now() - interval '2 hours'" },
  }),
  "moved-before-approval": [student({}), progression(), progressionLine(done)],
};

const standing = (more: Readonly<Record<string, string>> = {}) => {
  const columns = {
    _id: "gen_random_uuid()",
    student: "s._id",
    name: "'Lost'",
    session: "one._id",
    semester: "1",
    standing: "'Probation'",
    points: "0",
    units: "2",
    rule: "'Lost'",
    proposedby: "p._id",
    ...more,
  };
  return `insert into portal.standing_proposal (${Object.keys(columns).join(", ")}) select ${Object.values(columns).join(", ")}
    from portal.student s, portal.session one, portal.staff p limit 1`;
};

/** What must never be of academic standing. */
export const standingSeeds: Readonly<Record<string, string | readonly string[]>> = {
  "standing-decided-by-one": [
    without("standing_proposal", "standing_proposal_two_people"),
    student({}),
    standing({ state: "'Approved'", decidedby: "p._id", '"decidedAt"': "now()" }),
  ],
  "standing-twice": ["drop index portal.standing_proposal_once", student({}), standing(), standing()],
};
