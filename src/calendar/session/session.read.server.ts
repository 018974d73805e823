import { type Expression, type RawBuilder, sql } from "kysely";
import { notFound, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import { timeInJson } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import type { AdmissionState, AdmittingSession } from "./session.contract.ts";
import { admissionSentence } from "./session.rules.ts";

export interface LockedSession {
  readonly _id: string;
  readonly code: string;
  readonly name: string;
  readonly status: boolean;
  readonly admission: boolean;
  readonly opens: string | null;
  readonly closes: string | null;
}

const notAdmitting = {
  none: "no-session-admits",
  early: "applications-not-open-yet",
  closed: "applications-closed",
} as const;

/** The session that takes applications now. Refuses when none does, with when it opens or since when it is closed. */
export const admittingSession = async (db: Database): Promise<AdmittingSession> =>
  requireOpenSession(await currentAdmission(db));

/** The same of where applications stand. */
export function requireOpenSession(admission: AdmissionState): AdmittingSession {
  if (admission.state !== "open") throw refuse(notAdmitting[admission.state], admissionSentence(admission));
  return admission.session;
}

/** Where applications stand by the database's clock. Contract 3.13. */
export async function currentAdmission(db: Database): Promise<AdmissionState> {
  const { rows } = await sql<{ admission: AdmissionState }>`select ${admissionInJson()} as admission`.execute(db);
  return rows[0]?.admission ?? { state: "none", session: null };
}

/** The same as a part of a larger query. */
export const admissionInJson = (): RawBuilder<AdmissionState> => sql<AdmissionState>`coalesce((
  select jsonb_build_object(
    'state', case when now() < opens then 'early' when now() >= closes then 'closed' else 'open' end,
    'session', jsonb_build_object('_id', _id, 'code', code, 'name', name,
      'opens', ${timeInJson(sql.ref("opens"))}, 'closes', ${timeInJson(sql.ref("closes"))}))
  from portal.session where admission), '{"state": "none", "session": null}')`;

/** Whether the session that admits still waits for results that are not out, as a condition. */
export const awaitedMayCome = (): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.session s where s.admission and portal.results_may_come(s._id))`;

/** Until which day it waits, in Lagos, and whether that day is still to come; null where it waits for none. */
export async function awaitedUntil(db: Database): Promise<{ until: string | null; mayCome: boolean }> {
  const { rows } = await sql<{ until: string | null; mayCome: boolean }>`
    select resultsby::text as until, coalesce(portal.results_may_come(_id), false) as "mayCome"
    from portal.session where admission`.execute(db);
  return rows[0] ?? { until: null, mayCome: false };
}

/** Every session with its last day for awaited results, as a part of a larger query: rows of `_id, resultsby`. */
export const daysOfResults = (): RawBuilder<unknown> => sql`(select _id, resultsby from portal.session)`;

/** A session's name, as a part of a larger query; null where none is named. */
export const sessionName = (session: Expression<string | null>): RawBuilder<string | null> =>
  sql<string | null>`(select named.name from portal.session named where named._id = ${session})`;

/** Sessions by `_id`, for records that refer to them. */
export async function sessionsById(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { _id: string; code: string; name: string }>> {
  const known = ids.filter(isId);
  if (known.length === 0) return new Map();
  const found = await db.selectFrom("session").select(["_id", "code", "name"]).where("_id", "in", known).execute();
  return new Map(found.map((session) => [session._id, session]));
}

/** Every session with the day of its matriculation, as a part of a larger query: rows of `_id, name, matriculation`. */
export const matriculationDays = (): RawBuilder<unknown> => sql`select _id, name, matriculation from portal.session`;

/** Every session by its name, the newest first, to choose one from. */
export const sessionsInOrder = (db: Database): Promise<{ _id: string; name: string }[]> =>
  db.selectFrom("session").select(["_id", "name"]).orderBy("createdAt", "desc").orderBy("name", "desc").execute();

/** Every session, as a part of a larger query: rows of `_id, name, closes`. */
export const everySession = (): RawBuilder<unknown> => sql`(select _id, name, closes from portal.session)`;

/** A session with its times, locked until the end of the transaction; undefined for one that is not there. */
export async function lockSession(trx: Trx, id: string): Promise<LockedSession | undefined> {
  if (!isId(id)) return undefined;
  return trx
    .selectFrom("session")
    .select(["_id", "code", "name", "status", "admission", "opens", "closes"])
    .where("_id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Every session, locked in one order, so that two deeds on several of them wait for each other. */
export async function lockEverySession(trx: Trx): Promise<void> {
  await sql`select from portal.session order by _id for update`.execute(trx);
}

/** The session that admits, for what belongs to admission; none is said where none admits. */
export async function usualAdmittingSession(trx: Database | Trx): Promise<{ session?: string }> {
  const found = await trx.selectFrom("session").select("_id").where("admission", "=", true).executeTakeFirst();
  return found ? { session: found._id } : {};
}

/** The session that runs and its semester, for what belongs to teaching. */
export async function usualRunningSession(trx: Database): Promise<{ session?: string; semester?: number }> {
  const found = await trx
    .selectFrom("session")
    .select(["_id", "semester"])
    .where("status", "=", true)
    .executeTakeFirst();
  return found ? { session: found._id, semester: found.semester } : {};
}

/** The semester that runs, with its session's name; undefined while none does. */
export const runningTerm = (db: Database | Trx) =>
  db.selectFrom("session").select(["_id as session", "name", "semester"]).where("status", "=", true).executeTakeFirst();

/** The same as a part of a larger query: rows of `session, semester`. */
export const runningSemester = (): RawBuilder<unknown> =>
  sql`(select running._id as session, running.semester from portal.session running where running.status)`;

/** What the office's lists begin narrowed to: the session that admits or, of teaching, the one that runs; else the other. */
export async function sessionPresets(db: Database): Promise<{ session?: string; running?: string }> {
  const found = await db
    .selectFrom("session")
    .select(["_id", "admission", "status"])
    .where((is) => is.or([is("admission", "=", true), is("status", "=", true)]))
    .execute();
  const [one] = found;
  if (!one) return {};
  const admitting = found.find(({ admission }) => admission) ?? one;
  const running = found.find(({ status }) => status) ?? one;
  return { session: admitting._id, running: running._id };
}

/** When a session opens and closes for applications, with its name. */
export const datesOf = (db: Database, session: string) =>
  db.selectFrom("session").select(["name", "opens", "closes"]).where("_id", "=", session).executeTakeFirstOrThrow();

/** When a session stops taking applications; null while nobody has said. */
export async function closingOf(db: Database, session: string): Promise<string | null> {
  const found = await db.selectFrom("session").select("closes").where("_id", "=", session).executeTakeFirst();
  return found?.closes ?? null;
}

/** The same of a session that a larger query names. */
export const closesOf = (session: Expression<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(select closing.closes from portal.session closing where closing._id = ${session})`;

/** When a session that a larger query names opens for applications. */
export const opensOf = (session: Expression<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(select opening.opens from portal.session opening where opening._id = ${session})`;

/** The `_id` of the session that admits, open or not, as a part of a larger query; null when none does. */
export const admittingSessionId = (): RawBuilder<string> =>
  sql<string>`(select admitting._id from portal.session admitting where admitting.admission)`;

/** The `_id` of the session that runs, as a part of a larger query; null while none does. */
export const runningSessionId = (): RawBuilder<string> =>
  sql<string>`(select running._id from portal.session running where running.status)`;

/**
 * Whether applicants of a session may ask for another programme now: until its last day for that, in Lagos, or, while nobody has
 * said one, as long as it takes applications.
 */
export async function changesOpen(db: Database, session: string): Promise<{ open: boolean; until: string | null }> {
  const { rows } = await sql<{ open: boolean; until: string | null }>`
    select coalesce(case when changeuntil is null then admission and opens <= now() and now() < closes
        else opens <= now() and (now() at time zone 'Africa/Lagos')::date <= changeuntil end, false) as open,
      changeuntil as until
    from portal.session where _id = ${session}`.execute(db);
  return rows[0] ?? { open: false, until: null };
}

/** Whether a session takes applications now, as a part of a larger query. */
export const isAdmitting = (): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.session where admission and opens <= now() and now() < closes)`;

/** How many sessions are over since one began, with itself; null while none runs, when nobody can say. */
export async function sessionsSince(db: Database, session: string): Promise<number | null> {
  const { rows } = await sql<{ over: number }>`
    select (select count(*)::int from portal.session over where over.name >= entry.name and over.name < running.name) as over
    from portal.session entry, portal.session running where entry._id = ${session} and running.status`.execute(db);
  return rows[0]?.over ?? null;
}

/** Whether a session comes after another, by their names, such as 2026/2027; null where one is not there. */
export const isLaterSession = (session: Expression<unknown>, than: string): RawBuilder<boolean | null> =>
  sql<boolean | null>`(select later.name > other.name from portal.session later, portal.session other
    where later._id = ${session} and other._id = ${than})`;

/** A semester of a session, as expressions of a larger query. */
export interface TermNamed {
  readonly session: RawBuilder<unknown>;
  readonly semester: RawBuilder<unknown>;
}

/** Whether one semester comes before another, by the names of their sessions. */
export const isEarlierTerm = (one: TermNamed, than: TermNamed): RawBuilder<boolean> =>
  sql<boolean>`(select (firstnamed.name, ${one.semester}::int) < (thennamed.name, ${than.semester}::int)
    from portal.session firstnamed, portal.session thennamed
    where firstnamed._id = ${one.session} and thennamed._id = ${than.session})`;

/** The session that a query names, or the one that admits; refuses where neither is there. */
export async function askedSession(
  db: Database,
  query: unknown,
): Promise<{ readonly _id: string; readonly code: string; readonly name: string }> {
  const { session } = query as { session?: unknown };
  const { session: admitting } = await currentAdmission(db);
  const wanted = session === undefined || session === "" ? admitting?._id : session;
  if (wanted === undefined) throw refuseFields("field-required", { session: "Choose a session: none admits now" });
  const [found] = (await sessionsById(db, typeof wanted === "string" && isId(wanted) ? [wanted] : [])).values();
  if (!found) throw notFound();
  return found;
}
