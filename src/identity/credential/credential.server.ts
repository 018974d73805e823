import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type RawBuilder, sql } from "kysely";
import type { Config } from "#platform/config/config.server.ts";
import { openLanes } from "#platform/limits/gate.server.ts";
import { forgetWith, type Limit } from "#platform/limits/limits.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { hashToken } from "../session/session.server.ts";

export { type Chosen, choosePassword, passwordLinks } from "./credential.choose.server.ts";
export { GUESSABLE, isGuessable, refuseGuessable } from "./credential.guessable.server.ts";
export {
  asStranger,
  choosePasswordHash,
  hashPassword,
  isPassword,
  isPasswordAtKnownDevice,
  MOST_STRANGERS,
} from "./credential.hash.server.ts";

const COOKIE = "device";
const ONE_YEAR = 31_536_000;

/** The random name of the browser that asks, in its stored form, if it has one. It opens nothing by itself. */
export function deviceOf(request: FastifyRequest): Buffer | null {
  const [, name] = /(?:^|;\s*)device=([\w-]{43})(?:;|$)/.exec(request.headers.cookie ?? "") ?? [];
  return name ? hashToken(name) : null;
}

/** Below which address a browser tells its name: each area names it by itself. */
export type NamedBelow = "/api/ms_applicant" | "/api/student";

/** Gives the browser a name of its own, which no script can read. */
export function nameDevice(config: Config, reply: FastifyReply, below: NamedBelow): Buffer {
  const name = randomBytes(32).toString("base64url");
  const secure = config.publicUrl.startsWith("https:") ? "; Secure" : "";
  reply.header(
    "set-cookie",
    `${COOKIE}=${name}; Path=${below}; Max-Age=${ONE_YEAR}; HttpOnly; SameSite=Strict${secure}`,
  );
  return hashToken(name);
}

/** Part of a statement: remembers that each `_id` of `owners` has signed in from the device; without one, nothing. */
export const rememberingDevice = (device: Buffer | null, owners: RawBuilder<unknown>) => sql`
  insert into portal.known_device (device, applicant)
  select ${device}::bytea, _id from ${owners} where ${device}::bytea is not null
  on conflict (applicant, device) do update set "seenAt" = now()`;

export const forgetDevices = (trx: Trx, owner: string) =>
  trx.deleteFrom("known_device").where("applicant", "=", owner).execute();

const FIFTEEN_MINUTES = 900;
const WAIT = "Too many failed sign-ins. Please wait 15 minutes, or choose Forgot password? to set a new password";

/**
 * How often the passwords of one account, known or not, may be wrong, and those from one internet address: loosely, because
 * a business centre shares one. `side` counts applicants and staff apart. Contract 3.6.
 */
export function guessLimits(side: "sign-in" | "staff-sign-in"): Readonly<Record<"ofAccount" | "ofAddress", Limit>> {
  const ofAccount = { name: `${side}-account`, points: 10, seconds: FIFTEEN_MINUTES, sentence: WAIT };
  return { ofAccount, ofAddress: { ...ofAccount, name: `${side}-address`, points: 300 } };
}

export const { ofAccount, ofAddress } = guessLimits("sign-in");

/** From a device that has signed in before they are counted apart, so that others' guesses do not lock it out. */
export const ofDevice: Limit = { ...ofAccount, name: "sign-in-device" };

/** Under what the guesses at an account are counted; with a device, those from it. */
export const guessesAt = (emailaddress: string, device: Buffer | null = null): string =>
  createHash("sha256")
    .update(emailaddress.toLowerCase())
    .update(device ?? "")
    .digest("base64url");

/** After a new password the guesses at the old one count no more. */
export const forgetGuesses = (trx: Trx, emailaddress: string): Promise<void> =>
  forgetWith(trx, ofAccount, guessesAt(emailaddress));

// Five at once of one account, of its ten points: right passwords that arrive together do not use them up.
/** Lets five sign-ins of an account and a device be tried at once. Refuses with 503 when too many wait. */
export const inLane = openLanes(5);
