import { setTimeout as wait } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { askedLongAgo } from "./payer.ts";
import type { TestPortal } from "./portal.ts";

/**
 * The time of every planned question has come, or of those about one payment: their jobs, and only those that are planned,
 * are moved to now. Waits until the portal has asked by itself; what it asks already is waited for first, because its
 * answer may be older. Nobody calls anything.
 */
export async function plannedTimeComes(portal: TestPortal, payment?: string): Promise<void> {
  // Whoever is told of a payment meanwhile may find that somebody has just asked, and plan it anew behind our back.
  for (let left = 3; left > 0 && !(await areAllAsked(portal, payment)); left -= 1);
}

/** Moves the plans to now once; answers whether each was asked about then. */
async function areAllAsked(portal: TestPortal, payment: string | undefined): Promise<boolean> {
  const { db } = portal;
  const checks = payment
    ? sql`graphile_worker.jobs where key = ${`check-payment:${payment}`}`
    : sql`graphile_worker.jobs where task_identifier = 'check-payment'`;
  const none = async (condition: RawBuilder<boolean>) =>
    (await sql`select from ${checks} and ${condition} limit 1`.execute(db)).rows.length === 0;
  await until(() => none(sql<boolean>`(locked_at is not null or run_at <= now())`));
  const { rows } = await sql<{ _id: string }>`select _id from portal.payment_reference
    where "nextCheckAt" is not null and "askedAt" is not null and _id = coalesce(${payment ?? null}::uuid, _id)`.execute(
    db,
  );
  await askedLongAgo(portal, rows);
  await sql`select graphile_worker.reschedule_jobs(array(select id from ${checks} and locked_at is null),
    run_at := now(), attempts := 0)`.execute(db);
  await sql`select pg_notify('jobs:insert', '{"r":1,"count":-1}')`.execute(db);
  await until(() => none(sql<boolean>`run_at <= now()`));
  const { rows: unasked } = await sql`select from portal.payment_reference
    where _id = any(${rows.map(({ _id }) => _id)}::uuid[]) and "nextCheckAt" > now() and "askedAt" is null limit 1`.execute(
    db,
  );
  return unasked.length === 0;
}

async function until(asked: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 25) {
    if (await asked()) return;
    await wait(25);
  }
  throw new Error("the planned questions were not asked within a minute");
}
