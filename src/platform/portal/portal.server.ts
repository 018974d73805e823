import type pg from "pg";
import type { Config } from "../config/config.server.ts";
import type { Database, Reading } from "../database/connect.server.ts";
import type { FileStore } from "../files/store.server.ts";
import type { Limits } from "../limits/limits.server.ts";

/** What every noun may use, decorated on the Fastify instance as `app.portal`. Nothing in it outlives the process. */
export interface Portal {
  readonly config: Config;
  readonly pool: pg.Pool;
  readonly db: Database;
  /** Where long files are read. */
  readonly reading: Reading;
  readonly files: FileStore;
  readonly limits: Limits;
}

declare module "fastify" {
  interface FastifyInstance {
    portal: Portal;
  }
}
