import { type RawBuilder, sql } from "kysely";
import * as v from "valibot";
import { ofProgrammesWithin } from "#college/programme/programme.within.server.ts";
import { columnsOf } from "#console/record/record.rules.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { type Scheme, scheme } from "../merit-scheme/merit-scheme.contract.ts";
import type { RunState } from "./merit-list.states.contract.ts";

export interface Run {
  readonly _id: string;
  /** "Run 3 of 2026/2027". */
  readonly title: string;
  readonly session: string;
  readonly version: number;
  readonly state: RunState;
  readonly scheme: Scheme;
  readonly note: string | null;
  readonly madeby: string;
  readonly createdAt: string;
  readonly proposedby: string | null;
  readonly proposedAt: string | null;
  readonly approvedby: string | null;
  readonly frozenAt: string | null;
  readonly hash: string | null;
  readonly discarded: string | null;
  /** Rises with whatever is done to it. */
  readonly revision: number;
}

/** One run by its `_id`; 404 for one that is not there. */
export const foundRun = (db: Database | Trx, id: string): Promise<Run> => runWhere(db, id, sql``);

/** The same, and nobody else changes it until the transaction ends. */
export const lockedRun = (trx: Trx, id: string): Promise<Run> => runWhere(trx, id, sql`for update of r`);

async function runWhere(db: Database | Trx, id: string, lock: RawBuilder<unknown>): Promise<Run> {
  if (!isId(id)) throw notFound();
  const { rows } = await sql<Run>`select r._id, l.title, r.session, r.version, r.state, r.scheme, r.note, r.madeby,
      r."createdAt", r.proposedby, r."proposedAt", r.approvedby, r."frozenAt", r.hash, r.discarded, r.revision
    from portal.merit_run r join portal.merit_run_line l on l._id = r._id where r._id = ${id} ${lock}`.execute(db);
  const [run] = rows;
  if (!run) throw notFound();
  return { ...run, scheme: v.parse(scheme, run.scheme) };
}

/** The condition that a row called `name`, which has a programme, is within the officer's reach. */
export const reachedProgramme = ({ scope }: Pick<Officer, "scope">, name: string): RawBuilder<unknown> =>
  scope === "all" ? sql`true` : ofProgrammesWithin(columnsOf(name), scope);
