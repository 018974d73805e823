import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { everyMember } from "#access/staff/staff.server.ts";
import { writeStaffMail } from "#access/staff-mail/staff-mail.server.ts";
import { addProof } from "#admission/genuine/genuine.server.ts";
import { sessionName } from "#calendar/session/session.server.ts";
import { programmeTitles } from "#college/programme/programme.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import {
  mailTemplate,
  paperTemplate,
  signed,
  usual,
  value,
} from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail, paperWordsAt } from "#reference/message-template/message-template.server.ts";
import { paperLetters } from "#reference/papers/papers.names.rules.ts";
import { paperAddress } from "#reference/papers/papers.server.ts";
import { everyClass, everyCourse } from "#registry/course/course.server.ts";
import { type AllocationLetter, issueLetter, readLetter, readOwnLetter } from "./course-allocation.board.contract.ts";
import { awayWords, everyAllocation, lecturersOf, printedList, unitsOf } from "./course-allocation.board.server.ts";
import { ownLetterLink } from "./course-allocation.rules.ts";

export function allocationLetterCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;
  addProof(app, paperLetters.allocationLetter, provesLetter);

  handle(app, issueLetter, staff("course-allocations.change"), (ask) =>
    write(app, ask, async (work) => {
      const { _id, name } = await issued(work, config, ask.who, ask.body);
      return { type: "success" as const, message: `The letter of ${name} is ready to print`, _id };
    }),
  );
  handle(app, readLetter, staff("course-allocations"), async ({ who, params }) => {
    const letter = await letterBy(db, params.id);
    if (!letter || !(await isWithin(db, who, letter))) throw notFound();
    return asPaper(app, letter);
  });
  handle(app, readOwnLetter, staff("my-courses"), async ({ who, params }) => {
    const letter = await letterBy(db, params.id);
    if (letter?.staff !== who.staff) throw notFound();
    return asPaper(app, letter);
  });
}

async function asPaper({ portal: { db, config } }: FastifyInstance, letter: StoredLetter): Promise<AllocationLetter> {
  const [semesters, least, asOf] = await Promise.all([
    semestersOf(db, letter),
    readSetting(db, "leastLoad"),
    clock(db),
  ]);
  const { name, foldernumber, department, sessionname: session, issuedby, issuedAt } = letter;
  const genuine = paperAddress(config, paperLetters.allocationLetter, letter._id);
  const words = await paperWordsAt(db, printedLetter, { name, department, session }, issuedAt);
  return { name, foldernumber, department, session, issuedby, issuedAt, semesters, least, genuine, asOf, words };
}

/** The `_id` of a lecturer's letter for a session; null before it is issued. */
export async function letterFor(db: Database, { staff: member, session }: LetterOf): Promise<string | null> {
  const { rows } = await sql<{ _id: string }>`select l._id from portal.allocation_letter l
    where l.staff = ${member} and l.session = ${session}`.execute(db);
  return rows[0]?._id ?? null;
}

interface LetterOf {
  readonly staff: string;
  readonly session: string;
}

/** The letter of a lecturer for a session, made and told at the first wish. Refuses somebody who teaches nothing then. */
async function issued({ trx, note }: Work, config: Config, who: Officer, { staff: member, session }: LetterOf) {
  const { rows } = isId(member)
    ? await sql<AllocatedMember>`
      select m.name, m.firstname, m.emailaddress, m.status, m.since from ${everyMember()} m where m._id = ${member}`.execute(
        trx,
      )
    : { rows: [] };
  const [lecturer] = rows;
  if (!lecturer || !isId(session) || !(await isWithin(trx, who, { staff: member, session }))) throw notFound();
  const away = awayWords(lecturer);
  if (away)
    throw refuse("lecturer-away", `${lecturer.name} ${away}, so there is nothing to write. Allocate the classes anew`);
  const made = await sql`insert into portal.allocation_letter (_id, staff, session, issuedby)
    values (${newId()}, ${member}, ${session}, ${who.staff}) on conflict (staff, session) do nothing returning _id`.execute(
    trx,
  );
  const { _id, called } = await trx
    .selectFrom("allocation_letter")
    .select(["_id", sessionName(sql.ref<string>("allocation_letter.session")).as("called")])
    .where("staff", "=", member)
    .where("session", "=", session)
    .executeTakeFirstOrThrow();
  if (made.rows.length > 0)
    await writeStaffMail(trx, "allocation-letter", letterMail(config, lecturer, { _id, session: called }));
  note({ deed: "allocation_letter.issue", subject: `allocation_letter:${_id}`, after: { staff: member, session } });
  return { _id, name: lecturer.name };
}

interface AllocatedMember {
  readonly name: string;
  readonly firstname: string;
  readonly emailaddress: string;
  readonly status: string;
  readonly since: string;
}

const allocationLetter = mailTemplate({
  key: "allocation-letter",
  name: "Letter of allocation",
  when: "A lecturer's letter of allocation is issued, once a session",
  reader: "staff",
  values: usual("firstname", "session", "link"),
  must: ["link"],
  subject: "Your letter of allocation for {session}",
  text: `Dear {firstname},

your head of department has allocated courses of {session} to you. Your letter, to be read and printed:
{link}

It shows what is allocated to you at the moment when you open it. The courses themselves stand under My courses.

${signed.portal}`,
});

/** Once: what changes later stands under the lecturer's own courses. */
const letterMail = (
  { publicUrl }: Pick<Config, "publicUrl">,
  { firstname, emailaddress }: Pick<AllocatedMember, "firstname" | "emailaddress">,
  { _id, session }: { readonly _id: string; readonly session: string | null },
): Mail =>
  fromTemplate(allocationLetter, emailaddress, {
    ...{ firstname, session: session ?? "" },
    link: `${publicUrl}${ownLetterLink(_id)}`,
  });

const printedLetter = paperTemplate({
  key: "allocation-letter-paper",
  name: "Letter of allocation, printed",
  when: "A lecturer or the office prints it; it keeps the words of the day of its issue",
  reader: "staff",
  values: { ...usual("name", "session"), department: value("the department", "Department of Biology") },
  words: {
    heading: "Allocation of courses, {session}",
    opening:
      "The following courses are allocated to you. Please teach them by the timetable and hand in their results.",
    closing: "",
  },
});

export const allocationTemplates = [allocationLetter, printedLetter, printedList];

/** Whether a right reaches the department of somebody who teaches in a session, or of one of the classes taught. */
async function isWithin(db: Database, { scope }: Officer, { staff: member, session }: LetterOf): Promise<boolean> {
  const { rows } = await sql`select from ${everyAllocation()} a join ${everyClass()} k on k._id = a.class
    where a.staff = ${member} and a.session = ${session}
      and ${
        scope === "all"
          ? sql`true`
          : sql`(k.department = any(${[...scope.departments]}::uuid[]) or exists (
        select from ${everyMember()} m where m._id = a.staff and m.department = any(${[...scope.departments]}::uuid[])))`
      }
    limit 1`.execute(db);
  return rows.length > 0;
}

interface StoredLetter extends LetterOf {
  readonly _id: string;
  readonly name: string;
  readonly foldernumber: string;
  readonly department: string;
  readonly status: string;
  readonly since: string;
  readonly sessionname: string;
  readonly issuedby: string;
  readonly issuedAt: string;
}

async function letterBy(db: Database, id: string): Promise<StoredLetter | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<StoredLetter>`
    select l._id, l.staff, l.session, m.name, m.foldernumber, m.departmentname as department, m.status, m.since,
      ${sessionName(sql.ref<string>("l.session"))} as sessionname, by.name as issuedby, l."createdAt" as "issuedAt"
    from portal.allocation_letter l join ${everyMember()} m on m._id = l.staff join ${everyMember()} by on by._id = l.issuedby
    where l._id = ${id}`.execute(db);
  return rows[0];
}

interface Taught {
  readonly class: string;
  readonly code: string;
  readonly name: string;
  readonly credit: number;
  readonly level: number;
  readonly semester: number;
  readonly programmes: string[];
  readonly incharge: boolean;
}

async function classesTaught(db: Database, { staff: member, session }: LetterOf): Promise<readonly Taught[]> {
  const { rows } = await sql<Taught>`
    select a.class, k.code, min(c.name) as name, max(c.credit)::int as credit, min(c.level)::int as level,
      min(c.semester)::int as semester, array_agg(distinct p.code) as programmes, a.incharge
    from ${everyAllocation()} a join ${everyClass()} k on k._id = a.class
    join ${everyCourse()} c on c.class = k._id and c.status join (${programmeTitles()}) p on p._id = c.programme
    where a.staff = ${member} and a.session = ${session}
    group by a.class, k.code, a.incharge order by min(c.semester), k.code`.execute(db);
  return rows;
}

async function semestersOf(db: Database, letter: LetterOf): Promise<AllocationLetter["semesters"]> {
  const taught = await classesTaught(db, letter);
  const lecturers = await lecturersOf(
    db,
    taught.map((one) => one.class),
  );
  const others = (one: Taught) =>
    (lecturers.get(one.class) ?? []).filter(
      ({ staff: member, status }) => member !== letter.staff && status === "Active",
    );
  const bySemester = [...Map.groupBy(taught, ({ semester }) => semester)];
  return Promise.all(
    bySemester.map(async ([semester, classes]) => ({
      semester,
      units: await unitsOf(db, letter.staff, letter.session, semester),
      classes: classes.map((one) => ({
        code: one.code,
        name: one.name,
        credit: one.credit,
        level: one.level,
        programmes: one.programmes,
        incharge: one.incharge,
        others: others(one).map(({ name }) => name),
      })),
    })),
  );
}

/** A letter of allocation: what its lecturer is allocated when it is asked. */
async function provesLetter(db: Database, id: string) {
  const letter = await letterBy(db, id);
  if (!letter) return null;
  const taught = await classesTaught(db, letter);
  const away = awayWords(letter);
  const none = taught.length === 0 ? "The lecturer is allocated nothing in this session any more" : null;
  return {
    valid: away === null && none === null,
    name: letter.name,
    programme: letter.department,
    session: letter.sessionname,
    status: taught.length === 0 ? "Allocated nothing" : `Allocated to ${taught.map(({ code }) => code).join(", ")}`,
    amount: null,
    date: letter.issuedAt,
    why: away ? `The lecturer ${away}` : none,
  };
}
