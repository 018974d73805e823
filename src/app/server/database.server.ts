import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { makeFirstAdministrator } from "#access/first-administrator/first-administrator.server.ts";
import { fillPages } from "#access/permission/permission.server.ts";
import { startCluster } from "#platform/cluster/cluster.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import { diskRefusal, StartRefusal } from "#platform/config/start-refusal.server.ts";
import {
  type Address,
  openDatabase,
  openPool,
  openStartPool,
  openTransactionPool,
  settleRole,
} from "#platform/database/connect.server.ts";
import { isDeadlock } from "#platform/database/connection/prepared.server.ts";
import { migrate } from "#platform/database/migrate.server.ts";
import { migrateJobs } from "#platform/jobs/jobs.server.ts";
import type { Ending } from "./ending.server.ts";

/** PostgreSQL 15, as its server_version_num says it. Contract 4. */
const oldest = 150_000;

/** Milliseconds that a start waits for a database server, which may be starting, too. */
const patience = 10_000;

export interface Opened {
  /** For requests. */
  readonly pool: pg.Pool;
  /** For what needs a session of its own; the same where there is no pooler. */
  readonly direct: pg.Pool;
  readonly replica: pg.Pool | undefined;
  /** What whoever started the portal must know of a database that was filled just now, in lines. */
  readonly news: readonly string[];
}

/**
 * A pool on the configured database, or on the embedded one, migrated. Outside production an empty one is filled, unless
 * ADMIN_EMAIL says who sets the college up.
 */
export async function openMigrated(config: Config, name: string, ending: Ending): Promise<Opened> {
  const address = await databaseOf(config, ending);
  const starting = openStartPool(address, name);
  const news: string[] = [];
  try {
    await refuseOld(starting);
    await migrateAll(starting);
    await fillPages(openDatabase(starting));
    if (!config.production && !config.admin) news.push(...(await fillDemo(starting)));
    await makeFirstAdministrator(openDatabase(starting), config.admin);
    if (config.databasePoolUrl) await settleRole(starting);
  } catch (fault) {
    throw diskRefusal(fault, config.databaseUrl ? "the database" : config.dataDir) ?? fault;
  } finally {
    await starting.end();
  }
  const direct = openPool(address, name);
  const pool = config.databasePoolUrl ? openTransactionPool(config.databasePoolUrl) : direct;
  const replica = config.databaseReadUrl ? openPool({ url: config.databaseReadUrl }, name) : undefined;
  for (const one of new Set([direct, pool, replica])) if (one) ending.remember(() => one.end());
  return { pool, direct, replica, news };
}

/** Any number, the same for all processes. */
const MIGRATING = 4_200_601;

/** The tables of jobs and those of the portal. Of several starts one does it, and the others wait, however long it takes. */
export async function migrateAll(pool: pg.Pool, folder?: URL): Promise<void> {
  const holder = await pool.connect();
  try {
    await holder.query("set lock_timeout = 0");
    await holder.query("select pg_advisory_lock($1)", [MIGRATING]);
    await untilUndisturbed(() => migrateJobs(pool));
    await untilUndisturbed(() => migrate(openDatabase(pool), folder));
  } finally {
    // The lock and the setting end with the connection.
    holder.release(true);
  }
}

const MOST_ATTEMPTS = 5;

/** Older processes work meanwhile: they may hold a lock for long, or wait for one of the migration's in a circle. */
async function untilUndisturbed(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (fault) {
      const disturbed = isDeadlock(fault) || (fault instanceof pg.DatabaseError && fault.code === "55P03");
      if (!disturbed || attempt === MOST_ATTEMPTS) throw fault;
    }
  }
}

async function databaseOf(config: Config, ending: Ending): Promise<Address> {
  if (config.databaseUrl) {
    await waitForServer(config.databaseUrl);
    return { url: config.databaseUrl };
  }
  const { host, user, stop } = await startCluster(config.dataDir);
  ending.remember(stop);
  return { host, user, database: "postgres" };
}

async function waitForServer(url: string): Promise<void> {
  const deadline = Date.now() + patience;
  while (true) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    try {
      await client.connect();
      return;
    } catch (fault) {
      const refused = fault instanceof pg.DatabaseError && !fault.code?.startsWith("57");
      if (refused || Date.now() > deadline)
        throw new StartRefusal(`The database of DATABASE_URL cannot be used: ${reasonOf(fault)}.`);
    } finally {
      await client.end().catch(() => {});
    }
    await pause(250);
  }
}

/** One address of several that were tried stands for all; the text never holds the password. */
function reasonOf(fault: unknown): string {
  const first = fault instanceof AggregateError ? fault.errors[0] : fault;
  return first instanceof Error ? first.message : String(first);
}

async function refuseOld(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ server_version: string; number: number }>(
    "select current_setting('server_version') as server_version, current_setting('server_version_num')::int as number",
  );
  const [found] = rows;
  if (found && found.number < oldest)
    throw new StartRefusal(`The database is PostgreSQL ${found.server_version}: the portal needs 15 or newer.`);
}

/** Demo data is no part of the server: production never loads it. */
async function fillDemo(pool: pg.Pool): Promise<readonly string[]> {
  const demo = new URL("../../../demo/newcomer.fill.ts", import.meta.url).href;
  const { fillForNewcomer } = (await import(demo)) as {
    fillForNewcomer(db: ReturnType<typeof openDatabase>): Promise<readonly string[]>;
  };
  return fillForNewcomer(openDatabase(pool));
}
