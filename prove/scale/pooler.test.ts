import pg from "pg";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { callerWith } from "../../testing/applicant.ts";
import { keepEvidence } from "../../testing/evidence.ts";
import { type Pooler, startPgbouncer } from "../../testing/pgbouncer.ts";
import { clientOf, startPortal, type TestPortal } from "../../testing/portal.ts";
import { type Program, startBeside, stopProgram, sweep, until } from "../../testing/program.ts";
import { staffMember } from "../../testing/staff.ts";
import { newRegistration } from "../../testing/visitor.ts";
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
  serving = { ...portal, url: program.url, config: { ...portal.config, publicUrl: program.url } };
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

test("a file of a whole list is made in one transaction", async () => {
  const desk = await staffMember(serving, { pages: ["programmes"] });
  const file = await desk.get("/staff/ms_programme/export");
  expect(file.status).toBe(200);
  expect(String(file.body).split("\n").length).toBeGreaterThan(5);
});

test("no statement keeps a name on a connection that the pooler shares", async (context) => {
  // As many transactions at once as there are connections: each looks at its own.
  const lines = await Promise.all(Array.from({ length: CONNECTIONS }, () => through()));
  for (const line of lines) await line.query("begin");
  const found = [];
  for (const line of lines)
    found.push(
      (await line.query("select pg_backend_pid() as pid, (select count(*)::int from pg_prepared_statements) as names"))
        .rows[0],
    );
  for (const line of lines) await line.query("rollback").then(() => line.end());
  keepEvidence(context, {
    asked: `no named statement on any of ${CONNECTIONS} shared connections after walks and writes`,
    measured: `${found.map(({ names }) => names).join(", ")} named statements on ${new Set(found.map(({ pid }) => pid)).size} connections`,
  });
  expect(new Set(found.map(({ pid }) => pid)).size).toBe(CONNECTIONS);
  expect(found.map(({ names }) => names)).toEqual(found.map(() => 0));
});

test("two who change one setting at once wait for its key, one after the other, and neither leaves it held", async (context) => {
  const pages = ["settings", "settings.change"] as const;
  const officers = [await staffMember(serving, { pages }), await staffMember(serving, { pages })];
  const key = "select pg_advisory_xact_lock(hashtext('setting resultsNeeded'))";
  await client.query("begin");
  await client.query(key);
  const asked = officers.map((who, place) => who.put("/staff/ms_setting/resultsNeeded", { value: 6 + place }));
  const waiting = async () => {
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
    );
    return rows.map(({ pid }) => pid);
  };
  await until(async () => (await waiting()).length === asked.length, 5);
  const [waiters, shared] = [await waiting(), await pooler.processes()];
  await client.query("commit");
  const replies = await Promise.all(asked);
  const { rows: changes } = await client.query<{ was: number; became: number }>(
    `select (before->>'value')::int as was, (after->>'value')::int as became from portal.audit
      where subject = 'setting:resultsNeeded' order by at, _id`,
  );
  const { rows: held } = await client.query("select from pg_locks where locktype = 'advisory' and pid = any($1)", [
    shared,
  ]);
  keepEvidence(context, {
    asked:
      "two at once for one advisory lock through the pooler: both wait, the second reads what the first wrote, no lock stays",
    measured: `${waiters.length} waited on connections of the pooler, ${changes.map(({ was, became }) => `${was} → ${became}`).join(", ")}; ${held.length} locks left`,
  });
  expect(waiters.filter((pid) => !shared.includes(pid))).toEqual([]);
  expect(replies.map(({ body }) => body.type)).toEqual(["success", "success"]);
  expect(changes).toHaveLength(2);
  expect(changes[1]?.was).toBe(changes[0]?.became);
  expect(held).toEqual([]);
});

test("the program's jobs listen and work on sessions of their own, past the pooler", async (context) => {
  // The portal inside the test has jobs too: what is done from here on is the program's.
  await portal.app.close();
  const shared = await pooler.processes();
  const { rows: listening } = await client.query<{ pid: number; name: string }>(
    `select pid, application_name as name from pg_stat_activity where datname = current_database()
      and query ilike 'listen%'`,
  );
  const { rows: workers } = await client.query<{ process: string }>("select distinct process from portal.job_worker");
  const person = newRegistration();
  const reply = await callerWith(serving, {}).post("/ms_applicant", person);
  const letters = await portal.letters(person.emailaddress, 1);
  keepEvidence(context, {
    asked:
      "sessions that listen are the program's own, none is shared by the pooler, and a job that a request queued is done",
    measured: `${listening.length} sessions listen, ${listening.filter(({ pid }) => shared.includes(pid)).length} of them shared; ${letters.length} mail of the request posted`,
  });
  expect(reply.body.type).toBe("success");
  expect(letters).toHaveLength(1);
  expect(listening.length).toBeGreaterThan(0);
  expect(listening.filter(({ pid }) => shared.includes(pid))).toEqual([]);
  const own = new Set(workers.map(({ process }) => process));
  expect(listening.filter(({ name }) => !own.has(name))).toEqual([]);
});

/** A line of a test's own through the pooler. */
async function through(): Promise<pg.Client> {
  const line = new pg.Client({ connectionString: pooler.url });
  await line.connect();
  return line;
}
