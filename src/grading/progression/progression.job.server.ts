import { sql } from "kysely";
import { sessionName } from "#calendar/session/session.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { brokenConstraint } from "#platform/database/constraint.server.ts";
import type { Job } from "#platform/jobs/jobs.server.ts";
import { type Performer, perform, type Trx, tryAgain, type Work } from "#platform/write/perform.server.ts";
import { everyBill } from "#registry/bill/bill.server.ts";
import { everyRegistration } from "#registry/course-registration/course-registration.server.ts";
import { lockStudents, writeLevels } from "#registry/student/student.server.ts";
import { judgeClass, type ProgressionOf } from "./progression.judge.server.ts";
import { asTerm, type Outcome } from "./progression.rules.ts";

interface Order extends ProgressionOf {
  readonly _id: string;
  readonly title: string;
  readonly state: string;
  readonly decidedby: string;
  readonly undoneby: string | null;
}

interface Line {
  readonly _id: string;
  readonly student: string;
  readonly programme: string | null;
  readonly level: number;
  readonly semester: number | null;
  readonly outcome: Outcome;
  readonly tolevel: number;
  readonly tosemester: number;
}

/** Students who are moved in one transaction. */
const AT_ONCE = 100;

/** Moves the students of a progression, or moves them back, slice by slice. What a crash cuts goes on where it was. */
export const progressionJob: Job<{ readonly progression: string }> = {
  name: "progression",
  attempts: 25,
  lane: ({ progression }) => `progression ${progression}`,
  async run({ portal: { db } }, { progression }) {
    const order = await orderOf(db, progression);
    if (order?.state === "Running") await moveAll(db, order);
    if (order?.state === "Undoing") await undoAll(db, order);
  },
};

async function orderOf(db: Database, progression: string): Promise<Order | undefined> {
  const { rows } =
    await sql<Order>`select _id, title, state, decidedby, undoneby, fromsession, fromsemester, fromlevel, tosession,
    tosemester, tolevel, programme from portal.progression where _id = ${progression}`.execute(db);
  return rows[0];
}

async function moveAll(db: Database, order: Order): Promise<void> {
  const by: Performer = { actor: { kind: "staff", id: order.decidedby }, request: null };
  for (let some = await next(db, order, "Waiting"); some.length > 0; some = await next(db, order, "Waiting"))
    await perform(db, by, (work) => moveSlice(work, order, some));
  await finish(db, by, order, { from: "Running", to: "Done" });
}

async function undoAll(db: Database, order: Order): Promise<void> {
  const by: Performer = { actor: { kind: "staff", id: order.undoneby }, request: null };
  for (let some = await next(db, order, "Done"); some.length > 0; some = await next(db, order, "Done"))
    await perform(db, by, (work) => undoSlice(work, order, some));
  await finish(db, by, order, { from: "Undoing", to: "Undone" });
}

/** The students of the next lines that stand so. */
async function next(db: Database, { _id }: Order, state: "Waiting" | "Done"): Promise<string[]> {
  const { rows } = await sql<{ student: string }>`select l.student from portal.progression_line l
    where l.progression = ${_id} and l.state = ${state} order by l.place limit ${AT_ONCE}`.execute(db);
  return rows.map(({ student }) => student);
}

/** The lines of some students that stand so still: what another has done meanwhile is done. The students are locked before. */
async function lockLines(
  trx: Trx,
  { _id }: Order,
  state: "Waiting" | "Done",
  students: readonly string[],
): Promise<Line[]> {
  const { rows } =
    await sql<Line>`select l._id, l.student, l.programme, l.level, l.semester, l.outcome, l.tolevel, l.tosemester
    from portal.progression_line l where l.progression = ${_id} and l.state = ${state} and l.student = any(${[...students]}::uuid[])
    order by l._id for update`.execute(trx);
  return rows;
}

type Locked = Awaited<ReturnType<typeof lockStudents>> extends ReadonlyMap<string, infer S> ? S : never;

interface Ended {
  readonly line: Line;
  /** Why not; null for who is moved. */
  readonly said: string | null;
}

/** Who stands as the dry run said is moved; who does not is skipped, with the reason. */
async function moveSlice({ trx, note }: Work, order: Order, some: readonly string[]): Promise<void> {
  const students = await lockStudents(trx, some);
  const lines = await lockLines(trx, order, "Waiting", some);
  const judged = new Map((await judgeClass(trx, order, some)).map((one) => [one.student, one]));
  const ended = lines.map((line): Ended => {
    const [own, now] = [students.get(line.student), judged.get(line.student)];
    const moved = changedSince(line, own);
    if (moved) return { line, said: moved };
    if (!now) return { line, said: "Took this step already, or left the class" };
    if (now.outcome !== line.outcome || now.tolevel !== line.tolevel)
      return { line, said: `${now.outcome} by now: ${now.reason}`.slice(0, 500) };
    return { line, said: null };
  });
  const going = ended.flatMap(({ line, said }) => (said === null ? [line] : []));
  await keepEnded(trx, ended, { done: "Done", not: "Skipped" });
  await writeLevels(
    trx,
    going.map(({ student, tolevel, tosemester }) => ({ student, level: tolevel, semester: tosemester })),
  );
  for (const { student, level, semester, tolevel, tosemester, outcome } of going)
    note({
      deed: "student.level",
      subject: `student:${student}`,
      before: { level, semester },
      after: { level: tolevel, semester: tosemester, progression: order._id },
      reason: `${outcome}: ${order.title}`,
    });
  note({
    deed: "progression.slice",
    subject: `progression:${order._id}`,
    after: { moved: going.length, skipped: ended.length - going.length },
  });
}

/** What was changed of a student since the list was made; undefined where nothing was. */
function changedSince(line: Line, own: Locked | undefined): string | undefined {
  if (!own) return "The record was not found";
  if (own.status === "Merged") return "The record was merged into another one meanwhile";
  if (own.status !== "Active") return `The status is ${own.status} by now`;
  if (own.programme !== line.programme) return "Studies another programme by now";
  if (own.level !== line.level || own.semester !== line.semester)
    return `Is in ${own.level ?? "no"} level, ${own.semester === null ? "no semester" : `semester ${own.semester}`}, by now`;
  return undefined;
}

async function keepEnded(
  trx: Trx,
  ended: readonly Ended[],
  { done, not }: { readonly done: string; readonly not: string },
): Promise<void> {
  try {
    await sql`update portal.progression_line l set state = e.state, said = e.said, "decidedAt" = now(), version = l.version + 1
      from jsonb_to_recordset(${JSON.stringify(
        ended.map(({ line, said }) => ({ _id: line._id, said, state: said === null ? done : not })),
      )}::jsonb) as e(_id uuid, said text, state text) where l._id = e._id`.execute(trx);
  } catch (fault) {
    // Another progression has moved somebody of them in this moment.
    if (brokenConstraint(fault) === "progression_line_once") throw tryAgain();
    throw fault;
  }
}

/** Who has done nothing since is moved back; who has registered, was billed or moved on stays, with the reason. */
async function undoSlice({ trx, note }: Work, order: Order, some: readonly string[]): Promise<void> {
  const students = await lockStudents(trx, some);
  const lines = await lockLines(trx, order, "Done", some);
  const since = await doneSince(trx, order, some);
  const ended = lines.map((line): Ended => {
    const own = students.get(line.student);
    if (!own) return { line, said: "The record was not found" };
    if (own.status === "Merged") return { line, said: "The record was merged into another one meanwhile" };
    if (own.level !== line.tolevel || own.semester !== line.tosemester)
      return { line, said: "The level or the semester was changed since" };
    return { line, said: since.get(line.student) ?? null };
  });
  const back = ended.flatMap(({ line, said }) => (said === null ? [line] : []));
  await keepEnded(trx, ended, { done: "Undone", not: "Kept" });
  await writeLevels(
    trx,
    back.map(({ student, level, semester }) => ({ student, level, semester })),
  );
  for (const { student, level, semester, tolevel, tosemester } of back)
    note({
      deed: "student.level-undone",
      subject: `student:${student}`,
      before: { level: tolevel, semester: tosemester },
      after: { level, semester, progression: order._id },
      reason: `Taken back: ${order.title}`,
    });
  note({
    deed: "progression.undo-slice",
    subject: `progression:${order._id}`,
    after: { back: back.length, kept: ended.length - back.length },
  });
}

/** What students have done in the semester that they were moved into. */
async function doneSince(
  trx: Trx,
  { tosession, tosemester }: Order,
  students: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ student: string; name: string; isregistered: boolean }>`
    select did.student, coalesce(${sessionName(sql<string>`${tosession}::uuid`)}, '') as name, bool_or(did.isregistered) as isregistered
    from (
      select r.student, true as isregistered from ${everyRegistration()} r
        where r.student = any(${[...students]}::uuid[]) and r.session = ${tosession} and r.semester = ${tosemester}::smallint
      union all select b.student, false from ${everyBill()} b
        where b.student = any(${[...students]}::uuid[]) and b.session = ${tosession} and b.semester = ${tosemester}::smallint) did
    group by did.student`.execute(trx);
  return new Map(
    rows.map(({ student, name, isregistered }) => [
      student,
      `${isregistered ? "Has registered courses" : "Was billed"} for the ${asTerm(name, tosemester)} since`,
    ]),
  );
}

/** Its end is written down once, whoever of two comes to it first. */
async function finish(
  db: Database,
  by: Performer,
  { _id, title }: Order,
  { from, to }: { readonly from: "Running" | "Undoing"; readonly to: "Done" | "Undone" },
): Promise<void> {
  await perform(db, by, async ({ trx, note }) => {
    const { rows } = await sql<{
      one: number;
    }>`update portal.progression set state = ${to}, "finishedAt" = coalesce("finishedAt", now()),
      version = version + 1, "updatedAt" = now() where _id = ${_id} and state = ${from} returning 1 as one`.execute(
      trx,
    );
    const { rows: counted } = await sql<{ moved: number; not: number }>`select
      (count(*) filter (where l.state in ('Done', 'Undone')))::int as moved,
      (count(*) filter (where l.state in ('Skipped', 'Kept')))::int as not from portal.progression_line l where l.progression = ${_id}`.execute(
      trx,
    );
    note({
      deed: rows.length > 0 ? `progression.${to.toLowerCase()}` : "progression.nothing",
      subject: `progression:${_id}`,
      after: { title, ...counted[0] },
    });
  });
}
