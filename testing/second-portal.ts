import type { FastifyInstance } from "fastify";
import { buildPortal } from "../src/app/server/portal.server.ts";
import { openPool } from "../src/platform/database/connect.server.ts";
import type { Place } from "./database.ts";
import type { TestPortal } from "./portal.ts";

/** One more portal on the database and the files of the first, as behind one proxy. */
export async function secondPortal(
  first: TestPortal,
  place: Place,
): Promise<{ url: string; app: FastifyInstance; stop(): Promise<void> }> {
  const name = `portal:second-${process.pid}`;
  const pool = openPool({ host: place.host, user: place.user, database: first.database }, name);
  const app = await buildPortal(first.config, pool, name);
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  return {
    url,
    app,
    async stop() {
      await app.close();
      await pool.end();
    },
  };
}
