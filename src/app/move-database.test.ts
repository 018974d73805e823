import { spawn } from "node:child_process";
import { once } from "node:events";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startThrowawayCluster } from "#platform/cluster/throwaway-cluster.server.ts";
import { compiled, filledFolder, refusalOf, sweep } from "../../testing/program.ts";
import { tableSums } from "./move/database-move.server.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let server: Awaited<ReturnType<typeof startThrowawayCluster>>;
let filled: Awaited<ReturnType<typeof filledFolder>>;
beforeAll(async () => {
  server = await startThrowawayCluster();
  filled = await filledFolder();
  // Whoever may make tables in a database of his own is enough.
  await onServer("postgres", "create role college login");
  await onServer("postgres", "create database college owner college");
});
afterAll(async () => {
  await sweep();
  filled.remove();
  await server.stop();
});

async function onServer<Row extends pg.QueryResultRow>(database: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ host: server.host, user: server.user, database });
  await client.connect();
  return client
    .query<Row>(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

const address = () => `postgres://college@/college?host=${encodeURIComponent(server.host)}`;

async function move(DATA_DIR: string, ...words: string[]): Promise<[number | null, string]> {
  const child = spawn(process.execPath, ["src/app/move-database.server.ts", ...words], {
    env: { PATH: process.env.PATH, ...compiled, DATA_DIR },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  const [code] = await once(child, "close");
  return [code, said.trim()];
}

test("every row and number of an embedded database comes to a server, and the portal starts there", async () => {
  const dataDir = filled.copy();
  const [code, said] = await move(dataDir, address());
  expect([code, said]).toEqual([0, expect.stringMatching(/Moved: \d{3,} rows of \d{3,} tables/)]);
  expect(said).toMatch(/^portal\.programme +\d+ rows, sums equal$/m);
  const [next] = await onServer<{ keys: string; dead: string }>(
    "college",
    `select count(*)::text as keys, (count(*) filter (where not convalidated))::text as dead from pg_constraint
      where contype = 'f' and connamespace = 'portal'::regnamespace`,
  );
  expect(Number(next?.keys)).toBeGreaterThan(100);
  expect(next?.dead).toBe("0");
  const [silent] = await onServer<{ n: string }>(
    "college",
    "select count(*) as n from pg_trigger where tgenabled = 'D'",
  );
  expect(silent?.n).toBe(0);

  const again = await move(dataDir, address());
  expect(again).toEqual([1, expect.stringMatching(/^The target is not empty: it holds \S+\. Make a new database/)]);

  const [started, words] = await refusalOf({ DATA_DIR: dataDir, DATABASE_URL: address() });
  expect([started, words]).toEqual([0, expect.stringContaining("The portal is ready")]);
});

test("a table that comes otherwise is named, and the target is as empty as before", async () => {
  await onServer("postgres", "create database other owner college");
  // Something on the server changes rows while they come.
  await onServer(
    "other",
    `create function public.spoil() returns event_trigger language plpgsql as $$ begin
       if to_regclass('portal.programme') is not null then
         execute 'update portal.programme set name = ''Another '' || code where name not like ''Another %''';
       end if; end $$;
     create event trigger spoil on ddl_command_end when tag in ('ALTER TABLE') execute function public.spoil()`,
  );
  const [code, said] = await move(filled.copy(), `postgres://college@/other?host=${encodeURIComponent(server.host)}`);
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(
      /^These tables came otherwise, and nothing was moved: portal\.programme \(\d+ rows, there \d+\)\.$/,
    ),
  ]);
  const [left] = await onServer<{ n: string }>(
    "other",
    "select count(*) as n from pg_namespace where nspname in ('portal', 'migration', 'graphile_worker')",
  );
  expect(left?.n).toBe(0);
});

test("what is no address, and a folder without a database, are refused", async () => {
  expect(await move(filled.copy())).toEqual([
    1,
    expect.stringContaining("Usage: npm run move-database -- postgres://"),
  ]);
  expect(await move("/nonexistent/data", address())).toEqual([
    1,
    "/nonexistent/data holds no database: set DATA_DIR to the folder of the portal that is to be moved.",
  ]);
});

test("the sum of a table tells a changed row and minds no order", async () => {
  const client = new pg.Client({ host: server.host, user: server.user, database: "postgres" });
  await client.connect();
  const sumAfter = async (statement: string) => {
    await client.query(statement);
    return (await tableSums(client)).find(({ table }) => table === "portal.small");
  };
  const first = await sumAfter(
    "create schema portal; create table portal.small (a int, b text); insert into portal.small values (1, 'x'), (2, null)",
  );
  const turned = await sumAfter("truncate portal.small; insert into portal.small values (2, null), (1, 'x')");
  const changed = await sumAfter("update portal.small set b = '' where a = 2");
  await client.end();
  expect(turned).toEqual(first);
  expect(changed).toMatchObject({ rows: 2 });
  expect(changed?.sum).not.toBe(first?.sum);
});
