import type { FastifyRequest } from "fastify";
import { hashed } from "#identity/session/session.server.ts";
import { cookieName } from "./staff-session.cookie.server.ts";

/** The stored form of the sign-in that the request's cookie holds. */
export function sessionToken(request: FastifyRequest): Buffer | null {
  const name = cookieName(request.server.portal.config);
  const [, token] = new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? "") ?? [];
  return token ? hashed(token) : null;
}
