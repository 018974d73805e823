import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { isRoot, ordinary, statusOf, temporaryFolder, until } from "./program.ts";

/** How long a primary that is silent may hold its place, in seconds: the least that Patroni takes. */
const LEASE_S = 20;

export interface DatabaseNode {
  readonly name: string;
  readonly port: number;
  /** Where Patroni answers about it. */
  readonly rest: string;
}

/** PostgreSQL on three nodes under Patroni, etcd beside them and HAProxy before them, all on this machine. */
export interface PatroniCluster {
  /** Of the primary, whichever that is. */
  readonly url: string;
  /** Of the replicas in turn. */
  readonly readUrl: string;
  readonly nodes: readonly DatabaseNode[];
  primary(): Promise<DatabaseNode>;
  /** Ends a node at once, its PostgreSQL and all, as a machine that loses its current. */
  kill(node: DatabaseNode): void;
  /** The machine comes back. */
  start(node: DatabaseNode): Promise<void>;
  /** A planned change of the primary. */
  switchOver(): Promise<void>;
  /** Until so many nodes follow the primary, and one of them may take its place. */
  untilFollowed(count: number): Promise<void>;
  stop(): Promise<void>;
}

const packages = ["patroni", "etcd", "haproxy"] as const;

/** Fails with a sentence where a program is not installed. */
export async function startPatroni(): Promise<PatroniCluster> {
  for (const program of packages)
    if (spawnSync("sh", ["-c", `command -v ${program}`]).status !== 0)
      throw new Error(`${program} is missing: apt-get install patroni etcd-server haproxy postgresql-15`);
  const folder = temporaryFolder(isRoot ? ordinary : undefined);
  chmodSync(folder, 0o755);
  const children = new Map<string, ChildProcess>();
  const run = (name: string, command: string, args: readonly string[]) => {
    const log = openSync(join(folder, `${name}.log`), "a");
    const child = spawn(command, args, {
      stdio: ["ignore", log, log],
      // A group of its own: what is killed is killed with all that it started.
      detached: true,
      env: { PATH: process.env.PATH, HOME: folder, ETCD_UNSUPPORTED_ARCH: "arm64" },
      ...(isRoot && ordinary),
    });
    children.set(name, child);
    return child;
  };

  const [client, peer, front, behind] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const etcd = `http://127.0.0.1:${client}`;
  run("etcd", "etcd", [
    ...["--name", "one", "--data-dir", join(folder, "etcd")],
    ...["--listen-client-urls", etcd, "--advertise-client-urls", etcd],
    ...["--listen-peer-urls", `http://127.0.0.1:${peer}`, "--initial-advertise-peer-urls", `http://127.0.0.1:${peer}`],
    ...["--initial-cluster", `one=http://127.0.0.1:${peer}`],
  ]);
  await until(async () => (await statusOf(`${etcd}/health`)) === 200, 20);

  const nodes: DatabaseNode[] = [];
  for (const name of ["one", "two", "three"]) {
    const [port, rest] = [await freePort(), await freePort()];
    nodes.push({ name, port, rest: `http://127.0.0.1:${rest}` });
    writeFileSync(join(folder, `${name}.yml`), configOf({ name, port, rest, client, folder }));
  }
  const start = async ({ name, rest }: DatabaseNode) => {
    run(name, "patroni", [join(folder, `${name}.yml`)]);
    await until(async () => (await statusOf(`${rest}/health`)) === 200, 60).catch(() => {
      throw new Error(`${name} does not start: ${readFileSync(join(folder, `${name}.log`), "utf8").slice(-2_000)}`);
    });
  };
  for (const node of nodes) await start(node);

  writeFileSync(join(folder, "haproxy.cfg"), proxyOf(front, behind, nodes));
  run("haproxy", "haproxy", ["-db", "-f", join(folder, "haproxy.cfg")]);

  const primary = async () => {
    let found: DatabaseNode | undefined;
    await until(async () => {
      for (const node of nodes) if ((await statusOf(`${node.rest}/primary`)) === 200) found = node;
      return found !== undefined;
    }, 90);
    return found as DatabaseNode;
  };
  const untilFollowed = (count: number) =>
    until(async () => {
      const { rest } = await primary();
      const { members = [] } = (await (await fetch(`${rest}/cluster`)).json()) as { members?: Member[] };
      const following = members.filter(({ role, state, lag }) => role !== "leader" && state !== "stopped" && lag === 0);
      return following.length >= count && following.some(({ role }) => role === "sync_standby");
    }, 120);
  await untilFollowed(2);
  const end = (name: string) => {
    const child = children.get(name);
    if (child?.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, "SIGKILL");
  };
  const kill = ({ name }: DatabaseNode) => {
    // PostgreSQL has a session of its own and is told by its own number.
    const postmaster = Number(readFileSync(join(folder, name, "postmaster.pid"), "utf8").split("\n")[0]);
    end(name);
    process.kill(postmaster, "SIGKILL");
  };
  return {
    url: `postgres://portal@127.0.0.1:${front}/postgres`,
    readUrl: `postgres://portal@127.0.0.1:${behind}/postgres`,
    nodes,
    primary,
    start,
    untilFollowed,
    kill,
    async switchOver() {
      const { rest, name } = await primary();
      const reply = await fetch(`${rest}/switchover`, { method: "POST", body: JSON.stringify({ leader: name }) });
      if (!reply.ok) throw new Error(await reply.text());
    },
    async stop() {
      for (const node of nodes)
        try {
          kill(node);
        } catch {
          // It is down already.
        }
      for (const name of ["haproxy", "etcd"]) {
        end(name);
        await once(children.get(name) as ChildProcess, "exit").catch(() => {});
      }
    },
  };
}

interface Member {
  readonly role: string;
  readonly state: string;
  readonly lag?: number;
}

interface NodeSettings {
  readonly name: string;
  readonly port: number;
  readonly rest: number;
  readonly client: number;
  readonly folder: string;
}

/** One replica has what is acknowledged before it is acknowledged. */
function configOf({ name, port, rest, client, folder }: NodeSettings): string {
  mkdirSync(join(folder, `${name}.socket`), { mode: 0o777 });
  chmodSync(join(folder, `${name}.socket`), 0o777);
  return `
scope: college
name: ${name}
restapi:
  listen: 127.0.0.1:${rest}
  connect_address: 127.0.0.1:${rest}
etcd3:
  hosts: 127.0.0.1:${client}
bootstrap:
  dcs:
    ttl: ${LEASE_S}
    loop_wait: 5
    retry_timeout: 5
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters:
        max_connections: 100
        wal_log_hints: "on"
  initdb:
    - encoding: UTF8
    - data-checksums
postgresql:
  listen: 127.0.0.1:${port}
  connect_address: 127.0.0.1:${port}
  data_dir: ${join(folder, name)}
  bin_dir: /usr/lib/postgresql/15/bin
  pgpass: ${join(folder, `${name}.pass`)}
  authentication:
    superuser:
      username: portal
    replication:
      username: replicator
  parameters:
    unix_socket_directories: ${join(folder, `${name}.socket`)}
  pg_hba:
    - local all all trust
    - host all all 127.0.0.1/32 trust
    - host replication replicator 127.0.0.1/32 trust
`;
}

const proxyOf = (front: number, behind: number, nodes: readonly DatabaseNode[]) => `
global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
${listenOn("primary", front, nodes)}
${listenOn("replica", behind, nodes)}
`;

const listenOn = (role: "primary" | "replica", port: number, nodes: readonly DatabaseNode[]) => `
listen ${role}
  bind 127.0.0.1:${port}
  option httpchk GET /${role}
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${new URL(node.rest).port}`).join("\n")}`;
