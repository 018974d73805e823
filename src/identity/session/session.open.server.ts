import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { handle } from "#kit/wire/handle.server.ts";
import type { Config } from "#platform/config.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { write } from "#platform/write.server.ts";
import { permit, SHARED_IDLE_MINUTES, signOut } from "./session.contract.ts";
import { applicant, hashed } from "./session.server.ts";

export function sessionCalls(app: FastifyInstance): void {
  handle(app, permit, applicant, async () => ({ permit: true as const }));

  handle(app, signOut, applicant, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const ended = await trx
        .deleteFrom("sign_in")
        .where("token", "=", ask.who.token)
        .returning("shared")
        .executeTakeFirst();
      if (ended?.shared) ask.reply.header("clear-site-data", LEAVE_NOTHING);
      note({ deed: "session.end", subject: `applicant:${ask.who.applicant}` });
      return { type: "success" as const, message: "You are signed out" };
    }),
  );
}

/** To a browser: forget whatever this origin has stored or kept, other people's drafts among it. */
const LEAVE_NOTHING = '"cache", "storage"';

/** 256 random bits. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/**
 * Part of a statement: opens a sign-in for each `_id` of `owners`, whose rows must be locked: only then does the table
 * keep ten of each. On a device of others it is short, and its end takes away what it left there.
 */
export function openingSession(config: Config, token: string, shared: boolean, owners: RawBuilder<unknown>) {
  const idle = shared ? Math.min(SHARED_IDLE_MINUTES, config.sessionIdleMinutes) : config.sessionIdleMinutes;
  // The clock, not the start of the transaction: who waited for the lock is the younger.
  return sql`
    insert into portal.sign_in (token, applicant, "createdAt", "seenAt", "endsAt", idle, shared)
    select ${hashed(token)}, _id, clock_timestamp(), clock_timestamp(),
      now() + make_interval(hours => ${config.sessionHours}), make_interval(mins => ${idle}), ${shared} from ${owners}`;
}

/** Ends every sign-in of an applicant at once. */
export const endSessions = (trx: Trx, owner: string) =>
  trx.deleteFrom("sign_in").where("applicant", "=", owner).execute();
