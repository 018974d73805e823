import type pg from "pg";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { keepEvidence } from "../../testing/evidence.ts";
import { type Pooler, startPgbouncer } from "../../testing/pgbouncer.ts";
import { clientOf, startPortal, type TestPortal } from "../../testing/portal.ts";
import { type Program, startBeside, stopProgram, sweep } from "../../testing/program.ts";
import { staffMember } from "../../testing/staff.ts";
import { walk } from "../../testing/walk.ts";
import { startWriting } from "../../testing/writing-load.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

/** Fewer than the twenty of a portal's pool, so that each serves many. */
const CONNECTIONS = 4;

let portal: TestPortal;
let client: pg.Client;
let pooler: Pooler;
let program: Program;
/** The helpers' portal, with the program's address: what they ask goes through the pooler. */
let serving: TestPortal;
beforeAll(async () => {
  const place = inject("place");
  portal = await startPortal(place);
  const { database } = portal;
  client = await clientOf(portal, place);
  pooler = await startPgbouncer(place, database, CONNECTIONS);
  const more = { DATABASE_POOL_URL: pooler.url, DATA_DIR: portal.config.dataDir };
  program = await startBeside(portal, place, more);
  serving = { ...portal, url: program.url };
});
afterAll(async () => {
  await stopProgram(program);
  await pooler.stop();
  await sweep();
  await client.end();
  await portal.stop();
});

test("somebody goes from Create Account to the submitted application through a pooler of transactions", async () => {
  expect((await walk(serving, 700_001)).application).toBeTruthy();
});

test("forty write through four connections of PostgreSQL, and each row is there once", async (context) => {
  const load = await startWriting(client, () => program.url, { writers: 40 });
  await load.untilMore(400, 60);
  const { servers, clients } = await pooler.counts();
  await load.stop();
  expect(await load.wrong(client)).toEqual([]);
  keepEvidence(context, {
    asked: `40 writers on at most ${CONNECTIONS} connections of PostgreSQL: nothing lost, nothing doubled, no fault`,
    measured: `${load.acknowledged()} acknowledged, all there once; ${clients} connections of the portal on ${servers} of PostgreSQL`,
  });
  expect(servers).toBeLessThanOrEqual(CONNECTIONS);
  expect(clients).toBeGreaterThan(CONNECTIONS);
  expect([...load.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
});

test("a file of a whole list is made in one transaction, and jobs keep their sessions", async () => {
  const desk = await staffMember(serving, { pages: ["programmes"] });
  const file = await desk.get("/staff/ms_programme/export");
  expect(file.status).toBe(200);
  expect(String(file.body).split("\n").length).toBeGreaterThan(5);
  const { rows } = await client.query(
    "select from pg_stat_activity where datname = current_database() and query ilike 'listen%' and application_name like 'portal:%'",
  );
  expect(rows.length).toBeGreaterThan(0);
});
