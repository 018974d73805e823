import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { isOwn, isOwnAddress } from "#access/own-file/own-file.server.ts";
import { reachOf } from "#access/permission/permission.server.ts";
import { membersOfStaff } from "#access/staff/staff.server.ts";
import { sessionName } from "#calendar/session/session.server.ts";
import { programmeLabel } from "#college/programme/programme.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { columnsOf, mayList, type RecordRules } from "#console/record/record.server.ts";
import type { Officer, Scope } from "#console/scope/scope.server.ts";
import { fullName } from "#identity/account/account.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { paperTemplate, usual, value } from "#reference/message-template/message-template.rules.ts";
import { paperWordsAt } from "#reference/message-template/message-template.server.ts";
import { paperLetters } from "#reference/papers/papers.names.rules.ts";
import { paperAddress } from "#reference/papers/papers.server.ts";
import { holdAgainst } from "#registry/hold/hold.server.ts";
import { everyStudent, ofStudentsWithin } from "#registry/student/student.server.ts";
import { everyRound, roundById } from "../practice-round/practice-round.server.ts";
import { everySchool } from "../practice-school/practice-school.server.ts";
import type { readPostingLetter } from "./letter/letter.contract.ts";
import { practicePostings, type readPosting, type VisitShown } from "./teaching-practice.contract.ts";
import { judged, lacksOf } from "./teaching-practice.judge.server.ts";
import { type PostingState, type PracticeCode, practiceTotal } from "./teaching-practice.rules.ts";

export const postingRules: RecordRules<typeof practicePostings> = {
  of: practicePostings,
  table: "practice_posting",
  within: (column, scope) => ofStudentsWithin(column("student"), scope),
  hidden: (
    column,
    member,
  ) => sql`exists (select from ${everyStudent()} concerned where concerned._id = ${column("student")}
    and (${isOwn(sql.ref("concerned.applicant"), member)} or ${isOwnAddress(sql.ref("concerned.emailaddress"), member)}))`,
  deeds: {
    "practice_posting.post": "Posted",
    "practice_posting.move": "Moved to another school",
    "practice_posting.release": "Posting taken back",
    "practice_posting.supervise": "Supervisor given",
    "practice_posting.visit": "Visit scored",
    "practice_posting.visit-back": "Visit taken back",
    "practice_posting.propose": "Result proposed",
    "practice_posting.confirm": "Result confirmed",
    "practice_posting.return": "Result sent back",
  },
};

/** Whether a member of staff may look at a posting: as its supervisor, or as far as the right of the office reaches. */
export async function looksAt(db: Database, who: Officer, id: string): Promise<boolean> {
  return isAmong(db, who, id, await reachOf(db, who.staff, "teaching-practice"), true);
}

/** Whether one may do something to it: with the supervisor's own right to change, or as far as that of the office reaches. */
export async function worksOn(db: Database, who: Officer, id: string): Promise<boolean> {
  const supervises = (await reachOf(db, who.staff, "supervision.change")) !== undefined;
  return isAmong(db, who, id, await reachOf(db, who.staff, "teaching-practice.change"), supervises);
}

async function isAmong(
  db: Database,
  { staff }: Officer,
  id: string,
  scope: Scope | undefined,
  supervises: boolean,
): Promise<boolean> {
  if (!isId(id)) return false;
  const office = scope === undefined ? sql`false` : mayList(postingRules, { staff, scope }, columnsOf("t"));
  const { rows } = await sql`select from portal.practice_posting t where t._id = ${id}
    and ((${supervises}::boolean and t.supervisor = ${staff}) or ${office})`.execute(db);
  return rows.length > 0;
}

interface ReadVisit {
  readonly _id: string;
  readonly staff: string;
  readonly day: string;
  readonly absent: boolean;
  readonly got: number | null;
  readonly most: number | null;
  readonly scores: VisitShown["scores"];
  readonly note: string | null;
  readonly takingback: string | null;
}

/** The visits of a posting, the oldest first. */
export async function visitsOf(db: Database, posting: string): Promise<readonly ReadVisit[]> {
  const { rows } =
    await sql<ReadVisit>`select v._id, v.staff, v.day, v.absent, v.got, v.most, v.scores, v.note, v.takingback
    from portal.practice_visit v where v.posting = ${posting} order by v.day, v."createdAt"`.execute(db);
  return rows;
}

/** Those that a result rests on. */
export const scoredOf = (visits: readonly ReadVisit[]) =>
  visits.flatMap(({ got, most, takingback }) =>
    got !== null && most !== null && takingback === null ? [{ got, most }] : [],
  );

interface ReadPosting {
  readonly _id: string;
  readonly student: string;
  readonly name: string;
  readonly matric: string | null;
  readonly phonenumber: string | null;
  readonly school: string;
  readonly address: string;
  readonly round: string;
  readonly state: PostingState;
  readonly supervisor: string | null;
  readonly total: number | null;
  readonly code: PracticeCode | null;
  readonly reason: string | null;
  readonly version: number;
  readonly proposedby: string | null;
  readonly attempts: number;
}

/** A posting as whoever works on it looks at it. 404 for everybody else. */
export async function postingStanding(db: Database, who: Officer, id: string): Promise<Replied<typeof readPosting>> {
  if (!(await looksAt(db, who, id))) throw notFound();
  const { rows } = await sql<ReadPosting>`
    select p._id, p.student, p.name, p.matric, own.phonenumber, s.name as school, concat_ws(', ', s.address, s.lga) as address,
      p.round, p.state, p.supervisor, p.total, p.code, p.reason, p.version, p.proposedby,
      (select count(*)::int from portal.practice_posting tried where tried.student = p.student) as attempts
    from portal.practice_posting p join ${everyStudent()} own on own._id = p.student
      join ${everySchool()} s on s._id = p.school where p._id = ${id}`.execute(db);
  const [posting] = rows;
  const round = posting && (await roundById(db, posting.round));
  if (!posting || !round) throw notFound();
  const { student, round: _, supervisor, proposedby, ...shown } = posting;
  const [visits, people] = await Promise.all([visitsOf(db, id), judged(db, round, [student])]);
  const members = await membersOfStaff(db, [...visits.map(({ staff }) => staff), ...(supervisor ? [supervisor] : [])]);
  const by = supervisor === null ? undefined : members.get(supervisor);
  const person = people.get(student);
  const isOpen = posting.state === "Posted" || posting.state === "Proposed";
  return {
    ...shown,
    round: round.name,
    starts: round.starts,
    ends: round.ends,
    supervisor: by?.name ?? null,
    left: by !== undefined && !by.isactive,
    lacks: person && isOpen ? [...lacksOf(person, round)] : [],
    sheet: [...round.sheet],
    visits: visits.map(({ staff, ...visit }) => ({
      ...visit,
      by: members.get(staff)?.name ?? "A member of staff",
      mine: staff === who.staff,
    })),
    needed: round.visits,
    passline: round.passline,
    computed: practiceTotal(scoredOf(visits)),
    mine: supervisor === who.staff,
    proposedByMe: proposedby === who.staff,
  };
}

interface ReadLetter {
  readonly _id: string;
  readonly student: string;
  readonly firstname: string;
  readonly middlename: string | null;
  readonly lastname: string;
  readonly matric: string | null;
  readonly level: number | null;
  readonly programme: string | null;
  readonly session: string | null;
  readonly semester: number;
  readonly course: string;
  readonly state: PostingState;
  readonly supervisor: string | null;
  readonly name: string;
  readonly address: string;
  readonly lga: string;
  readonly area: string;
  readonly contact: string | null;
  readonly starts: string;
  readonly ends: string;
  readonly postedAt: string;
  readonly releasing: string | null;
}

const letterRow = (db: Database, id: string) =>
  sql<ReadLetter>`
    select p._id, p.student, own.firstname, own.middlename, own.lastname, own.matric, own.level,
      ${programmeLabel(sql.ref("own.programme"))} as programme, ${sessionName(sql.ref("r.session"))} as session, r.semester, p.course,
      p.state, p.supervisor, s.name, s.address, s.lga, s.state as area, s.contact, r.starts, r.ends, p."createdAt" as "postedAt",
      p.releasing
    from portal.practice_posting p join ${everyStudent()} own on own._id = p.student
      join ${everySchool()} s on s._id = p.school join ${everyRound()} r on r._id = p.round where p._id = ${id}`.execute(
    db,
  );

const letterTemplate = paperTemplate({
  key: "posting-letter",
  name: "Posting letter",
  when: "A student shows it at the school; it keeps the words of the day of the posting",
  reader: "others",
  values: {
    ...usual("name", "matric", "programme", "course", "session"),
    school: value("the school", "Government Day Secondary School, Minna"),
  },
  must: ["course"],
  words: {
    heading: "Posting for teaching practice",
    greeting: "Dear Sir or Madam,",
    opening:
      "The student named below is posted to your school to teach, as a part of the course {course} of this college. We ask you to receive the student, to give classes of the subjects below, and to let our supervisor sit in.",
    closing: `The student keeps the rules of your school. If the student does not come, or stays away without leave, please write to us: practice that is missed is repeated.

Thank you for your part in the training of teachers.`,
    signatories: "Director of teaching practice, for the Registrar",
  },
});

export const postingTemplates = [letterTemplate];

export const postingPapers: Noun["papers"] = {
  [letterTemplate.key]: {
    right: "teaching-practice",
    async read(app, { student }) {
      const { rows } = student
        ? await sql<{
            _id: string;
          }>`select _id from portal.practice_posting where student = ${student._id} and state <> 'Released'
            order by "createdAt" desc limit 1`.execute(app.portal.db)
        : { rows: [] };
      return rows[0] ? postingLetter(app, rows[0]._id) : null;
    },
  },
};

/** The posting letter. Refuses it for a place that was given up, and while a hold keeps papers. */
export async function postingLetter(app: FastifyInstance, id: string): Promise<Replied<typeof readPostingLetter>> {
  const { db, config } = app.portal;
  const { rows } = await letterRow(db, id);
  const [of] = rows;
  if (!of) throw notFound();
  if (of.state === "Released")
    throw refuse("posting-released", `This posting was taken back, so it has no letter. ${of.releasing ?? ""}`);
  const held = await holdAgainst(db, of.student, "papers");
  if (held)
    throw refuse("held-by-office", `A hold keeps the posting letter. ${held.reason}. Where to go: ${held.office}`);
  const members = await membersOfStaff(db, of.supervisor ? [of.supervisor] : []);
  return {
    _id: id,
    name: fullName(of),
    matric: of.matric,
    programme: of.programme ?? "",
    level: of.level,
    session: of.session ?? "",
    semester: of.semester,
    course: of.course,
    school: { name: of.name, address: of.address, lga: of.lga, state: of.area, contact: of.contact },
    starts: of.starts,
    ends: of.ends,
    supervisor: members.get(of.supervisor ?? "")?.name ?? null,
    postedAt: of.postedAt,
    genuine: paperAddress(config, paperLetters.postingLetter, id),
    asOf: await clock(db),
    words: await paperWordsAt(
      db,
      letterTemplate,
      {
        ...{ name: fullName(of), matric: of.matric ?? "", programme: of.programme ?? "", course: of.course },
        ...{ session: of.session ?? "", school: of.name },
      },
      of.postedAt,
    ),
  };
}

/** A posting letter: whether its student is still posted to the school that it names. */
export async function provesPosting(db: Database, id: string) {
  if (!isId(id)) return null;
  const [of] = (await letterRow(db, id)).rows;
  if (!of) return null;
  const released = of.state === "Released";
  return {
    valid: !released,
    name: fullName(of),
    programme: of.programme ?? "",
    session: of.session ?? "",
    status: released ? "Not posted any more" : `Posted to ${of.name}, ${of.lga}`,
    amount: null,
    date: of.postedAt,
    why: released ? "The college has taken this posting back" : null,
  };
}
