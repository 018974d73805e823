import { setTimeout as pause } from "node:timers/promises";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { forgetNames, prepareStatements } from "./connection/prepared.server.ts";
import { SilentLines } from "./connection/silent-line.server.ts";
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
    ...patience,
  });

/** What every session of requests begins with, by the name of the setting. */
const patience = {
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
} as const;

/**
 * As `openPool`, through a pooler that gives a connection of PostgreSQL for one transaction at a time, such as PgBouncer: no
 * statement is planned under a name, which the next transaction's connection would not know, and a session's settings are the role's
 * (`settleRole`). What needs a session, as jobs and migrations do, does not go through it.
 */
export const openTransactionPool = (url: string, size = 20): pg.Pool =>
  guarded(
    { connectionString: url, max: size, connectionTimeoutMillis: 2_000, idleTimeoutMillis: KEPT_MS },
    forgetNames,
  );

/** Gives the role that is connected the settings that `openPool` gives a session, in this database alone. */
export async function settleRole(pool: pg.Pool): Promise<void> {
  const settings = { search_path: "portal", jit: "off", ...patience };
  for (const [name, value] of Object.entries(settings))
    await pool.query(
      `do $$ begin execute format('alter role %I in database %I set ${name} = %L', current_user, current_database(), '${value}'); end $$`,
    );
}

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
  const lines = new SilentLines(config);
  return guarded(config, (client) => {
    prepareStatements(client);
    lines.watch(client);
  });
}

function guarded(config: pg.PoolConfig, begin: (client: pg.PoolClient) => void): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on("error", () => {}); // a lost idle connection is replaced at the next query
  pool.on("connect", (client) => {
    client.on("error", () => {});
    begin(client);
  });
  return pool;
}

export const openDatabase = (pool: pg.Pool): Database => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });

/** A replica has so long to catch up with what the primary has just written, in milliseconds; then the primary is read. */
const CATCH_UP_MS = 1_000;
const LOOK_MS = 50;

/** Where long files are read: a replica that has all that was written before this moment, else the primary. */
export type Reading = () => Promise<pg.Pool>;

/**
 * A replica answers only what it has replayed, so it is asked to have replayed the primary's newest byte: whoever exports what he or she has just
 * changed finds it there. One that is late, away or no replica is passed over.
 */
export function openReading(primary: pg.Pool, replica: pg.Pool | undefined): Reading {
  if (!replica) return async () => primary;
  const hasCaughtUp = async (): Promise<boolean> => {
    const { rows: written } = await primary.query("select pg_current_wal_lsn()::text as place");
    for (const end = Date.now() + CATCH_UP_MS; Date.now() < end; await pause(LOOK_MS)) {
      const { rows } = await replica.query("select pg_last_wal_replay_lsn() >= $1::pg_lsn as all", [written[0].place]);
      if (rows[0].all !== false) return rows[0].all === true;
    }
    return false;
  };
  return async () => ((await hasCaughtUp().catch(() => false)) ? replica : primary);
}
