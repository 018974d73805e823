import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { hashToken } from "#identity/session/session.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";

/**
 * Opens a sign-in and answers what its cookie holds. The account's row must be locked: only then are ten of each kept.
 * More than anybody's browsers: beyond ten the oldest end, those first that have ended by themselves.
 */
export async function openStaffSession(trx: Trx, request: FastifyRequest, staff: string): Promise<string> {
  const { sessionHours, sessionIdleMinutes } = request.server.portal.config;
  const token = randomBytes(32).toString("base64url");
  const agent = (request.headers["user-agent"] ?? "").slice(0, LONGEST_AGENT);
  // The clock, not the start of the transaction: who waited for the lock is the younger.
  await sql`insert into portal.staff_session (_id, token, staff, address, agent, "createdAt", "seenAt", "endsAt", idle)
    values (${newId()}, ${hashToken(token)}, ${staff}, ${request.ip}, ${agent}, clock_timestamp(), clock_timestamp(),
      now() + make_interval(hours => ${sessionHours}), make_interval(mins => ${sessionIdleMinutes}))`.execute(trx);
  await sql`delete from portal.staff_session where _id in (
    select _id from portal.staff_session where staff = ${staff}
    order by ("endsAt" > now() and "seenAt" + idle > now()) desc, "createdAt" desc offset 10)`.execute(trx);
  return token;
}

const LONGEST_AGENT = 300;

/** Ends every sign-in of a member of staff at once. */
export const endStaffSessions = (trx: Trx, staff: string) =>
  trx.deleteFrom("staff_session").where("staff", "=", staff).execute();

/** The same but for one of them; answers how many were ended. */
export async function endOtherStaffSessions(trx: Trx, staff: string, session: string): Promise<number> {
  const ended = trx.deleteFrom("staff_session").where("staff", "=", staff).where("_id", "!=", session);
  return Number((await ended.executeTakeFirst()).numDeletedRows);
}

type Where = Pick<Config, "publicUrl">;

const isSecure = ({ publicUrl }: Where) => publicUrl.startsWith("https:");

/** `__Host-` binds the cookie to this host and to https. On plain http no browser would take it. Contract 1. */
export const cookieName = (config: Where): string => (isSecure(config) ? "__Host-staff" : "staff");

/** Gives the browser its sign-in. It has no age: who closes the browser has signed out of it. */
export function giveCookie(config: Where, reply: FastifyReply, token: string): void {
  reply.header("set-cookie", `${cookieName(config)}=${token}${attributes(config)}`);
}

export function takeCookieAway(config: Where, reply: FastifyReply): void {
  reply.header("set-cookie", `${cookieName(config)}=; Max-Age=0${attributes(config)}`);
}

const attributes = (config: Where) => `; Path=/; HttpOnly; SameSite=Strict${isSecure(config) ? "; Secure" : ""}`;

/** The stored form of the sign-in that the request's cookie holds. */
export function sessionToken(request: FastifyRequest): Buffer | null {
  const name = cookieName(request.server.portal.config);
  const [, token] = new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? "") ?? [];
  return token ? hashToken(token) : null;
}
