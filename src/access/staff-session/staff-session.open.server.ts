import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { hashToken } from "#identity/session/session.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { placeOf } from "#platform/http/browser.server.ts";
import { signInCookie } from "#platform/http/sign-in-cookie.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";

/**
 * Opens a sign-in and answers what its cookie holds. The account's row must be locked: only then are ten of each kept.
 * More than anybody's browsers: beyond ten the oldest end, those first that have ended by themselves.
 */
export async function openStaffSession(trx: Trx, request: FastifyRequest, staff: string): Promise<string> {
  const { sessionHours, sessionIdleMinutes } = request.server.portal.config;
  const token = randomBytes(32).toString("base64url");
  const { address, agent } = placeOf(request);
  // The clock, not the start of the transaction: who waited for the lock is the younger.
  await sql`insert into portal.staff_session (_id, token, staff, address, agent, "createdAt", "seenAt", "endsAt", idle)
    values (${newId()}, ${hashToken(token)}, ${staff}, ${address}, ${agent}, clock_timestamp(), clock_timestamp(),
      now() + make_interval(hours => ${sessionHours}), make_interval(mins => ${sessionIdleMinutes}))`.execute(trx);
  await sql`delete from portal.staff_session where _id in (
    select kept._id from portal.staff_session kept where kept.staff = ${staff}
    order by (kept."endsAt" > now() and kept."seenAt" + kept.idle > now()) desc, kept."createdAt" desc offset 10)`.execute(
    trx,
  );
  return token;
}

/** The provider by which somebody signed in has asked for a second factor, so none of the portal's own is asked for. */
export const vouchForSession = (trx: Trx, token: string) =>
  trx.updateTable("staff_session").set({ vouched: true }).where("token", "=", hashToken(token)).execute();

/** Ends every sign-in of a member of staff at once. */
export const endStaffSessions = (trx: Trx, staff: string) =>
  trx.deleteFrom("staff_session").where("staff", "=", staff).execute();

/** The same but for one of them; answers how many were ended. */
export async function endOtherStaffSessions(trx: Trx, staff: string, session: string): Promise<number> {
  const ended = trx.deleteFrom("staff_session").where("staff", "=", staff).where("_id", "!=", session);
  return Number((await ended.executeTakeFirst()).numDeletedRows);
}

/** It has no age: who closes the browser has signed out of it. */
export const staffCookie = signInCookie("staff");

/** The stored form of the sign-in that the request's cookie holds. */
export function sessionToken(request: FastifyRequest): Buffer | null {
  const token = staffCookie.heldBy(request);
  return token ? hashToken(token) : null;
}
