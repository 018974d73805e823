import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { handle } from "#kit/handle.server.ts";
import type { Config } from "#platform/config.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { write } from "#platform/write.server.ts";
import { permit, signOut } from "./session.contract.ts";
import { applicant, hashed } from "./session.server.ts";

/** More devices than anybody holds; the next sign-in ends the oldest. */
const MAX_SESSIONS = 10;

export function sessionCalls(app: FastifyInstance): void {
  handle(app, permit, applicant, async () => ({ permit: true as const }));

  handle(app, signOut, applicant, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      await trx.deleteFrom("sign_in").where("token", "=", ask.who.token).execute();
      note({ deed: "session.end", subject: `applicant:${ask.who.applicant}` });
      return { type: "success" as const, message: "You are signed out" };
    }),
  );
}

/**
 * Opens a sign-in and answers its token, 256 random bits; beyond ten the oldest end. The owner's row must be locked,
 * so that parallel ones are counted.
 */
export async function openSession({ sessionHours, sessionIdleMinutes }: Config, trx: Trx, owner: string) {
  const token = randomBytes(32).toString("base64url");
  // The clock, not the start of the transaction: who waited for the lock is the younger.
  await sql`
    with opened as (
      insert into portal.sign_in (token, applicant, "createdAt", "seenAt", "endsAt", idle)
      values (${hashed(token)}, ${owner}, clock_timestamp(), clock_timestamp(),
        now() + make_interval(hours => ${sessionHours}), make_interval(mins => ${sessionIdleMinutes}))
    )
    delete from portal.sign_in where token in (
      select token from portal.sign_in where applicant = ${owner}
      order by ("endsAt" > now() and "seenAt" + idle > now()) desc, "createdAt" desc
      offset ${MAX_SESSIONS - 1})`.execute(trx);
  return token;
}

/** Ends every sign-in of an applicant at once. */
export const endSessions = (trx: Trx, owner: string) =>
  trx.deleteFrom("sign_in").where("applicant", "=", owner).execute();
