import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { untilWaiting } from "../../../../testing/waiting.ts";
import { outageOf } from "../outage.server.ts";
import { isDeadlock } from "./prepared.server.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const tables = sql`portal.locked_c, portal.locked_b, portal.locked_a`;

/**
 * Locks one table after the other, each when the question waits for the one before and holds the next. Begins anew, as a
 * start does, where the database ends this side of a circle rather than the question.
 */
async function whileMigrating(ask: () => Promise<unknown>): Promise<unknown> {
  const begin = portal.db.transaction().execute(async (trx) => {
    const lock = (name: string) => sql`lock table ${sql.table(`portal.locked_${name}`)}`.execute(trx);
    await lock("a");
    const asking = ask();
    for (const next of ["b", "c"]) {
      expect(await untilWaiting(portal)).toBe(true);
      await lock(next);
    }
    return { asking };
  });
  const begun = await begin.catch((fault: unknown) => {
    if (isDeadlock(fault)) return undefined;
    throw fault;
  });
  return begun ? begun.asking : whileMigrating(ask);
}

const questions: readonly (readonly [string, () => Promise<unknown>])[] = [
  ["without values", () => sql`select from ${tables}`.execute(portal.db)],
  ["with values", () => sql`select from ${tables} where ${1}::integer = 1`.execute(portal.db)],
];

test.each(questions)(
  "a question %s that meets a migration's locks twice is answered all the same",
  async (_kind, ask) => {
    for (const name of ["a", "b", "c"])
      await sql`create table if not exists ${sql.table(`portal.locked_${name}`)} ()`.execute(portal.db);
    expect(await whileMigrating(ask)).toMatchObject({ rows: [] });
  },
);

test("a circle of locks that stays is an outage that passes, and a broken rule is not", () => {
  const fault = (code: string) => Object.assign(new pg.DatabaseError("of the database", 0, "error"), { code });
  expect(outageOf(fault("40P01"))?.status).toBe(503);
  expect(outageOf(fault("23505"))).toBeUndefined();
});
