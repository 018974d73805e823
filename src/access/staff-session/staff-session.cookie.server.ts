import type { FastifyReply } from "fastify";
import type { Config } from "#platform/config.server.ts";

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
