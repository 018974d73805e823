import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type RawBuilder, sql } from "kysely";
import type { Config } from "#platform/config/config.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { hashed } from "../session/session.server.ts";

const COOKIE = "device";
const ONE_YEAR = 31_536_000;

/** The random name of the browser that asks, in its stored form, if it has one. It opens nothing by itself. */
export function deviceOf(request: FastifyRequest): Buffer | null {
  const [, name] = /(?:^|;\s*)device=([\w-]{43})(?:;|$)/.exec(request.headers.cookie ?? "") ?? [];
  return name ? hashed(name) : null;
}

/** Gives the browser a name of its own, which no script can read. */
export function nameDevice(config: Config, reply: FastifyReply): Buffer {
  const name = randomBytes(32).toString("base64url");
  const secure = config.publicUrl.startsWith("https:") ? "; Secure" : "";
  reply.header(
    "set-cookie",
    `${COOKIE}=${name}; Path=/api/ms_applicant; Max-Age=${ONE_YEAR}; HttpOnly; SameSite=Strict${secure}`,
  );
  return hashed(name);
}

/** Part of a statement: remembers that each `_id` of `owners` has signed in from the device; without one, nothing. */
export const rememberingDevice = (device: Buffer | null, owners: RawBuilder<unknown>) => sql`
  insert into portal.known_device (device, applicant)
  select ${device}::bytea, _id from ${owners} where ${device}::bytea is not null
  on conflict (applicant, device) do update set "seenAt" = now()`;

export const forgetDevices = (trx: Trx, owner: string) =>
  trx.deleteFrom("known_device").where("applicant", "=", owner).execute();
