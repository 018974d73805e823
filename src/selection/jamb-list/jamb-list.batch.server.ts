import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import type { RowReader } from "./jamb-list.take.server.ts";

/** What rows of a file are to the table that they go into. */
export interface Counts {
  readonly added: number;
  readonly changed: number;
  readonly same: number;
}

/** Rows of a file for a session. */
export interface Brought<R> {
  readonly session: string;
  readonly rows: readonly R[];
}

export interface Storing<R> extends Brought<R> {
  /** The `_id` of the imported file. */
  readonly list: string;
}

/** What a kind of file is read and kept by. */
export interface FileNoun<R extends { readonly jamb: string }> {
  readonly read: RowReader<R>;
  /** What keeping these rows would do. */
  weigh(db: Database | Trx, brought: Brought<R>): Promise<Counts>;
  /** Keeps them; answers how many applications got a score by them. */
  store(trx: Trx, storing: Storing<R>): Promise<{ readonly scored: number }>;
  /** How a row spells a course. */
  course(row: R): string | null;
}

// A statement has five seconds.
const BATCH = 5_000;

/** Does a statement on so many rows at a time, and adds up what each counted. */
export async function inBatches<R>(
  rows: readonly R[],
  statement: (batch: readonly R[]) => Promise<Omit<Counts, "same"> | undefined>,
): Promise<Counts> {
  const sum = { added: 0, changed: 0 };
  for (let at = 0; at < rows.length; at += BATCH) {
    const counted = await statement(rows.slice(at, at + BATCH));
    sum.added += counted?.added ?? 0;
    sum.changed += counted?.changed ?? 0;
  }
  return { ...sum, same: rows.length - sum.added - sum.changed };
}
