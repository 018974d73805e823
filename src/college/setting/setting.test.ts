import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { readSetting } from "./setting.server.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

test("five O-Level results are needed until the college decides otherwise", async () => {
  expect(await readSetting(portal.db, "resultsNeeded")).toBe(5);
  await portal.db.insertInto("setting").values({ name: "resultsNeeded", value: "6" }).execute();
  expect(await readSetting(portal.db, "resultsNeeded")).toBe(6);
});

test("a stored value that breaks its rule is a fault, never a rule", async () => {
  await portal.db.updateTable("setting").set({ value: '"many"' }).where("name", "=", "resultsNeeded").execute();
  await expect(readSetting(portal.db, "resultsNeeded")).rejects.toThrow("Expected number");
});
