import { afterAll, beforeAll, expect, test } from "vitest";
import { startThrowawayCluster } from "#platform/cluster/throwaway-cluster.server.ts";
import { type Database, openDatabase, openPool } from "../../platform/database/connect.server.ts";
import { migrate } from "../../platform/database/migrate.server.ts";
import { fillPages } from "../permission/page/page.fill.server.ts";
import { makeFirstAdministrator } from "./first-administrator.server.ts";

let db: Database;
let stop: () => Promise<void>;

beforeAll(async () => {
  const cluster = await startThrowawayCluster();
  db = openDatabase(openPool({ ...cluster, database: "postgres" }, "first-administrator"));
  await migrate(db);
  await fillPages(db);
  stop = async () => {
    await db.destroy();
    await cluster.stop();
  };
});
afterAll(() => stop());

const admin = { emailaddress: "registrar@college.example", password: "Baobab-Tree-77" };
const staff = () => db.selectFrom("staff").select(["emailaddress", "lastname"]).execute();

test("without ADMIN_EMAIL a new college has no staff", async () => {
  await makeFirstAdministrator(db, null);
  expect(await staff()).toEqual([]);
});

test("a password that others would try first is refused with a sentence", async () => {
  await expect(makeFirstAdministrator(db, { ...admin, password: "password123" })).rejects.toThrow(
    "ADMIN_PASSWORD is one that others would try first: choose another.",
  );
});

test("two starts at once make one administrator, who holds the pages of the administration", async () => {
  await Promise.all([makeFirstAdministrator(db, admin), makeFirstAdministrator(db, admin)]);
  expect(await staff()).toEqual([{ emailaddress: "registrar@college.example", lastname: "Administrator" }]);
  const held = await db
    .selectFrom("group_member")
    .innerJoin("group_permission", "group_permission.group", "group_member.group")
    .innerJoin("page", "page._id", "group_permission.page")
    .select("page.key")
    .execute();
  expect(held.map(({ key }) => key)).toContain("group-permissions.change");
  expect(held.map(({ key }) => key)).not.toContain("application-fees.change");
});

test("a later start leaves the staff as they are", async () => {
  await makeFirstAdministrator(db, { ...admin, emailaddress: "another@college.example" });
  expect(await staff()).toHaveLength(1);
});
