import { readdir, readFile } from "node:fs/promises";
import { sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { StartRefusal } from "../config/start-refusal.server.ts";
import type { Database } from "./connect.server.ts";

const ours = new URL("../../../migrations/", import.meta.url);

/**
 * Brings the database to the newest migration, under a lock: two starts run them once. Each is a transaction of its own, since one that takes
 * minutes would hold the tables that the ones before it changed; an empty database has nobody who waits. A database that has
 * all of ours and later ones besides is served as it is: so the version before comes back after an upgrade.
 */
export async function migrate(db: Database, folder = ours): Promise<void> {
  const migrations = await readMigrations(folder);
  const done = await doneMigrations(db);
  const later = done.filter((name) => !(name in migrations));
  const missing = Object.keys(migrations).filter((name) => !done.includes(name));
  if (missing.length === 0) return;
  if (later.length > 0)
    throw new StartRefusal(
      `The database has ${later.join(", ")} of another version, and lacks ${missing.join(", ")} of this one: start the version that made it.`,
    );
  const migrator = new Migrator({
    db: db.withoutPlugins(), // the schema of queries is not that of the migrations
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: "migration",
    allowUnorderedMigrations: false,
  });
  for (const step of done.length === 0
    ? [() => migrator.migrateToLatest()]
    : missing.map(() => () => migrator.migrateUp())) {
    const { error } = await step();
    if (error) throw error;
  }
}

/** Whether every migration on disk has run, in a database that takes writes: a replica does not. */
export async function isMigrated(db: Database): Promise<boolean> {
  const { rows } = await sql<{ replica: boolean }>`select pg_is_in_recovery() as replica`.execute(db);
  if (rows[0]?.replica) return false;
  const done = await doneMigrations(db);
  return Object.keys(await readMigrations(ours)).every((name) => done.includes(name));
}

/** The names of those that ran; none of an empty database. */
async function doneMigrations(db: Database): Promise<string[]> {
  const { rows: tables } = await sql<{ there: boolean }>`
    select to_regclass('migration.kysely_migration') is not null as there`.execute(db);
  if (!tables[0]?.there) return [];
  const { rows } = await sql<{ name: string }>`select name from migration.kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

async function readMigrations(folder: URL): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const files = names.map(async (name) => [name.replace(/\.sql$/, ""), await readFile(new URL(name, folder), "utf8")]);
  return Object.fromEntries((await Promise.all(files)).map(([name, text]) => [name, asMigration(text ?? "")]));
}

const asMigration = (text: string): Migration => ({
  up: async (db) => {
    await sql`set local lock_timeout = '5s'`.execute(db);
    await sql.raw(text).execute(db);
  },
});
