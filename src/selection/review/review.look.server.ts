import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Officer } from "#console/scope/scope.server.ts";
import { isFirstToday } from "#platform/audit.server.ts";
import type { Limit } from "#platform/limits.server.ts";
import { auditing } from "#platform/perform.server.ts";

/** Files that were not opened yet that day: far more than anybody judges, far less than it takes to read them all out. */
const firstLooks: Limit = {
  name: "review-file",
  points: 200,
  seconds: 900,
  sentence: "You have opened two hundred files in a quarter of an hour. Please wait a few minutes",
};

/** The line of the audit, apart from those of what was done to the file. */
export const LOOK = "application.look-into";

/** Whoever opens a file leaves one line a day. Refuses with 429 who opens very many. */
export async function lookInto(app: FastifyInstance, who: Officer, id: string, request: string): Promise<void> {
  const { db, limits } = app.portal;
  const subject = `application:${id}`;
  const unseen = sql`(select 1 where ${isFirstToday(who.staff, LOOK, subject)}) unseen`;
  const { rows } = await sql`select from ${unseen}`.execute(db);
  if (rows.length === 0) return;
  await limits.take(firstLooks, who.staff);
  await auditing({ actor: { kind: "staff", id: who.staff }, request }, { deed: LOOK, subject }, unseen).execute(db);
}
