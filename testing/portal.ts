import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import pg from "pg";
import { startSandbox } from "../sandbox/server.ts";
import { buildPortal } from "../src/app/server/portal.server.ts";
import type { Registered } from "../src/kit/wire/http.server.ts";
import { type Config, type Patience, readConfig } from "../src/platform/config/config.server.ts";
import { type Database, openPool } from "../src/platform/database/connect.server.ts";
import type { Portal } from "../src/platform/portal/portal.server.ts";
import { type Copy, copyTemplate, emptyDatabase, type Place } from "./database.ts";
import { freePort } from "./free-port.ts";
import { type Letters, letterBox } from "./letters.ts";

export interface TestPortal {
  readonly url: string;
  readonly app: FastifyInstance & { portal: Portal; calls: Registered[] };
  readonly db: Database;
  /** The name of its database in the place that it was started in. */
  readonly database: string;
  readonly config: Config;
  readonly sandbox: Awaited<ReturnType<typeof startSandbox>>;
  readonly letters: Letters;
  stop(): Promise<void>;
}

let started = 0;

/**
 * A portal on a fresh copy of the demo college, listening on loopback, with its own mail folder and sandbox. `patience`
 * with the provider is for tests that would wait too long.
 */
export const startPortal = async (
  place: Place,
  environment: Record<string, string> = {},
  patience: Patience = {},
): Promise<TestPortal> => portalOn(place, await copyTemplate(place), environment, patience);

/** The same on a database without any data but its first administrator, as a college begins. */
export const startEmptyPortal = async (
  place: Place,
  admin: { readonly emailaddress: string; readonly password: string },
  environment: Record<string, string> = {},
): Promise<TestPortal> => portalOn(place, await emptyDatabase(place, admin), environment);

async function portalOn(
  place: Place,
  copy: Copy,
  environment: Record<string, string>,
  patience: Patience = {},
): Promise<TestPortal> {
  started += 1;
  const dataDir = mkdtempSync(join(tmpdir(), "portal-test-"));
  const port = await freePort();
  const secret = "a-notification-secret-of-the-tests";
  const apiKey = environment.REMITA_API_KEY ?? "1946";
  const notifyUrl = `http://127.0.0.1:${port}/api/payments/notification/${secret}`;
  const sandbox = await startSandbox({ notifyUrl, apiKey });
  const read = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    REMITA_URL: sandbox.url,
    REMITA_MERCHANT_ID: "2547916",
    REMITA_API_KEY: apiKey,
    REMITA_NOTIFY_SECRET: secret,
    PASSWORD_HASH: "cheap",
    ...environment,
  });
  // How fast the machine of a test is plays no part.
  const config: Config = {
    ...read,
    logLevel: "silent",
    mostDelayMs: 0,
    mostRequests: Number(environment.MOST_REQUESTS ?? Infinity),
    sms: read.sms && { ...read.sms, ...patience },
    remita: { ...read.remita, ...patience },
  };
  const name = `portal:test-${process.pid}-${started}`;
  const pool = openPool({ host: place.host, user: place.user, database: copy.name }, name);
  Object.assign(pool.options, {
    ...{ connectionTimeoutMillis: 20_000, lock_timeout: 20_000, statement_timeout: 30_000 },
    // A test holds what others wait for, ten seconds at most where none comes.
    idle_in_transaction_session_timeout: 30_000,
  });
  const app = await buildPortal(config, pool, name);
  await app.listen({ host: "127.0.0.1", port });
  return {
    url: `http://127.0.0.1:${port}`,
    app,
    db: app.portal.db,
    database: copy.name,
    config,
    sandbox,
    letters: letterBox(join(dataDir, "mail")),
    async stop() {
      await app.close();
      await pool.end();
      await sandbox.stop();
      await copy.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A connection of a test's own to the portal's database, which no pool of the portal counts. */
export async function clientOf({ database }: Pick<TestPortal, "database">, { host, user }: Place): Promise<pg.Client> {
  const client = new pg.Client({ host, user, database });
  await client.connect();
  return client;
}
