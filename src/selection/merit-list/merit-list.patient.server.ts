import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/perform.server.ts";

/**
 * Reads a whole session at one moment. A hundred thousand rows take a second or two, on a busy machine more than the five
 * that a statement has otherwise.
 */
export const patiently = <R>(db: Database, read: (trx: Trx) => Promise<R>): Promise<R> =>
  db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      await sql`select set_config('statement_timeout', '30s', true)`.execute(trx);
      return read(trx);
    });
