import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { Place } from "./database.ts";
import { freePort } from "./free-port.ts";
import { isRoot, ordinary, temporaryFolder, until } from "./program.ts";
import { startTcpProxy } from "./tcp-proxy.ts";

export interface Pooler {
  /** For a portal's DATABASE_POOL_URL. */
  readonly url: string;
  /** How many connections it has to PostgreSQL, and how many of the portal's it serves. */
  counts(): Promise<{ readonly servers: number; readonly clients: number }>;
  /** Which processes of PostgreSQL serve it. */
  processes(): Promise<number[]>;
  stop(): Promise<void>;
}

/** PgBouncer before one database, in transaction mode with so many connections. Fails with a sentence where it is not installed. */
export async function startPgbouncer({ host, user }: Place, database: string, connections: number): Promise<Pooler> {
  if (spawnSync("pgbouncer", ["--version"]).error) throw new Error("PgBouncer is missing: apt-get install pgbouncer");
  // Its user may not enter the folder of the socket.
  const line = await startTcpProxy(host);
  const port = await freePort();
  const folder = temporaryFolder(isRoot ? ordinary : undefined);
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
${database} = host=127.0.0.1 port=${line.port} dbname=${database} user=${user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 200
`,
  );
  const child = spawn("pgbouncer", [file], { stdio: "ignore", ...(isRoot && ordinary) });
  const console = async <Row extends object>(command: string): Promise<Row[]> => {
    const client = new pg.Client({ host: "127.0.0.1", port, user, database: "pgbouncer" });
    await client.connect();
    return client.query<Row>(command).then(
      ({ rows }) => client.end().then(() => rows),
      (fault) => client.end().then(() => Promise.reject(fault)),
    );
  };
  await until(
    () =>
      console("show version").then(
        () => true,
        () => false,
      ),
    10,
  );
  return {
    url: `postgres://${user}@127.0.0.1:${port}/${database}`,
    async counts() {
      const of = async (command: string) =>
        (await console<{ database: string }>(command)).filter((row) => row.database === database).length;
      return { servers: await of("show servers"), clients: await of("show clients") };
    },
    async processes() {
      const servers = await console<{ database: string; remote_pid: number }>("show servers");
      return servers.filter((row) => row.database === database).map((row) => Number(row.remote_pid));
    },
    async stop() {
      child.kill("SIGINT");
      await once(child, "exit");
      await line.stop();
    },
  };
}
