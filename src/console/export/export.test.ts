import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { lagosDay } from "#kit/value/dates.rules.ts";
import { headOf } from "../../../testing/head.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";

let portal: TestPortal;
let who: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  who = await staffMember(portal, { pages: ["colleges", "departments", "sessions", "sessions.change"] });
});
afterAll(() => portal.stop());

const logged = () =>
  portal.db
    .selectFrom("export")
    .select(["name", "filter", "rows"])
    .where("staff", "=", who._id)
    .orderBy("_id")
    .execute();

test("times are written as a spreadsheet of Lagos reads them, and the file is called by the day there", async () => {
  const session = { code: "T1", name: "Timely", semester: 1, opens: "2026-11-20T23:30:00Z" };
  expect((await who.post("/staff/ms_session", session)).body.type).toBe("success");
  const { body, headers } = await who.get("/staff/ms_session/export?q=timely");
  expect(body).toContain("2026-11-21 00:30");
  expect(headers.get("content-disposition")).toContain(`session-${lagosDay(new Date().toISOString())}.csv`);
});

test("a filter by another record is named by what that is called", async () => {
  const college = await portal.db
    .selectFrom("college")
    .select("_id")
    .where("code", "=", "SSCI")
    .executeTakeFirstOrThrow();
  await who.get(`/staff/ms_department/export?college=${college._id}`);
  expect((await logged()).at(-1)).toMatchObject({ filter: "College SSCI School of Sciences, by name" });
});

test("a record that the asker does not reach is not named by its file", async () => {
  const head = await headOf(portal, "BIO", ["departments", "colleges"]);
  const { _id } = await portal.db
    .selectFrom("college")
    .select("_id")
    .where("_id", "<>", (row) => row.selectFrom("department").select("college").where("code", "=", "BIO"))
    .limit(1)
    .executeTakeFirstOrThrow();
  await head.get(`/staff/ms_department/export?college=${_id}`);
  const { filter } = await portal.db
    .selectFrom("export")
    .select("filter")
    .where("staff", "=", head._id)
    .executeTakeFirstOrThrow();
  expect(filter).toBe(`College ${_id}, by name`);
});

test("the same key twice makes the file twice", async () => {
  const before = (await logged()).length;
  const headers = { cookie: who.cookie, "idempotency-key": "of-a-file" };
  const file = async () => {
    const reply = await fetch(`${portal.url}/api/staff/ms_college/export`, { headers });
    return { status: reply.status, text: await reply.text() };
  };
  const [one, two] = [await file(), await file()];
  expect([one.status, two.status]).toEqual([200, 200]);
  expect((await logged()).slice(before).map(({ name }) => name)).toEqual(["Colleges", "Colleges"]);
});

/** On a line of its own: one that has read a whole file before may hold the next one within itself. */
const paused = async (cookie: string): Promise<IncomingMessage> => {
  const request = get(`${portal.url}/api/staff/ms_college/export`, { agent: false, headers: { cookie } });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  response.pause();
  return response;
};

test("a person has two files made at once; the third waits for one of them, and one that is paused is whole", async () => {
  for (let part = 0; part < 10; part += 1)
    await sql`insert into portal.college (_id, code, name, isacademic)
      select gen_random_uuid(), 'L' || n, repeat('long ', 150) || n, false
      from generate_series(${part * 2_000}::integer + 1, ${(part + 1) * 2_000}::integer) n`.execute(portal.db);
  await sql`analyze portal.college`.execute(portal.db);
  const [one, two] = [await paused(who.cookie), await paused(who.cookie)];
  expect([one.statusCode, two.statusCode]).toEqual([200, 200]);
  const third = await paused(who.cookie);
  expect([third.statusCode, third.headers["retry-after"]]).toEqual([429, "10"]);
  expect(JSON.parse(await text(third))).toMatchObject({ code: "exports-under-way" });
  one.destroy();
  const next = async () => {
    const response = await paused(who.cookie);
    response.destroy();
    return response.statusCode;
  };
  await expect.poll(next, { timeout: 5_000, interval: 50 }).toBe(200);
  let size = 0;
  for await (const piece of two) size += piece.length;
  expect(size).toBeGreaterThan(14_000_000);
});

/** Connections that a file which is being sent holds. */
const held = async (): Promise<number> =>
  (
    await sql<{ held: number }>`select count(*)::integer as held from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`.execute(portal.db)
  ).rows[0]?.held ?? 0;

test("paused downloads of many leave the connections to those who apply", async () => {
  // What the test before let go of is noticed in its time.
  await expect.poll(held).toBe(0);
  const officers: StaffMember[] = [];
  for (let made = 0; made < 4; made += 1) officers.push(await staffMember(portal, { pages: ["colleges"] }));
  const two = ({ cookie }: StaffMember) => [paused(cookie), paused(cookie)];
  // At once: a line on which nothing moves for thirty seconds is let go of.
  const responses = await Promise.all(officers.slice(0, 3).flatMap(two));
  responses.push(...(await Promise.all(officers.slice(3).flatMap(two))));
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200, 503, 503]);
  expect(await held()).toBe(6);
  expect((await fetch(`${portal.url}/api/portal`)).status).toBe(200);
  for (const response of responses) response.destroy();
  const again = async () => {
    const response = await paused(who.cookie);
    response.destroy();
    return response.statusCode;
  };
  await expect.poll(again, { timeout: 10_000, interval: 100 }).toBe(200);
}, 60_000);
