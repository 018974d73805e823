import { sql } from "kysely";
import pg from "pg";
import { fillDemo } from "../demo/fill.ts";
import { makeFirstAdministrator } from "../src/access/first-administrator/first-administrator.server.ts";
import { fillPages } from "../src/access/permission/page/page.fill.server.ts";
import { startThrowawayCluster } from "../src/platform/cluster/throwaway-cluster.server.ts";
import { type Database, openDatabase, openPool } from "../src/platform/database/connect.server.ts";
import { migrate } from "../src/platform/database/migrate.server.ts";
import { migrateJobs } from "../src/platform/jobs/jobs.server.ts";
import { untilJobsRest } from "./waiting.ts";

export interface Place {
  readonly host: string;
  readonly user: string;
}

/** A throwaway PostgreSQL with one migrated and filled database, `template`, to copy from. */
export async function templateCluster(): Promise<Place & { stop(): Promise<void> }> {
  const cluster = await startThrowawayCluster();
  await onServer(cluster, "create database template");
  await fillDatabase(cluster, "template");
  await onServer(cluster, "alter database template is_template true allow_connections false");
  return cluster;
}

/** Migrates an empty database and fills it with the demo college. */
export async function fillDatabase(place: Place, database: string): Promise<void> {
  const pool = openPool({ ...place, database }, database);
  const db = openDatabase(pool);
  await migrateJobs(pool);
  await migrate(db);
  await fillDemo(db);
  await db.destroy();
}

let copies = 0;

/** A database of a test's own; `drop` removes it. */
export interface Copy {
  readonly name: string;
  drop(): Promise<void>;
}

/** A migrated database with the first administrator and nothing else. */
export async function emptyDatabase(
  place: Place,
  admin: { readonly emailaddress: string; readonly password: string },
): Promise<Copy> {
  copies += 1;
  const name = `empty_${process.pid}_${copies}`;
  await onServer(place, `create database ${name}`);
  const pool = openPool({ ...place, database: name }, name);
  const db = openDatabase(pool);
  await migrateJobs(pool);
  await migrate(db);
  await fillPages(db);
  await makeFirstAdministrator(db, admin);
  await db.destroy();
  return { name, drop: () => onServer(place, `drop database ${name} with (force)`) };
}

/** A fresh copy of the template. */
export async function copyTemplate(place: Place): Promise<Copy> {
  copies += 1;
  const name = `copy_${process.pid}_${copies}`;
  await onServer(place, `create database ${name} template template strategy file_copy`);
  return { name, drop: () => onServer(place, `drop database ${name} with (force)`) };
}

async function onServer({ host, user }: Place, statement: string): Promise<void> {
  const client = new pg.Client({ host, user, database: "postgres" });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A number for each table but those that reading and counting may touch: equal before and after means that nothing changed. */
export async function sumOfRows(db: Database): Promise<Record<string, string>> {
  await untilJobsRest({ db });
  const { rows } = await sql<{ tablename: string }>`select tablename from pg_tables where schemaname = 'portal'
    and tablename not in ('limits', 'sign_in', 'staff_session', 'job_worker', 'form_attempt', 'form_failure',
      'impossible_check')`.execute(db);
  const sums = rows.map(async ({ tablename }) => {
    const { rows: found } = await sql<{ sum: string }>`
      select coalesce(md5(string_agg(t::text, '' order by t::text)), '') as sum from ${sql.table(tablename)} t`.execute(
      db,
    );
    return [tablename, found[0]?.sum ?? ""];
  });
  return Object.fromEntries(await Promise.all(sums));
}
