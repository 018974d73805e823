import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { TestPortal } from "./portal.ts";

/**
 * The time of every planned question has come, or of those about one payment: their jobs, and only those that are planned,
 * are moved to now. Waits until the portal has asked by itself. Nobody calls anything.
 */
export async function plannedTimeComes({ db }: TestPortal, payment?: string): Promise<void> {
  const checks = payment
    ? sql`graphile_worker.jobs where key = ${`check-payment:${payment}`}`
    : sql`graphile_worker.jobs where task_identifier = 'check-payment'`;
  await sql`update portal.payment_reference set "askedAt" = null
    where "nextCheckAt" is not null and _id = coalesce(${payment ?? null}::uuid, _id)`.execute(db);
  await sql`select graphile_worker.reschedule_jobs(array(select id from ${checks} and locked_at is null),
    run_at := now(), attempts := 0)`.execute(db);
  await sql`select pg_notify('jobs:insert', '{"r":1,"count":-1}')`.execute(db);
  for (let waited = 0; waited < 60_000; waited += 25) {
    const { rows } = await sql`select from ${checks} and run_at <= now() limit 1`.execute(db);
    if (rows.length === 0) return;
    await wait(25);
  }
  throw new Error("the planned questions were not asked within a minute");
}
