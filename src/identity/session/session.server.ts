import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { type CompiledQuery, type Expression, type RawBuilder, sql } from "kysely";
import type { Actor, Guard } from "#kit/wire/handle.server.ts";
import { expired } from "#kit/wire/refusal.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { onlookerOf } from "./session.onlooker.server.ts";

export interface SignedIn {
  readonly actor: Actor;
  /** The applicant's `_id`. */
  readonly applicant: string;
  readonly token: Buffer;
}

/**
 * Lets a verified applicant with a living sign-in in, and reads `more` of the same applicant in the same round trip; and
 * whoever of the office looks on, as far as `onlookerOf` lets. Anybody else hears that the session has expired.
 */
function living<Found extends object>(more: RawBuilder<unknown>): Guard<SignedIn & { readonly found: Found }> {
  // Asked before every call of an applicant, so it is built once: building it anew costs as much as asking.
  let statement: CompiledQuery | undefined;
  return {
    name: "applicant",
    async admit(request) {
      const token = bearer(request);
      if (!token) return lookingOn<Found>(request, more);
      const { db, pool } = request.server.portal;
      statement ??= livingSignIn(more).compile(db);
      const values = [...statement.parameters.slice(0, -1), token];
      const { rows } = await pool.query<Found & { applicant: string; unseen: boolean }>(statement.sql, values);
      if (!rows[0]) throw expired();
      const { applicant: owner, unseen, ...found } = rows[0];
      if (unseen) await pool.query('update portal.sign_in set "seenAt" = now() where token = $1', [token]);
      const actor = { kind: "applicant", id: owner } as const;
      return { actor, applicant: owner, token, found: found as unknown as Found };
    },
  };
}

async function lookingOn<Found extends object>(request: FastifyRequest, more: RawBuilder<unknown>) {
  const onlooker = await onlookerOf(request);
  if (!onlooker) throw expired();
  const { rows } = await sql<Found & { applicant: string }>`
    select s.applicant ${more} from (select ${onlooker.applicant}::uuid as applicant) s`.execute(
    request.server.portal.db,
  );
  const { applicant: _owner, ...found } = rows[0] as Found & { applicant: string };
  return { ...onlooker, token: NO_TOKEN, found: found as unknown as Found };
}

/** Nobody's: no sign-in is stored under it. */
const NO_TOKEN = Buffer.alloc(0);

// The token comes last, and is filled in at each request.
const livingSignIn = (more: RawBuilder<unknown>) => sql`
  select s.applicant, s."seenAt" < now() - interval '1 minute' as unseen ${more}
  from portal.sign_in s join portal.applicant a on a._id = s.applicant
  where s."endsAt" > now() and s."seenAt" + s.idle > now() and a."verifiedAt" is not null and s.token = ${null}`;

/** A verified applicant with a living sign-in. */
export const applicant: Guard<SignedIn> = living(sql``);

/** The same, for a read that is asked more often than any other: `columns` are read with the sign-in. */
export const applicantWith = <Found extends object>(
  columns: (owner: Expression<string>) => RawBuilder<Found>,
): Guard<SignedIn & { readonly found: Found }> => living<Found>(sql`, ${columns(sql.ref("s.applicant"))}`);

/** The stored form of the request's bearer token. */
export function bearer(request: FastifyRequest): Buffer | null {
  const [, token] = /^bearer ([\w-]{43})$/i.exec(request.headers.authorization ?? "") ?? [];
  return token ? hashed(token) : null;
}

/** Tokens are stored hashed: who reads the database cannot sign in. */
export const hashed = (token: string): Buffer => createHash("sha256").update(token).digest();

/**
 * First statement of every write that touches an applicant's papers: such writes happen one after the other. Whoever was
 * deleted in the same moment is signed in no more.
 */
export async function lockApplicant(trx: Trx, owner: string): Promise<void> {
  const found = await trx.selectFrom("applicant").select("_id").where("_id", "=", owner).forUpdate().executeTakeFirst();
  if (!found) throw expired();
}
