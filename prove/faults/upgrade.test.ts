import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { openDatabase } from "../../src/platform/database/connect.server.ts";
import { keepEvidence } from "../../testing/evidence.ts";
import { letterBox } from "../../testing/letters.ts";
import { startPortal, type TestPortal } from "../../testing/portal.ts";
import { checkout, copiedCheckout, startBeside, statusOf, stopProgram, sweep, until } from "../../testing/program.ts";
import { versionBefore } from "../../testing/version-before.ts";
import { walk } from "../../testing/walk.ts";
import { startWriting } from "../../testing/writing-load.ts";

const LONG_S = Number(process.env.MIGRATION_SECONDS ?? 60);
vi.setConfig({ testTimeout: 360_000 + LONG_S * 2_000, hookTimeout: 120_000 });

/** No write may wait longer, whatever the next version does to the tables. */
const WAITED_MS = 5_000;

/** The long change comes in so many migrations, each a transaction of its own. */
const PIECES = 12;

/** Parents and guardians who are there before it. */
const ROWS = 20_000;

const DATABASE = `upgraded_${process.pid}`;

let portal: TestPortal;
let pool: pg.Pool;
beforeAll(async () => {
  const place = inject("place");
  // Of this one only the provider's stand-in and the settings are used: the database below begins with the version before.
  portal = await startPortal(place);
  await onServer(`create database ${DATABASE}`);
  pool = new pg.Pool({ ...place, database: DATABASE, options: "-c search_path=portal" });
  pool.on("error", () => {});
});
afterAll(async () => {
  await sweep();
  await pool.end();
  await onServer(`drop database ${DATABASE} with (force)`);
  await portal.stop();
});

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject("place"), database: "postgres" });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

const start = (cwd: string) =>
  startBeside(
    { config: portal.config, database: DATABASE },
    inject("place"),
    { DRAIN_SECONDS: "1", DATA_DIR: portal.config.dataDir, PASSWORD_HASH: "cheap" },
    { cwd },
  );

/** Fills a hot table, so that the long change has something to change. */
async function fill(): Promise<void> {
  await pool.query(
    `insert into portal.applicant (_id, firstname, lastname, emailaddress, phonenumber, jamb, password, "verifiedAt")
      select gen_random_uuid(), 'Musa', 'Bello', 'filled.' || n || '@example.com', '2348031234567',
        (20290000000 + n) || 'UP', 'signs in by no password', now() from generate_series(1, $1::int / 5) n`,
    [ROWS],
  );
  await pool.query(
    `insert into portal.referee (_id, applicant, place, firstname, lastname, phonenumber, homeaddress)
      select gen_random_uuid(), a._id, place, 'Filled', 'Bello', '2348031234567', 'No. 4, Kano'
      from portal.applicant a, generate_series(1, 5) place where a.jamb like '%UP'`,
  );
}

/** Changes a part of all rows, five hundred at a time, again and again until its time is over. */
const pieceOf = (piece: number) => `do $$
declare
  ending timestamptz := clock_timestamp() + interval '${LONG_S / PIECES} s';
  few uuid[];
begin
  loop
    for few in select array_agg(_id) from (select _id, row_number() over (order by _id) / 500 as part from portal.referee
      where abs(hashtext(_id::text)) % ${PIECES} = ${piece}) of_piece group by part
    loop
      update portal.referee set later = coalesce(later, 0) + 1 where _id = any(few);
    end loop;
    exit when clock_timestamp() > ending;
  end loop;
end $$;
`;

/** This checkout as the next version, with a column more in a hot table and the long change of its rows. */
function nextVersion(): string {
  const next = copiedCheckout(0o755);
  const write = (name: string, text: string) => writeFileSync(join(next, "migrations", `${name}.sql`), text);
  write("9900_later_column", "alter table portal.referee add column later integer;\n");
  for (let piece = 0; piece < PIECES; piece += 1) write(`${9901 + piece}_long`, pieceOf(piece));
  return next;
}

const migrationsOf = (folder: string) =>
  readdirSync(join(folder, "migrations")).filter((name) => name.endsWith(".sql"));

test("the next version comes under load with its migrations and a minute of changed rows, and the version before comes back", async (context) => {
  const old = versionBefore();
  const own = migrationsOf(checkout).length - migrationsOf(old.folder).length;
  expect(own).toBeGreaterThan(0);
  const before = await start(old.folder);
  await fill();
  const next = nextVersion();
  let serving = before;
  const load = await startWriting(pool, () => serving.url, { pauseMs: 100 });
  await load.untilMore(40, 60);
  const began = performance.now();
  const after = await start(next);
  const seconds = (performance.now() - began) / 1000;
  expect(seconds).toBeGreaterThan(LONG_S);
  const { rows } = await pool.query(
    "select count(*)::int as filled, count(later)::int as changed from portal.referee where firstname = 'Filled'",
  );
  expect(rows).toEqual([{ filled: ROWS, changed: ROWS }]);
  before.child.kill("SIGTERM");
  await until(async () => (await statusOf(`${before.url}/readyz`)) === 503, 5);
  serving = after;
  expect(await before.ended).toBe(0);
  await load.untilMore(40, 60);
  // The way back: the version before serves the database that the next one has changed.
  serving = await start(old.folder);
  await stopProgram(after);
  await load.untilMore(40, 60);
  await load.stop();
  const walked = await walk(
    {
      ...portal,
      url: serving.url,
      db: openDatabase(pool),
      letters: letterBox(join(portal.config.dataDir, "mail")),
    },
    800_001,
  );
  expect(walked.application).toBeTruthy();
  expect(await load.wrong(pool)).toEqual([]);
  const busy = load.statuses.get(503) ?? 0;
  keepEvidence(context, {
    figure: "F-44",
    asked: `from ${old.called} to this checkout and back, ${own} migrations of its own and ${LONG_S} s of changed rows under eight writers: each write answered 200, or 503 and written at its repetition; none waits longer than ${WAITED_MS / 1000} s; the version before takes somebody the whole way on the new schema`,
    measured: `${load.acknowledged()} acknowledged in ${seconds.toFixed(0)} s and after it, all there once; ${busy} times 503; the slowest ${(load.slowestMs() / 1000).toFixed(1)} s; ${ROWS} rows changed; one whole way on the version before`,
  });
  expect([...load.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(load.slowestMs()).toBeLessThan(WAITED_MS);
  expect(await stopProgram(serving)).toBe(0);
});
