import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config/config.server.ts";

type Where = Pick<Config, "publicUrl">;

const isSecure = ({ publicUrl }: Where) => publicUrl.startsWith("https:");

const attributesAt = (config: Where) => `; Path=/; HttpOnly; SameSite=Strict${isSecure(config) ? "; Secure" : ""}`;

/** How a browser holds a sign-in that no script can read. Contract 1. */
export function signInCookie(word: "staff" | "student") {
  /** `__Host-` binds the cookie to this host and to https. On plain http no browser would take it. */
  const nameAt = (config: Where): string => (isSecure(config) ? `__Host-${word}` : word);
  const set = (config: Where, reply: FastifyReply, value: string): void => {
    reply.header("set-cookie", `${nameAt(config)}=${value}${attributesAt(config)}`);
  };
  return {
    nameAt,
    /** Without an age: it ends with the browser. */
    give: set,
    /** On a device of one's own it outlives the browser, which a phone closes by itself. */
    giveFor: (hours: number, config: Where, reply: FastifyReply, token: string): void =>
      set(config, reply, `${token}; Max-Age=${hours * 3_600}`),
    takeAway: (config: Where, reply: FastifyReply): void => set(config, reply, "; Max-Age=0"),
    /** What the request's cookie holds, if it looks like a sign-in. */
    heldBy(request: FastifyRequest): string | null {
      const name = nameAt(request.server.portal.config);
      const [, token] = new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? "") ?? [];
      return token ?? null;
    },
  };
}
