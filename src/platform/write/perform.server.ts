import { setTimeout as pause } from "node:timers/promises";
import { type OperationNodeSource, type RawBuilder, sql, type Transaction } from "kysely";
import type { Actor } from "#kit/wire/handle.server.ts";
import { Refusal } from "#kit/wire/refusal.server.ts";
import type { Database } from "../database/connect.server.ts";
import { isDeadlock, isStalePlan } from "../database/connection/prepared.server.ts";
import { onConstraint } from "../database/constraint.server.ts";
import { newId } from "../database/id.server.ts";
import type { DB } from "../database/tables.generated.ts";

export type Trx = Transaction<DB>;

/** One line of the audit: what was done to what. `subject` reads `noun:id`. */
export interface Note {
  readonly deed: string;
  readonly subject: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string;
}

export interface Work {
  readonly trx: Trx;
  note(note: Note): void;
}

/** On whose behalf, and by which request. */
export interface Performer {
  readonly actor: Actor;
  readonly request: string | null;
}

/** The portal itself, when it acts by the clock or on what the payment provider says. */
export const portalItself: Performer = { actor: { kind: "system", id: null }, request: null };

/** Thrown by work that lost a race which it wins, or sees the reason for, when it is done once more. */
class TryAgain extends Error {}
export const tryAgain = () => new TryAgain("this work was overtaken by another");

const MOST_ATTEMPTS = 8;

/**
 * One transaction: the change and its audit rows, both or neither. Work that notes nothing is a fault.
 * Deadlocks, overtaken work and plans from before a migration are tried again, at most eight times in all.
 */
export const perform = <R>(db: Database, by: Performer, work: (work: Work) => Promise<R>): Promise<R> =>
  performWith(db, by, work, () => sql`select 1`);

/** As `perform`, with one more statement that travels with the audit rows and sees the reply. */
export const performWith = <R>(
  db: Database,
  by: Performer,
  work: (work: Work) => Promise<R>,
  last: (reply: R) => RawBuilder<unknown>,
): Promise<R> =>
  untilDone(() =>
    db.transaction().execute(async (trx) => {
      const notes: Note[] = [];
      const reply = await work({ trx, note: (note) => notes.push(note) });
      if (notes.length === 0) throw new Error("A change was made without an audit note");
      while (notes.length > MANY) await sql`${auditRows(by, notes.splice(0, MANY))}`.execute(trx);
      await sql`with audited as (${auditRows(by, notes)}) ${last(reply)}`.execute(trx);
      return reply;
    }),
  );

/** A change that is one statement, with its note. */
export interface Change {
  readonly statement: OperationNodeSource;
  readonly note: Note;
  /** What a broken constraint of the statement means. */
  readonly onConstraint: Record<string, () => Error>;
}

/** As `performWith` for a change of one statement: one round trip, and as much one transaction. */
export const performChange = (
  db: Database,
  by: Performer,
  change: Change,
  last: RawBuilder<unknown>,
): Promise<unknown> =>
  untilDone(() => {
    const whole = sql`with changed as (${change.statement}), audited as (${auditRows(by, [change.note])}) ${last}`;
    return onConstraint(change.onConstraint, whole.execute(db));
  });

async function untilDone<R>(work: () => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !(error instanceof TryAgain || isDeadlock(error) || isStalePlan(error)))
        throw error;
      await pause(Math.random() * 20 * attempt);
    }
  }
}

/** Part of a statement: one line of the audit for each row of `rows`. */
export const auditing = (by: Performer, note: Note, rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${intoAudit} select ${auditRow(by, note)} from ${rows}`;

// A statement holds 65,535 parameters, nine of them for each line.
const FEW = 1_000;

/** So many lines travel in one statement. */
const MANY = 5_000;

const auditRows = (by: Performer, notes: readonly Note[]): RawBuilder<unknown> =>
  notes.length > FEW
    ? manyAuditRows(by, notes)
    : sql`${intoAudit} values ${sql.join(notes.map((note) => sql`(${auditRow(by, note)})`))}`;

/** The same for any number of lines, which travel as one parameter. */
const manyAuditRows = (by: Performer, notes: readonly Note[]): RawBuilder<unknown> =>
  sql`${intoAudit} select l._id, ${by.actor.kind}::text, ${by.actor.id}::uuid, l.deed, l.subject, l.before, l.after, l.reason,
      ${by.request}::text
    from jsonb_to_recordset(${JSON.stringify(notes.map((note) => ({ _id: newId(), ...note })))}::jsonb)
      as l(_id uuid, deed text, subject text, before jsonb, after jsonb, reason text)`;

const intoAudit = sql`insert into portal.audit
  (_id, actorkind, actor, deed, subject, before, after, reason, request)`;

const auditRow = (by: Performer, { deed, subject, before, after, reason }: Note) =>
  sql`${newId()}::uuid, ${by.actor.kind}::text, ${by.actor.id}::uuid, ${deed}::text, ${subject}::text,
    ${asJson(before)}::jsonb, ${asJson(after)}::jsonb, ${reason ?? null}::text, ${by.request}::text`;

const asJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

/** Work that went well and is taken back. */
class OnlyChecked<R> extends Error {
  readonly reply: R;
  constructor(reply: R) {
    super("this work was only to be checked");
    this.reply = reply;
  }
}

/** As `perform`, and then takes everything back, the audit rows too: answers what the work would have answered. */
export async function performChecked<R>(db: Database, by: Performer, work: (work: Work) => Promise<R>): Promise<R> {
  try {
    return await perform(db, by, async (given) => {
      throw new OnlyChecked(await work(given));
    });
  } catch (fault) {
    if (fault instanceof OnlyChecked) return fault.reply as R;
    throw fault;
  }
}

/**
 * A part of some work that may be refused while the rest goes on: what it wrote and noted is then taken back, and the
 * refusal is answered. Answers undefined where it went well; faults end the whole work.
 */
export async function withinSavepoint(
  { trx, note }: Work,
  part: (work: Work) => Promise<unknown>,
): Promise<Refusal | undefined> {
  const notes: Note[] = [];
  await sql`savepoint part`.execute(trx);
  try {
    await part({ trx, note: (one) => notes.push(one) });
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    await sql`rollback to savepoint part`.execute(trx);
    return fault;
  }
  await sql`release savepoint part`.execute(trx);
  for (const one of notes) note(one);
  return undefined;
}
