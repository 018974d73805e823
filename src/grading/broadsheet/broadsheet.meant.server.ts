import { sql } from "kysely";
import { sessionsInOrder, usualRunningSession } from "#calendar/session/session.server.ts";
import { programmesInOrderWithin } from "#college/programme/programme.server.ts";
import { beyondReach } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { everyRegistration, takenCourses } from "#registry/course-registration/course-registration.server.ts";
import { type ProgrammeRange, rangeById, rangesOf } from "../programme-range/programme-range.server.ts";
import { stepsFor } from "../result-profile/result-profile.server.ts";
import type { SheetState } from "../score-sheet/score-sheet.rules.ts";
import { everySheet } from "../score-sheet/score-sheet.server.ts";
import type { Broadsheet } from "./broadsheet.contract.ts";

export interface AskedBroadsheet {
  readonly programme?: string;
  readonly level?: string;
  readonly semester?: string;
  readonly session?: string;
  readonly range?: string;
}

export type Meant = Pick<Broadsheet, "programme" | "session" | "level" | "semester" | "range" | "steps">;
type Choices = Pick<Broadsheet, "programmes" | "sessions" | "levels" | "ranges">;
/** Read while the marks are. */
type Waiting = Promise<Broadsheet["waiting"]>;

const LEVELS = [100, 200, 300, 400, 500, 600];

/** What is asked for; where nothing is, a broadsheet that waits for the board, else one of the term that runs with students on it. */
export async function meantBy(
  db: Database,
  { scope }: Pick<Officer, "scope">,
  asked: AskedBroadsheet,
): Promise<Meant & Choices & { readonly waiting: Waiting }> {
  const [within, sessions, running, range] = await Promise.all([
    programmesInOrderWithin(db, scope),
    sessionsInOrder(db),
    usualRunningSession(db),
    asked.range ? rangeById(db, asked.range) : undefined,
  ]);
  if (asked.range && !range) throw notFound();
  const programmes = within.map(({ _id, label }) => ({ _id, name: label }));
  const session = asked.session
    ? sessions.find(({ _id }) => _id === asked.session)
    : (sessions.find(({ _id }) => _id === running.session) ?? sessions[0]);
  if (!session)
    throw asked.session ? notFound() : refuse("no-session", "There is no session yet. Add one first, under Sessions");
  const waiting = waitingIn(db, session._id, programmes);
  // Where a sentence below ends the reading, nobody asks for it any more.
  waiting.catch(() => undefined);
  const isSaid = range !== undefined || Boolean(asked.programme);
  const usual = isSaid
    ? undefined
    : ((await waiting)[0] ?? (await firstIn(db, session._id, running.semester, programmes)));
  const wanted = range?.programme ?? asked.programme ?? usual?._id;
  const programme = wanted ? programmes.find(({ _id }) => _id === wanted) : programmes[0];
  if (!programme)
    throw wanted ? beyondReach() : refuse("no-programme", "Your right reaches no programme. Ask the registry");
  const [ranges, all] = await Promise.all([rangesOf(db, programme._id), stepsFor(db, programme._id)]);
  const last = range && all.find(({ step }) => step === range.to);
  if (range && !last)
    throw refuse("no-such-step", `Step ${range.to} is none of ${programme.name}. Add its steps, or change the range`);
  const steps = range ? all.filter(({ step }) => step >= range.from && step <= range.to) : [];
  const level = last?.level ?? (Number(asked.level) || (usual?.level ?? 100));
  const said = asked.semester === "1" || asked.semester === "2" ? Number(asked.semester) : undefined;
  const semester = last?.semester ?? said ?? usual?.semester ?? running.semester ?? 1;
  const shown = (one: ProgrammeRange) => ({ _id: one._id, from: one.from, to: one.to });
  return {
    ...{ programmes, sessions, levels: LEVELS, ranges: ranges.map(shown) },
    ...{ programme, session, level, semester, range: range ? shown(range) : null, steps },
    waiting,
  };
}

type Named = Pick<Broadsheet["programme"], "_id" | "name">;

/** The classes of students of a session whose sheets are with the board, each with how many: those with the most first. */
async function waitingIn(db: Database, session: string, programmes: readonly Named[]): Waiting {
  const { rows } = await sql<Omit<Broadsheet["waiting"][number], "name">>`
    select t.programme as _id, t.level, t.semester, count(distinct s._id)::int as sheets
    from ${everySheet()} s join ${takenCourses()} t on t.class = s.class
    where s.session = ${session} and s.state = 'With board' group by t.programme, t.level, t.semester
    order by 4 desc, t.semester, t.level, t.programme`.execute(db);
  const names = new Map(programmes.map(({ _id, name }) => [_id, name]));
  return rows.flatMap((one) => {
    const name = names.get(one._id);
    return name ? [{ ...one, name }] : [];
  });
}

/** A class of students that has registered in a session: one of the semester that runs, if there is one. */
async function firstIn(
  db: Database,
  session: string,
  running: number | undefined,
  programmes: readonly Named[],
): Promise<Pick<Broadsheet["waiting"][number], "_id" | "level" | "semester"> | undefined> {
  const { rows } = await sql<{ _id: string; level: number; semester: number }>`
    select r.programme as _id, r.level, r.semester from ${everyRegistration()} r
    where r.session = ${session} and r.programme = any(${programmes.map(({ _id }) => _id)}::uuid[])
    order by r.semester = ${running ?? null}::int desc nulls last, r.semester, r.level, r.programme limit 1`.execute(
    db,
  );
  return rows[0];
}

interface SheetOn {
  readonly _id: string;
  readonly state: SheetState;
  readonly seen: number;
}

/** The sheets of a broadsheet, as they stand now. */
export async function sheetsOn(
  db: Database | Trx,
  {
    programme,
    level,
    semester,
    session,
  }: {
    readonly programme: string;
    readonly level: number;
    readonly semester: number;
    readonly session: string | undefined;
  },
): Promise<SheetOn[]> {
  const of = session ?? (await usualRunningSession(db)).session ?? null;
  if (!isId(programme) || !isId(of ?? "")) throw notFound();
  const { rows } = await sql<SheetOn>`select s._id, s.state, s.marksversion as seen from ${everySheet()} s
    where s.session = ${of} and s.class in (select t.class from ${takenCourses()} t
      where t.programme = ${programme} and t.level = ${level} and t.session = ${of} and t.semester = ${semester})`.execute(
    db,
  );
  return rows;
}
