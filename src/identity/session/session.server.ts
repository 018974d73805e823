import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Actor, Guard } from "#kit/handle.server.ts";
import { expired } from "#kit/refusal.server.ts";
import type { Trx } from "#platform/perform.server.ts";

export interface SignedIn {
  readonly actor: Actor;
  /** The applicant's `_id`. */
  readonly applicant: string;
  readonly token: Buffer;
}

/** A verified applicant with a living sign-in; anything else hears that the session has expired. */
export const applicant: Guard<SignedIn> = {
  name: "applicant",
  async admit(request) {
    const token = bearer(request);
    if (!token) throw expired();
    const { pool } = request.server.portal;
    const { rows } = await pool.query<{ applicant: string; unseen: boolean }>(livingSignIn, [token]);
    const [found] = rows;
    if (!found) throw expired();
    if (found.unseen) await pool.query('update portal.sign_in set "seenAt" = now() where token = $1', [token]);
    return { actor: { kind: "applicant", id: found.applicant }, applicant: found.applicant, token };
  },
};

// Asked before every call of an applicant, so it is written out: building it anew each time costs as much as asking.
const livingSignIn = `
  select s.applicant, s."seenAt" < now() - interval '1 minute' as unseen
  from portal.sign_in s join portal.applicant a on a._id = s.applicant
  where s.token = $1 and s."endsAt" > now() and s."seenAt" + s.idle > now() and a."verifiedAt" is not null`;

/** The stored form of the request's bearer token. */
export function bearer(request: FastifyRequest): Buffer | null {
  const [, token] = /^Bearer ([\w-]{43})$/.exec(request.headers.authorization ?? "") ?? [];
  return token ? hashed(token) : null;
}

/** Tokens are stored hashed: who reads the database cannot sign in. */
export const hashed = (token: string): Buffer => createHash("sha256").update(token).digest();

/** First statement of every write that touches an applicant's papers: such writes happen one after the other. */
export async function lockApplicant(trx: Trx, owner: string): Promise<void> {
  await trx.selectFrom("applicant").select("_id").where("_id", "=", owner).forUpdate().executeTakeFirst();
}
