import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase, openPool } from "#platform/database/connect.server.ts";
import { catalogueFindings } from "../src/registry/course/catalogue/catalogue.check.rules.ts";
import { expectInvariants } from "../testing/invariants.ts";
import { migratedDatabase } from "../testing/migrated-database.ts";
import { catalogues } from "./courses.ts";
import { fillForNewcomer } from "./newcomer.fill.ts";

let empty: Awaited<ReturnType<typeof migratedDatabase>>;
let db: Database;
let news: readonly string[];
beforeAll(async () => {
  empty = await migratedDatabase();
  db = openDatabase(openPool({ url: empty.url }, "demo-studies"));
  const both = await Promise.all([fillForNewcomer(db), fillForNewcomer(db)]);
  news = both.flat();
});
afterAll(async () => {
  await db.destroy();
  await empty.stop();
});

test("of two starts at once one fills, and says whom one may sign in as; a third changes nothing", async () => {
  expect(news.filter((line) => line.includes("@demo."))).toHaveLength(20);
  expect(news.filter((line) => line.includes(" student@demo."))).toHaveLength(1);
  const count = async () => {
    const { rows } = await sql`select (select count(*)::int from portal.course) as courses,
      (select count(*)::int from portal.student) as students, (select count(*)::int from portal.timetable_entry) as meetings,
      (select count(*)::int from portal.past_mark) as marks`.execute(db);
    return rows;
  };
  const before = await count();
  expect(before).toMatchObject([{ students: 13, meetings: 28 }]);
  expect(await fillForNewcomer(db)).toEqual([]);
  expect(await count()).toEqual(before);
});

test("nothing of it is what must never be", () => expectInvariants(db));

test("the check of the catalogue finds nothing wrong with its three programmes", async () => {
  const codes = catalogues.map(({ programme }) => programme);
  const programmes = await db
    .selectFrom("programme")
    .select(["_id", "name as label", "minunit", "maxunit"])
    .where("code", "in", codes)
    .execute();
  const courses = await db.selectFrom("course").selectAll().execute();
  const found = catalogueFindings(
    programmes.map((one) => ({ ...one, years: 3, toGraduate: 108 })),
    courses,
  );
  expect(found).toEqual([]);
});

test("the head's inbox has what is clear and what is to be mended", async () => {
  const { rows } = await sql`select verdict, stops, count(*)::int as many from portal.registration_inbox
    where state = 'Waiting' group by 1, 2 order by 1, 2`.execute(db);
  expect(rows).toEqual([
    { verdict: "Clear", stops: null, many: 3 },
    { verdict: "To be mended", stops: ["carry-over-left"], many: 1 },
    { verdict: "To be mended", stops: ["prerequisite-missing"], many: 1 },
  ]);
});
