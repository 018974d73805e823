import { student, without } from "./impossible-student-seeds.ts";

/** 38, which counts as 40. */
const result = `insert into portal.course_result (_id, student, session, semester, programme, level, class, course, title, units, moduletype,
    ca, examination, total, passline, publication, "visibleAt")
  select gen_random_uuid(), s._id, one._id, 1, p._id, 100, gen_random_uuid(), 'LOST 101', 'Lost', 2, 'Core', 20, 18, 40, 40,
    gen_random_uuid(), now()
  from portal.student s, portal.session one, portal.programme p limit 1`;

const moderation = (state: string, of: string) =>
  `insert into portal.moderation (_id, session, trimester, class, code, "from", "to", reason, state, proposedby, decidedby, "decidedAt")
    select gen_random_uuid(), one._id, 1, ${of}, 38, 40, 'Lost', '${state}', p._id,
      ${state === "Proposed" ? "null, null" : "p._id, now()"}
    from portal.session one, portal.staff p limit 1`;

/** That of the result, where there is one. */
const publication = (state: string, at = "now()", moved = "now()") =>
  `insert into portal.publication (_id, session, semester, title, "at", state, sheets, seen, proposedby, decidedby, "decidedAt", "madeAt",
      "updatedAt")
    select coalesce((select r.publication from portal.course_result r limit 1), gen_random_uuid()), one._id, 1, 'Lost', ${at}, '${state}',
      '{}', '', p._id, p._id, now(), ${state === "Being made" ? "null" : "now()"}, ${moved}
    from portal.session one, portal.staff p limit 1`;

const alone = without("publication", "publication_two_people");

/** What must never be of moderation and publication. */
export const publicationSeeds: Readonly<Record<string, string | readonly string[]>> = {
  "moderation-by-one": [without("moderation", "moderation_two_people"), moderation("Approved", "null, null")],
  "moderated-by-nothing": [student({}), result],
  "moderated-twice": [moderation("Proposed", "null, null"), moderation("Proposed", "gen_random_uuid(), 'LOST 101'")],
  "published-unapproved": [
    student({}),
    result,
    `insert into portal.score_sheet (_id, class, session, semester, camax, exammax)
      select gen_random_uuid(), r.class, r.session, 1, 40, 60 from portal.course_result r`,
  ],
  "recalled-and-standing": [student({}), result, alone, publication("Recalled")],
  "published-by-one": [alone, publication("Planned")],
  "published-before-its-minute": [student({}), result, alone, publication("Planned", "now() + interval '1 day'")],
  "published-unmade": [student({}), result, alone, publication("Being made")],
  "publication-late": [alone, publication("Being made", "now()", "now() - interval '1 hour'")],
};
