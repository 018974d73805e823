import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Round } from "../jobs/jobs.server.ts";

/** Hourly: forgets replies older than two days and used-up limits, and removes files that no row names. */
export const sweeping: Round = {
  name: "sweep",
  cron: "17 * * * *",
  async run(app) {
    const { db } = app.portal;
    await sql`delete from portal.idempotency where "createdAt" < now() - interval '2 days'`.execute(db);
    await sql`delete from portal.limits where expire < extract(epoch from now()) * 1000`.execute(db);
    await removeOrphanFiles(app);
  },
};

const ONE_HOUR_MS = 3_600_000;

/** So many names travel in one question. */
const ASKED_AT_ONCE = 1_000;

/** A kill between file and row leaves a file without a row; never the reverse, because the file is kept first. */
export async function removeOrphanFiles(app: FastifyInstance): Promise<void> {
  const { files } = app.portal;
  let old: string[] = [];
  for await (const { name, changed } of files.names()) {
    if (Date.now() - changed.getTime() >= ONE_HOUR_MS) old.push(name);
    if (old.length < ASKED_AT_ONCE) continue;
    await removeNameless(app, old);
    old = [];
  }
  await removeNameless(app, old);
}

async function removeNameless({ portal: { db, files } }: FastifyInstance, old: readonly string[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from unnest(${old}::text[]) as old(name)
    where not exists (select from portal.stored_file where newname = name)`.execute(db);
  for (const { name } of rows) await files.remove(name);
}
