import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { prepareStatements } from "./prepared.server.ts";
import { SilentLines } from "./silent-line.server.ts";
import type { DB } from "./tables.generated.ts";

export type Database = Kysely<DB>;

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;

// Kobo fit a JavaScript number up to 90 trillion naira; days and times travel as ISO texts.
pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(DATE, (text) => text);
pg.types.setTypeParser(TIMESTAMPTZ, (text) => new Date(text).toISOString());

/** Where PostgreSQL is: a connection string, or the folder of its socket. */
export type Address =
  | { readonly url: string }
  | { readonly host: string; readonly user: string; readonly database: string };

/** What a connection has planned is lost with it, and a long statement takes seven plannings, so one outlives a quiet quarter of an hour, and what forgets silent ones on the way is told of it each minute. */
const KEPT_MS = 15 * 60_000;

/**
 * A pool whose sessions give up rather than hang: statement 5 s, lock 2 s, idle in transaction 10 s, a free
 * connection 2 s. `name` tells processes apart in pg_stat_activity.
 */
export const openPool = (address: Address, name: string, size = 20): pg.Pool =>
  watched({
    ...settingsOf(address, name),
    options: "-c search_path=portal -c jit=off",
    max: size,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: KEPT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
    statement_timeout: 5_000,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
  });

/**
 * A pool for what a start does before it answers anybody: a statement takes as long as it takes, since a new index of a large
 * table takes minutes. A lock on a table is waited for 5 s, since everybody else waits behind.
 */
export const openStartPool = (address: Address, name: string): pg.Pool =>
  watched({
    ...settingsOf(address, name),
    options: "-c search_path=portal -c jit=off -c statement_timeout=0 -c lock_timeout=5s",
    max: 5,
    connectionTimeoutMillis: 10_000,
  });

const settingsOf = (address: Address, name: string): pg.PoolConfig => ({
  ...("url" in address ? { connectionString: address.url } : address),
  application_name: name,
});

function watched(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  const lines = new SilentLines(config);
  pool.on("error", () => {}); // a lost idle connection is replaced at the next query
  pool.on("connect", (client) => {
    client.on("error", () => {});
    prepareStatements(client);
    lines.watch(client);
  });
  return pool;
}

export const openDatabase = (pool: pg.Pool): Database => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
