import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { newId } from "#platform/database/id.server.ts";
import { perform } from "#platform/write/perform.server.ts";
import type { Officer } from "../scope/scope.server.ts";

interface Leaving {
  /** As its calls are named, in snake_case. */
  readonly noun: string;
  readonly name: string;
  /** What it was asked for, in words. */
  readonly filter: string;
  /** Null where a file has no rows that anybody counts. */
  readonly rows: number | null;
}

/** Writes down a file that is about to leave the console and is no list of it. */
export const writeDownExport = (
  { portal: { db } }: FastifyInstance,
  { who, request }: { readonly who: Officer; readonly request: FastifyRequest },
  { noun, name, filter, rows }: Leaving,
): Promise<void> =>
  perform(db, { actor: who.actor, request: request.id }, async ({ trx, note }) => {
    await sql`insert into portal.export (_id, staff, noun, name, filter, rows, "endedAt")
      values (${newId()}, ${who.staff}, ${noun}, ${name}, ${filter}, ${rows}, now())`.execute(trx);
    note({ deed: `${noun}.export`, subject: `${noun}:many`, after: { filter } });
  });
