import { readdir, readFile } from "node:fs/promises";
import { sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Database } from "./connect.server.ts";

const ours = new URL("../../../migrations/", import.meta.url);

/** Brings the database to the newest migration, in one transaction and under a lock: two starts run them once. */
export async function migrate(db: Database, folder = ours): Promise<void> {
  const migrator = new Migrator({
    db: db.withoutPlugins(), // the schema of queries is not that of the migrations
    provider: { getMigrations: () => readMigrations(folder) },
    migrationTableSchema: "migration",
    allowUnorderedMigrations: false,
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** Whether every migration on disk has run. */
export async function isMigrated(db: Database): Promise<boolean> {
  const known = Object.keys(await readMigrations(ours));
  const { rows } = await sql<{ name: string }>`select name from migration.kysely_migration`.execute(db);
  return known.every((name) => rows.some((row) => row.name === name));
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
