import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { asMinute, lagosDay } from "#kit/dates.contract.ts";
import { newId } from "#platform/database/id.server.ts";
import { perform } from "#platform/perform.server.ts";
import type { Officer } from "../scope/scope.server.ts";
import { csvOf } from "../table-file/table-file.write.server.ts";

interface Asking {
  readonly who: Officer;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A table that is no list of the console: so small that it is there whole. */
export interface Report {
  /** As its calls are named, in snake_case. */
  readonly noun: string;
  readonly name: string;
  /** What it was asked for, in words. */
  readonly filter: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** A report as a CSV file; written down before its first byte like every file that leaves the console. */
export async function sendReport(
  { portal: { db } }: FastifyInstance,
  { who, request, reply }: Asking,
  { noun, name, filter, headings, rows }: Report,
): Promise<Readable> {
  await perform(db, { actor: who.actor, request: request.id }, async ({ trx, note }) => {
    await sql`insert into portal.export (_id, staff, noun, name, filter, rows, "endedAt")
      values (${newId()}, ${who.staff}, ${noun}, ${name}, ${filter}, ${rows.length}, now())`.execute(trx);
    note({ deed: `${noun}.export`, subject: `${noun}:many`, after: { filter } });
  });
  const now = new Date().toISOString();
  reply.header("content-type", "text/csv; charset=utf-8");
  reply.header("content-disposition", `attachment; filename="${noun.replaceAll("_", "-")}-${lagosDay(now)}.csv"`);
  return csvOf(headings, pageOf(rows), `${name}: ${filter}, ${asMinute(now)}`);
}

async function* pageOf(rows: Report["rows"]): AsyncGenerator<Report["rows"]> {
  yield rows;
}
