import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startTcpProxy, type TcpProxy } from "../../../../testing/tcp-proxy.ts";
import { openPool } from "../connect.server.ts";
import { outageOf } from "../outage.server.ts";

let line: TcpProxy;
let pool: ReturnType<typeof openPool>;
beforeAll(async () => {
  const place = inject("place");
  line = await startTcpProxy(place.host);
  pool = openPool({ url: `postgres://${place.user}@127.0.0.1:${line.port}/postgres` }, "portal:silent-line");
});
afterAll(async () => {
  line.flow();
  await pool.end();
  await line.stop();
});

test("a statement that runs for long is left alone, for as long as it may", async () => {
  const client = await pool.connect();
  await client.query("begin; set local statement_timeout = '30s'");
  await client.query("select pg_sleep(12)");
  expect((await client.query("select 7 as seven")).rows).toEqual([{ seven: 7 }]);
  await client.query("commit");
  client.release();
});

test("a statement whose line hangs ends within twelve seconds as an outage, and the next one has a line of its own", async () => {
  await pool.query("select 1");
  line.hold();
  const ended = pool.query("select 1").then(
    () => "answered",
    (fault: Error) => outageOf(fault)?.status,
  );
  expect(await Promise.race([ended, pause(14_000, "still waiting")])).toBe(503);
  line.flow();
  expect((await pool.query("select 7 as seven")).rows).toEqual([{ seven: 7 }]);
});
