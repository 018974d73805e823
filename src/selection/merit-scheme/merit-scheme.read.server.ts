import { sql } from "kysely";
import * as v from "valibot";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { type Scheme, scheme } from "./merit-scheme.contract.ts";

export interface KeptScheme {
  readonly scheme: Scheme;
  /** From 1. */
  readonly version: number;
}

/** A session's own scheme; undefined while it has none. */
export async function keptScheme(db: Database | Trx, session: string): Promise<KeptScheme | undefined> {
  const { rows } = await sql<{ scheme: unknown; version: number }>`select scheme, version from portal.merit_scheme
    where session = ${session}`.execute(db);
  return rows[0] && { scheme: v.parse(scheme, rows[0].scheme), version: rows[0].version };
}

/** By what a session's places are shared out; undefined while nobody has said. */
export const schemeOf = async (db: Database, session: string): Promise<Scheme | undefined> =>
  (await keptScheme(db, session))?.scheme;
