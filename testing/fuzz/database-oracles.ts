import { sql } from "kysely";
import { allImpossible } from "../../src/app/server/nouns.server.ts";
import type { TestPortal } from "../portal.ts";
import { isWrittenRead } from "./drawn-request.ts";
import { type Exchange, isDone, isRefused } from "./exchange.ts";

/** What is wrong, and with which exchange where that is known. */
export interface Complaint {
  readonly oracle: string;
  readonly what: string;
  readonly one?: Exchange;
}

type Sums = Readonly<Record<string, string>>;

/** Tables that are not the same before and after. */
export const changedTables = (before: Sums, after: Sums): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((table) => before[table] !== after[table]);

/** Another's record reads as one that was never there: the same to the last byte. */
export function otherThanUnknown(foreign: Exchange, unknown: Exchange): Complaint | undefined {
  if (foreign.status === unknown.status && foreign.text === unknown.text) return undefined;
  const shortly = ({ status, text }: Exchange) => `${status} ${text.slice(0, 150)}`;
  const what = `${shortly(foreign)} instead of ${shortly(unknown)}`;
  return { oracle: "another's record reads as an unknown one", what, one: foreign };
}

/** Every command that was carried out stands in the audit, and none that was refused. */
export async function auditComplaints(
  { db }: TestPortal,
  exchanges: readonly Exchange[],
  changesNothing: (one: Exchange) => boolean,
): Promise<Complaint[]> {
  const ids = exchanges.map(({ headers }) => headers["x-request-id"] ?? "");
  const { rows } = await sql<{ request: string; deeds: string }>`select request, string_agg(deed, ', ') as deeds
    from portal.audit where request = any(${ids}) group by 1`.execute(db);
  const audited = new Map(rows.map(({ request, deeds }) => [request, deeds]));
  return exchanges.flatMap((one): Complaint[] => {
    const deeds = audited.get(one.headers["x-request-id"] ?? "");
    if (isDone(one) && !deeds && !changesNothing(one))
      return [{ oracle: "an audit row for each change", what: "was done without one", one }];
    if (one.request.method === "GET" && deeds && !isWrittenRead(one.request.call))
      return [{ oracle: "a read or a refusal changes nothing", what: `wrote ${deeds}`, one }];
    if (isRefused(one) && deeds) return [{ oracle: "nothing stored after a refusal", what: `wrote ${deeds}`, one }];
    return [];
  });
}

/** What stands before anything was asked: the people of the run are put together by hand. */
export interface Resting {
  readonly impossible: ReadonlySet<string>;
  /** Connections that the jobs hold for good. */
  readonly connections: number;
}

export async function restingState(portal: TestPortal): Promise<Resting> {
  const { pool } = portal.app.portal;
  return { impossible: new Set(await impossibleStates(portal)), connections: pool.totalCount - pool.idleCount };
}

async function impossibleStates({ db }: TestPortal): Promise<string[]> {
  const states: string[] = [];
  for (const { sentence, rows } of allImpossible) {
    const found = await rows.execute(db);
    states.push(...found.rows.map((row) => `${sentence}: ${JSON.stringify(row)}`));
  }
  return states;
}

export async function impossibleComplaints(portal: TestPortal, before: Resting["impossible"]): Promise<Complaint[]> {
  const states = await impossibleStates(portal);
  const added = states.filter((state) => !before.has(state));
  return added.map((what) => ({ oracle: "no state that is impossible", what }));
}

/** Everybody has given back the connection that he had, and no transaction is open. */
export async function connectionComplaints({ app, db }: TestPortal, jobs: number): Promise<Complaint[]> {
  const { pool } = app.portal;
  const { rows } = await sql<{ query: string }>`select query from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`.execute(db);
  const held = pool.totalCount - pool.idleCount - jobs;
  const open = rows.map(({ query }) => query.slice(0, 100));
  if (held <= 0 && pool.waitingCount === 0 && open.length === 0) return [];
  const what = `${held} held, ${pool.waitingCount} waiting, open: ${open.join("; ") || "none"}`;
  return [{ oracle: "no connection leaked", what }];
}
