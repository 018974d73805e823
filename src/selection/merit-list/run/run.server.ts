import { type RawBuilder, sql } from "kysely";
import * as v from "valibot";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import { columnsOf } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { notFound, stale } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { type MeritScheme, meritScheme } from "../../merit-scheme/merit-scheme.contract.ts";
import type { RunState } from "../merit-list.rules.ts";

export interface MeritRun {
  readonly _id: string;
  /** "Run 3 of 2026/2027". */
  readonly title: string;
  readonly session: string;
  readonly version: number;
  readonly state: RunState;
  readonly scheme: MeritScheme;
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
export const findRun = (db: Database | Trx, id: string): Promise<MeritRun> => runWhere(db, id, sql``);

/** The same, and nobody else changes it until the transaction ends. */
export const lockRun = (trx: Trx, id: string): Promise<MeritRun> => runWhere(trx, id, sql`for update of r`);

async function runWhere(db: Database | Trx, id: string, lock: RawBuilder<unknown>): Promise<MeritRun> {
  if (!isId(id)) throw notFound();
  const { rows } = await sql<MeritRun>`select r._id, l.title, r.session, r.version, r.state, r.scheme, r.note, r.madeby,
      r."createdAt", r.proposedby, r."proposedAt", r.approvedby, r."frozenAt", r.hash, r.discarded, r.revision
    from portal.merit_run r join portal.merit_run_line l on l._id = r._id where r._id = ${id} ${lock}`.execute(db);
  const [run] = rows;
  if (!run) throw notFound();
  return { ...run, scheme: v.parse(meritScheme, run.scheme) };
}

/** The condition that a row called `name`, which has a programme, is within the officer's reach. */
export const reachedProgramme = ({ scope }: Pick<Officer, "scope">, name: string): RawBuilder<unknown> =>
  scope === "all" ? sql`true` : ofProgrammesWithin(columnsOf(name), scope);

/**
 * Takes a draft to work on by hand: nobody proposes it, and nobody else enters anybody, until the transaction ends. 404 for
 * one that is not there, 409 for one that is no draft any more, with who took it on and when.
 */
export async function takeDraft(trx: Trx, id: string): Promise<MeritRun> {
  const run = await findRun(trx, id);
  const { rows } = await sql`update portal.merit_run set entries = entries where _id = ${run._id} and state = 'Draft'
    returning 1`.execute(trx);
  if (rows.length === 0)
    throw stale("state-has-moved", await whyTooLate(trx, await findRun(trx, id), "is changed by hand"));
  return run;
}

/** Why a deed on a run comes too late: where it stands now, who brought it there and when. */
export async function whyTooLate(trx: Trx, run: MeritRun, deed: string): Promise<string> {
  const { title, state, proposedby, proposedAt, approvedby, frozenAt, discarded } = run;
  const names = await namesOfStaff(
    trx,
    [proposedby, approvedby].filter((one) => one !== null),
  );
  const by = (who: string | null, at: string | null) =>
    who && at ? `: ${names.get(who) ?? ""} did so on ${asMinute(at)}` : "";
  if (state === "Frozen") return `${title} is frozen${by(approvedby, frozenAt)}. Nothing in it ${deed} any more`;
  if (state === "Proposed")
    return `${title} is proposed${by(proposedby, proposedAt)}. Nothing in it ${deed} until it is a draft again`;
  if (state === "Discarded") return `${title} was given up: ${discarded}. Nothing in it ${deed} any more`;
  return `${title} is a draft again. Look at it, then decide`;
}

/**
 * Reads a whole session at one moment. A hundred thousand rows take a second or two, on a busy machine more than the five
 * that a statement has otherwise, and a million ten times as long.
 */
export const readAtOneMoment = <R>(db: Database, read: (trx: Trx) => Promise<R>): Promise<R> =>
  db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      await sql`select set_config('statement_timeout', '120s', true)`.execute(trx);
      return read(trx);
    });
