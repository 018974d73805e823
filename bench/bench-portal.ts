/** The portal of a measuring process, on the database that its arguments name, and who asks it. */
import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type pg from "pg";
import { staffCookie } from "../src/access/staff-session/staff-session.open.server.ts";
import { buildPortal } from "../src/app/server/portal.server.ts";
import { hashToken } from "../src/identity/session/session.server.ts";
import { readConfig } from "../src/platform/config/config.server.ts";
import { openPool } from "../src/platform/database/connect.server.ts";
import { newId } from "../src/platform/database/id.server.ts";

interface BenchPortal {
  readonly app: FastifyInstance;
  readonly pool: pg.Pool;
  readonly url: string;
  /** What follows host, user, database and data directory. */
  readonly more: readonly string[];
}

/** `port` is what the portal believes to be its own, for the origin of a page; it listens on a free one. */
export async function openBenchPortal(port: number): Promise<BenchPortal> {
  const [host = "", user = "", database = "", dataDir = "", ...more] = process.argv.slice(2);
  const name = `portal:bench-${process.pid}`;
  const pool = openPool({ host, user, database }, name);
  const config = {
    ...readConfig({ DATA_DIR: dataDir, PORT: String(port), METRICS_PORT: process.env.METRICS_PORT }),
    logLevel: "silent" as const,
    mostRequests: Infinity,
  };
  const app = await buildPortal(config, pool, name);
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  process.on("disconnect", () => process.exit(0));
  return { app, pool, url, more };
}

/** A member of staff who holds every page and is signed in; by `place` in the order of ids. */
export async function officer(app: FastifyInstance, place = 0): Promise<{ readonly staff: string; cookie: string }> {
  const { db, config } = app.portal;
  const { rows } = await sql<{
    _id: string;
  }>`select _id from portal.staff order by _id offset ${place} limit 1`.execute(db);
  const staff = rows[0]?._id ?? "";
  await sql`insert into portal.user_permission (_id, staff, page)
    select gen_random_uuid(), ${staff}, _id from portal.page on conflict do nothing`.execute(db);
  const token = randomBytes(32).toString("base64url");
  await sql`insert into portal.staff_session (_id, token, staff, address, agent, "endsAt", idle)
    values (${newId()}, ${hashToken(token)}, ${staff}, '', '', now() + interval '1 day', interval '1 day')`.execute(db);
  return { staff, cookie: `${staffCookie.nameAt(config)}=${token}` };
}

/** As the database does by itself when nobody asks it anything: rows just changed by the hundred thousand are tidied up. */
export async function upkeep(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("vacuum analyze");
    await client.query("checkpoint");
    await client.query("reset statement_timeout");
  } finally {
    client.release();
  }
}
