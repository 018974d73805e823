import { sql } from "kysely";
import { membersOfStaff } from "#access/staff/staff.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { notFound, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { lockStudent } from "#registry/student/student.server.ts";
import type { ChoiceWay } from "../../practice-round/practice-round.rules.ts";
import { everyRound, type PracticeRound, roundById, roundsThat } from "../../practice-round/practice-round.server.ts";
import { everySchool } from "../../practice-school/practice-school.server.ts";
import { conditionsOf, type Judged, judged, lacksOf } from "../teaching-practice.judge.server.ts";
import { postStudents, requireSchool } from "../teaching-practice.post.server.ts";
import { isPassed, type PostingState, type PracticeCode, resultWords } from "../teaching-practice.rules.ts";
import type { OwnRound, PracticeAttempt, readOwnPractice } from "./choice.contract.ts";

interface Wishes {
  readonly round: string;
  readonly wishes: readonly string[];
  readonly sentAt: string;
}

/** What a student reads: the rounds that are open to him or her, every attempt, and results once they are confirmed. */
export async function ownPractice(db: Database, id: string): Promise<Replied<typeof readOwnPractice>> {
  const rounds = await roundsThat(
    db,
    sql`r.chooseuntil >= (now() at time zone 'Africa/Lagos')::date - 30 and r.ends >= (now() at time zone 'Africa/Lagos')::date`,
  );
  const { rows: wished } =
    await sql<Wishes>`select w.round, array_remove(array[w.first, w.second, w.third], null) as wishes,
    w."sentAt" from portal.practice_wish w where w.student = ${id}`.execute(db);
  const attempts = await attemptsOf(db, id);
  const shown: OwnRound[] = [];
  for (const round of rounds) {
    const person = (await judged(db, round, [id])).get(id);
    if (!person || person.passed || person.postedin !== null) continue;
    const own = wished.find((one) => one.round === round._id);
    // Whoever takes none of its courses has nothing to do with a round, but before it opens may still register.
    if (person.course === null && own === undefined && round.choice === "closed") continue;
    shown.push({
      ...{ _id: round._id, name: round.name, way: round.way, choice: round.choice, weeks: round.weeks },
      ...{ choosefrom: round.choosefrom, chooseuntil: round.chooseuntil, starts: round.starts, ends: round.ends },
      conditions: conditionsOf(person, round),
      schools: round.choice === "open" ? await schoolsFree(db, round._id) : [],
      wishes: [...(own?.wishes ?? [])],
      sentAt: own?.sentAt ?? null,
    });
  }
  return { rounds: shown, attempts };
}

/** The schools that take students, each with how many places a round has left there. */
export async function schoolsFree(db: Database, round: string) {
  const { rows } = await sql<OwnRound["schools"][number]>`
    select s._id, s.name, s.kind, s.lga, s.state, greatest(0, s.places - coalesce(seat.taken, 0))::int as free
    from ${everySchool()} s left join portal.practice_seat seat on seat.school = s._id and seat.round = ${round}
    where s.status order by s.state, s.lga, s.name limit 1000`.execute(db);
  return rows;
}

interface ReadAttempt {
  readonly _id: string;
  readonly round: string;
  readonly name: string;
  readonly address: string;
  readonly lga: string;
  readonly area: string;
  readonly contact: string | null;
  readonly phonenumber: string | null;
  readonly starts: string;
  readonly ends: string;
  readonly course: string;
  readonly supervisor: string | null;
  readonly state: PostingState;
  readonly total: number | null;
  readonly code: PracticeCode | null;
  readonly passline: number;
  readonly releasing: string | null;
}

async function attemptsOf(db: Database, id: string): Promise<PracticeAttempt[]> {
  const { rows } = await sql<ReadAttempt>`
    select p._id, r.name as round, s.name, s.address, s.lga, s.state as area, s.contact, s.phonenumber, r.starts, r.ends, p.course,
      p.supervisor, p.state, p.total, p.code, r.passline, p.releasing
    from portal.practice_posting p join ${everySchool()} s on s._id = p.school join ${everyRound()} r on r._id = p.round
    where p.student = ${id} order by p."createdAt" desc limit 20`.execute(db);
  const members = await membersOfStaff(
    db,
    rows.flatMap(({ supervisor }) => supervisor ?? []),
  );
  return rows.map(({ name, address, lga, area, contact, phonenumber, total, code, passline, supervisor, ...rest }) => {
    const isOut = rest.state === "Confirmed";
    return {
      ...rest,
      // What one has proposed is nobody's result yet.
      state: rest.state === "Proposed" ? "Posted" : rest.state,
      school: { name, address, lga, state: area, contact, phonenumber },
      supervisor: members.get(supervisor ?? "")?.name ?? null,
      result: isOut ? resultWords({ total, code }, passline) : null,
      passed: isOut ? isPassed({ total }, passline) : null,
    };
  });
}

/** The round in which a student may choose now, and how the student stands to it. Refuses with what is missing. */
async function choosingIn(
  trx: Trx,
  student: string,
  id: string,
  way: ChoiceWay,
): Promise<{ round: PracticeRound; people: ReadonlyMap<string, Judged> }> {
  if (!(await lockStudent(trx, student))) throw notFound();
  const round = await roundById(trx, id);
  if (!round || round.way !== way)
    throw refuse("choice-not-found", "This round is not open any more. Load the page again");
  const day = (iso: string) => asDay(`${iso}T12:00:00Z`);
  if (round.choice === "early") throw refuse("choice-not-open", `You can choose from ${day(round.choosefrom)} on`);
  if (round.choice === "closed")
    throw refuse(
      "choice-closed",
      `The choice closed on ${day(round.chooseuntil)}. Ask the office of teaching practice: it posts those who are left by hand`,
    );
  const people = await judged(trx, round, [student]);
  const person = people.get(student) as Judged;
  if (person.postedin !== null)
    throw refuse("posted-already", "You are posted already. Your school stands on this page");
  const [lack] = lacksOf(person, round);
  if (lack) throw refuse("prerequisite-missing", `You cannot choose yet: ${lack}. Ask your department`);
  return { round, people };
}

interface SentWishes {
  readonly round: string;
  readonly first: string;
  readonly second?: string | undefined;
  readonly third?: string | undefined;
}

/** Keeps what a student wishes; sent again it takes the place of what was sent before. */
export async function keepWishes({ trx, note }: Work, student: string, { round: id, ...sent }: SentWishes) {
  const { round } = await choosingIn(trx, student, id, "Three wishes");
  const wishes = [sent.first, sent.second, sent.third].flatMap((one) => one ?? []);
  for (const [nth, school] of wishes.entries()) {
    if (wishes.indexOf(school) < nth)
      throw refuseFields("value-twice", {
        [nth === 1 ? "second" : "third"]: "You have named this school already. Choose another, or leave it empty",
      });
    await requireSchool(trx, school);
  }
  const [first = "", second = null, third = null] = wishes;
  await sql`insert into portal.practice_wish (_id, round, student, first, second, third)
    values (${newId()}, ${round._id}, ${student}, ${first}, ${second}, ${third})
    on conflict on constraint practice_wish_once do update set first = excluded.first, second = excluded.second,
      third = excluded.third, "sentAt" = now()`.execute(trx);
  note({ deed: "practice_wish.send", subject: `student:${student}`, after: { round: round._id, wishes } });
  return {
    type: "success" as const,
    message: `Your wishes are kept. You may change them until ${asDay(`${round.chooseuntil}T12:00:00Z`)}; then the office posts you`,
  };
}

/** Takes a place at once; of two who want the last one, one gets it and the other reads so. */
export async function takeOwnPlace(
  work: Work,
  config: Config,
  student: string,
  { round: id, school }: { readonly round: string; readonly school: string },
) {
  const { round, people } = await choosingIn(work.trx, student, id, "First come");
  const name = await requireSchool(work.trx, school);
  await postStudents(work, config, round, people, { places: [{ student, school }], postedby: null });
  return { type: "success" as const, message: `The place at ${name} is yours. Print your posting letter` };
}
