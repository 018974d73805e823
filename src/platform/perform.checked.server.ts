import { sql } from "kysely";
import { Refusal } from "#kit/wire/refusal.server.ts";
import type { Database } from "./database/connect.server.ts";
import { type Note, type Performer, perform, type Work } from "./perform.server.ts";

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
