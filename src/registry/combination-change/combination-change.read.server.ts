import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { isOwn } from "#access/own-file/own-file.server.ts";
import { decidersOf, isTurnOf } from "#access/proposal/proposal.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { collegeName } from "#college/college/college.server.ts";
import { departmentName } from "#college/department/department.server.ts";
import { programmeLabel, programmesReached } from "#college/programme/programme.server.ts";
import { columnsOf, mayList, type RecordRules } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { everyStudent, studentById, summaryOf } from "../student/student.server.ts";
import { combinationChanges, type OwnCombinationChange, type readCombination } from "./combination-change.contract.ts";
import { effectsFor, whyNone } from "./combination-change.effect.server.ts";
import { type CombinationState, isOpen, officeOf, type Turn, turnsOf } from "./combination-change.rules.ts";

export const combinationRules: RecordRules<typeof combinationChanges> = {
  of: combinationChanges,
  table: "combination_change",
  // Whoever loses a student, and whoever gets one.
  within: (column, scope) =>
    sql`(${column("programme")} in (${programmesReached(scope)}) or ${column("fromprogramme")} in (${programmesReached(scope)}))`,
  hidden: (column, member) => sql`exists (select from ${everyStudent()} own where own._id = ${column("student")}
    and own.applicant is not null and ${isOwn(sql.ref("own.applicant"), member)})`,
};

/** Who has changed the combination, as a part of a larger query: rows of `student`. */
export const changedStudents = (): RawBuilder<unknown> =>
  sql`(select moved.student from portal.combination_change moved where moved.state = 'In force')`;

interface ReadChange {
  readonly _id: string;
  readonly student: string;
  readonly fromprogramme: string;
  readonly programme: string;
  readonly programmeid: string;
  readonly fromdepartment: string;
  readonly department: string;
  readonly reason: string;
  readonly state: CombinationState;
  readonly turnunit: string | null;
  readonly createdAt: string;
  readonly newmatric: string | null;
  readonly version: number;
  /** What the offices are called, by whose turn it is. */
  readonly head: string;
  readonly newhead: string;
  readonly dean: string;
  readonly decided: readonly Decided[];
}

interface Decided {
  readonly turn: Turn;
  readonly approved: boolean;
  readonly reason: string | null;
  readonly at: string;
  readonly staff: string;
}

const everyChange = (where: RawBuilder<unknown>) => sql<ReadChange>`
  select t._id, t.student, ${programmeLabel(sql.ref("t.fromprogramme"))} as fromprogramme,
    ${programmeLabel(sql.ref("t.programme"))} as programme, t.programme as programmeid, t.fromdepartment, t.department, t.reason,
    t.state, t.turnunit, t."createdAt", t.newmatric, t.version, ${departmentName(sql.ref("t.fromdepartment"))} as head,
    ${departmentName(sql.ref("t.department"))} as newhead, ${collegeName(sql.ref("t.college"))} as dean,
    coalesce((select jsonb_agg(jsonb_build_object('turn', d.turn, 'approved', d.approved, 'reason', d.reason, 'at', d."createdAt",
      'staff', d.staff)) from portal.combination_step d where d.change = t._id), '[]') as decided
  from portal.combination_change t where ${where} order by t."createdAt" desc, t._id desc limit 50`;

/** What the programmes and the offices of a change are called. */
export async function wordsOfChange(db: Database, id: string): Promise<ReadChange> {
  const { rows } = await everyChange(sql`t._id = ${id}`).execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** What an office is called: "Head of Biology". */
export function officeWords(
  turn: Turn,
  { head, newhead, dean }: Pick<ReadChange, "head" | "newhead" | "dean">,
): string {
  if (turn === "With the head") return `Head of ${head}`;
  if (turn === "With the new head") return `Head of ${newhead}`;
  return turn === "With the dean" ? `Dean of ${dean}` : "Registrar";
}

const stepsOf = (change: ReadChange, names: ReadonlyMap<string, string>): OwnCombinationChange["steps"] =>
  turnsOf(change).map((turn) => {
    const decided = change.decided.find((one) => one.turn === turn);
    return {
      turn,
      office: officeWords(turn, change),
      approved: decided?.approved ?? null,
      reason: decided?.reason ?? null,
      at: decided?.at ?? null,
      by: (decided && names.get(decided.staff)) ?? null,
    };
  });

/** What a student reads: the own changes, newest first, and every other combination with what it would bring about. */
export async function ownCombination(db: Database, id: string) {
  const student = await studentById(db, id);
  if (!student) throw notFound();
  const { rows } = await everyChange(sql`t.student = ${id}`).execute(db);
  const open = rows.find(({ state }) => isOpen(state));
  const effects = await effectsFor(db, student);
  const { rows: named } = await sql<{
    title: string | null;
  }>`select ${programmeLabel(sql`${student.programme}::uuid`)} as title`.execute(db);
  return {
    programme: named[0]?.title ?? null,
    why: open ? null : await whyNone(db, student),
    changes: rows.map((change) => ({
      _id: change._id,
      fromprogramme: change.fromprogramme,
      programme: change.programme,
      reason: change.reason,
      state: change.state,
      createdAt: change.createdAt,
      newmatric: change.newmatric,
      steps: stepsOf(change, new Map()),
    })),
    choices: open
      ? [...effects.values()].filter((one) => one.programme._id === open.programmeid)
      : [...effects.values()],
  };
}

/** How a student stands to a change of combination: one waits, or the last one is in force; null for neither. */
export async function changeStanding(db: Database, student: string): Promise<"waits" | "in force" | null> {
  const { rows } = await sql<{ state: CombinationState }>`select state from portal.combination_change
    where student = ${student} and state not in ('Refused', 'Withdrawn')`.execute(db);
  if (rows.some(({ state }) => isOpen(state))) return "waits";
  return rows.length > 0 ? "in force" : null;
}

/** One change as whoever decides looks at it. 404 beyond the reader's reach. */
export async function standingOf(
  app: FastifyInstance,
  who: Officer,
  id: string,
): Promise<Replied<typeof readCombination>> {
  const { db } = app.portal;
  if (!isId(id)) throw notFound();
  const { rows } = await everyChange(sql`t._id = ${id} and ${mayList(combinationRules, who, columnsOf("t"))}`).execute(
    db,
  );
  const [change] = rows;
  if (!change) throw notFound();
  const { state, student, decided, version } = change;
  // Also for the head of the other department, whose right does not reach the student yet.
  const { applicant, ...summary } = await summaryOf(app, { scope: "all" }, student);
  const [names, deciders, lastBy, effect] = await Promise.all([
    namesOfStaff(
      db,
      decided.map(({ staff }) => staff),
    ),
    decidersNow(db, change, applicant),
    lastAfter(db, who, change, applicant),
    isOpen(state) ? effectOf(db, student, change.programmeid) : null,
  ]);
  return {
    student: summary,
    state,
    version,
    steps: stepsOf(change, names),
    deciders: [...deciders.values()].sort(),
    mine: deciders.has(who.staff),
    lastBy,
    effect,
  };
}

const decidersNow = async (
  db: Database,
  { state, turnunit, decided }: ReadChange,
  applicant: string | null,
): Promise<ReadonlyMap<string, string>> =>
  isOpen(state)
    ? decidersOf(db, {
        office: officeOf[state],
        unit: turnunit,
        earlier: decided.map(({ staff }) => staff),
        about: applicant,
        right: "combination-changes.approve",
      })
    : new Map();

/**
 * Who could take the last step once the asker has taken this one: nobody decides twice, so whoever could decide last for the whole
 * college and stands in for an office today is told. Null for everybody else, and at the last step.
 */
async function lastAfter(
  db: Database,
  { staff, scope }: Officer,
  { state, decided }: ReadChange,
  about: string | null,
): Promise<string[] | null> {
  if (!isOpen(state) || state === "With the registrar" || scope !== "all") return null;
  const earlier = [...decided.map((one) => one.staff), staff];
  const right = "combination-changes.approve";
  return [...(await decidersOf(db, { office: "registry", unit: null, earlier, about, right })).values()].sort();
}

/** What another combination would bring about for one student; null where it takes nobody by now. */
export async function effectOf(db: Database, student: string, programme: string) {
  const of = await studentById(db, student);
  return (of && (await effectsFor(db, of)).get(programme)) ?? null;
}

/** What waits for one person in one state. */
export const waitingFor = (
  turn: Turn,
  member: string,
): RawBuilder<unknown> => sql`select from portal.combination_change t
  where t.state = ${turn} and ${isTurnOf(member, {
    office: sql.ref("t.turnoffice"),
    unit: sql.ref("t.turnunit"),
    earlier: sql`array(select d.staff from portal.combination_step d where d.change = t._id)`,
    about: sql`(select own.applicant from ${everyStudent()} own where own._id = t.student)`,
    right: "combination-changes.approve",
  })}`;
