import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startPortal, type TestPortal } from "../../testing/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const handbook = readFileSync("docs/operations.md", "utf8");
const statements = Array.from(handbook.matchAll(/```sql\n([\s\S]*?)```/g), ([, text = ""]) => text.trim());

test("the handbook gives the office statements to run", () => expect(statements.length).toBeGreaterThanOrEqual(2));

test.each(statements)("the database takes: %s", async (statement) => {
  const client = await portal.app.portal.pool.connect();
  try {
    await client.query("begin");
    await client.query(statement);
  } finally {
    await client.query("rollback");
    client.release();
  }
});
