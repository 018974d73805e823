import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { asMinute, lagosDay } from "#kit/value/dates.rules.ts";
import type { Officer } from "../scope/scope.server.ts";
import { csvOf } from "../table-file/table-file.write.server.ts";
import { writeDownExport } from "./export.written.server.ts";

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
  app: FastifyInstance,
  asking: Asking,
  { headings, rows, ...told }: Report,
): Promise<Readable> {
  await writeDownExport(app, asking, { ...told, rows: rows.length });
  const { reply } = asking;
  const { noun, name, filter } = told;
  const now = new Date().toISOString();
  reply.header("content-type", "text/csv; charset=utf-8");
  reply.header("content-disposition", `attachment; filename="${noun.replaceAll("_", "-")}-${lagosDay(now)}.csv"`);
  return csvOf(headings, pageOf(rows), `${name}: ${filter}, ${asMinute(now)}`);
}

async function* pageOf(rows: Report["rows"]): AsyncGenerator<Report["rows"]> {
  yield rows;
}
