import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase, openPool } from "#platform/database/connect.server.ts";
import { migratedDatabase } from "../testing/migrated-database.ts";
import { fillDemo } from "./fill.ts";

let empty: Awaited<ReturnType<typeof migratedDatabase>>;
let db: Database;
beforeAll(async () => {
  empty = await migratedDatabase();
  db = openDatabase(openPool({ url: empty.url }, "demo-fill"));
});
afterAll(async () => {
  await db.destroy();
  await empty.stop();
});

const counts = async () => {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*) from portal.college) as colleges, (select count(*) from portal.department) as departments,
    (select count(*) from portal.programme) as programmes, (select count(*) from portal.session) as sessions,
    (select count(*) from portal.admission_requirement) as requirements,
    (select sum(amount_kobo)::bigint from portal.acceptance_fee_item) as acceptance`.execute(db);
  return rows[0];
};

test("two starts at once fill an empty database once, and a third changes nothing", async () => {
  await Promise.all([fillDemo(db), fillDemo(db)]);
  const filled = await counts();
  expect(filled).toEqual({
    colleges: 11,
    departments: 42,
    programmes: 100,
    sessions: 2,
    requirements: 292,
    acceptance: 1_750_000,
  });
  await fillDemo(db);
  expect(await counts()).toEqual(filled);
});

test("every programme that admits has fee items of one service type and three required documents", async () => {
  const { rows } = await sql<{ services: number; items: number; required: number }>`select
    (select count(distinct "serviceTypeID") from portal.application_fee_item i where i.programme = p._id) as services,
    (select count(*) from portal.application_fee_item i where i.programme = p._id) as items,
    (select count(*) from portal.admission_requirement r where r.programme = p._id and required) as required
    from portal.programme p where admits`.execute(db);
  expect(rows).toHaveLength(73);
  for (const { services, items, required } of rows) {
    expect([services, required]).toEqual([1, 3]);
    expect(items).toBeGreaterThanOrEqual(3);
  }
});

test("every class of a programme that admits can pay: its matrix has no hole", async () => {
  const { rows } = await sql<{ classes: number; years: number; lines: number }>`select
    (select count(*) from portal.tuition_fee_item i where i.programme = p._id) as classes, coalesce(durationyears, 4) as years,
    (select count(*) from portal.programme_tuition_fee_item i where i.programme = p._id) as lines
    from portal.programme p where admits`.execute(db);
  for (const { classes, years, lines } of rows) expect([classes, lines]).toEqual([years * 8, 8]);
});

test("the session that runs has a registration that is open now, and a schedule of fees", async () => {
  const { rows } = await sql<{ open: number; lines: number }>`select
    (select count(*) from portal.registration_window w where w.session = s._id
      and (now() at time zone 'Africa/Lagos')::date between start and "end") as open,
    (select count(*) from portal.schedule_of_fee_item i where i.session = s._id) as lines
    from portal.session s where s.status`.execute(db);
  expect(rows).toEqual([{ open: 1, lines: 7 }]);
});

test("applications are open on a day's boundary in Lagos, since last month and for months to come", async () => {
  const { opens, closes } = await db
    .selectFrom("session")
    .select(["opens", "closes"])
    .where("admission", "=", true)
    .executeTakeFirstOrThrow();
  const days = (iso: string | null) => (Date.parse(iso ?? "") - Date.now()) / 86_400_000;
  expect(days(opens)).toBeLessThan(-27);
  expect(days(closes)).toBeGreaterThan(100);
  expect(opens).toMatch(/T23:00:00/);
});
