import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

/** A job that nobody here knows how to do, held by a runner for so many seconds. */
async function heldJob(runner: string, seconds: number): Promise<string> {
  const { rows } = await sql<{ id: string }>`select (graphile_worker.add_job('nobodys-job')).id`.execute(portal.db);
  await sql`update graphile_worker._private_jobs set locked_by = ${runner}, locked_at = now() - make_interval(secs => ${seconds})
    where id = ${rows[0]?.id}::bigint`.execute(portal.db);
  return rows[0]?.id ?? "";
}

test("what a runner held that nobody knows is free after a minute; what a living or a new one holds is not", async () => {
  const living = await portal.db.selectFrom("job_worker").select("worker").limit(1).executeTakeFirstOrThrow();
  const lost = await heldJob("killed-before-it-was-known", 90);
  const kept = [await heldJob("has-just-begun", 20), await heldJob(living.worker, 90)];
  await sql`select graphile_worker.add_job('free-jobs-of-dead-processes')`.execute(portal.db);
  const held = async () => {
    const { rows } = await sql<{ id: string }>`select id from graphile_worker.jobs
      where task_identifier = 'nobodys-job' and locked_by is not null order by id`.execute(portal.db);
    return rows.map(({ id }) => id);
  };
  await expect.poll(held, { timeout: 10_000 }).not.toContain(lost);
  expect(await held()).toEqual(kept);
});
