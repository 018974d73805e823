import { student, without } from "./impossible-student-seeds.ts";

const list = (more: Readonly<Record<string, string>>) => {
  const columns = {
    ...{ _id: "gen_random_uuid()", session: "one._id", title: "'Lost'", proposedby: "p._id" },
    ...more,
  };
  return `insert into portal.graduation (${Object.keys(columns).join(", ")}) select ${Object.values(columns).join(", ")}
    from portal.session one, portal.staff p limit 1`;
};

const approved = {
  state: "'Approved'",
  decidedby: "p._id",
  '"decidedAt"': "now()",
  minute: "'Lost'",
  heldon: "'2026-01-30'",
};

const line = (more: Readonly<Record<string, string>>) => {
  const columns = {
    ...{ _id: "gen_random_uuid()", graduation: "g._id", student: "s._id", name: "'Lost'", programme: "taught._id" },
    ...{
      award: "'NCE'",
      course: "'Lost'",
      points: "3000",
      units: "6",
      passedunits: "6",
      passclass: "'Pass'",
      classfrom: "1.5",
    },
    ...more,
  };
  return `insert into portal.graduand (${Object.keys(columns).join(", ")}) select ${Object.values(columns).join(", ")}
    from portal.graduation g, portal.student s, portal.programme taught limit 1`;
};

const conferred = { state: "'Conferred'", '"conferredAt"': "now()" };

const certificate = `insert into portal.certificate (_id, kind, graduand, student, session, number, serial, name, programme, award, course,
    passclass, conferredon)
  select gen_random_uuid(), 'Certificate', l._id, l.student, g.session, 1, 'LOST', 'Lost', l.programme, 'NCE', 'Lost', 'Pass', '2026-01-30'
  from portal.graduand l join portal.graduation g on g._id = l.graduation limit 1`;

/** What must never be of awards and of the sheets that say them. */
export const awardSeeds: Readonly<Record<string, string | readonly string[]>> = {
  "award-beside-status": [without("graduation", "graduation_two_people"), student({}), list(approved), line(conferred)],
  "award-conferred-by-one": [without("graduation", "graduation_two_people"), list(approved)],
  "award-beside-its-list": [student({}), list({}), line(conferred)],
  "serial-without-sheet": `insert into portal.certificate_counter (kind, session, given)
    select 'Certificate', _id, 1 from portal.session limit 1`,
  "certificate-without-award": [student({}), list({}), line({}), certificate],
  "sheet-beside-its-steps": [student({}), list({}), line(conferred), certificate],
};
