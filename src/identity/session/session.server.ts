import { createHash, randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Expression, type RawBuilder, sql } from "kysely";
import type { Noun } from "#console/noun/noun.server.ts";
import { type Actor, type Guard, handle } from "#kit/wire/handle.server.ts";
import { endedElsewhere, expired } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { keptStatement } from "#platform/database/kept-statement.server.ts";
import type { SignInPlace } from "#platform/http/browser.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Portal } from "#platform/portal/portal.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { readPermit, SHARED_IDLE_MINUTES, signOut } from "./session.contract.ts";
import { impossibleSessions } from "./session.impossible.server.ts";
import { forgetDeadSessions, LAPSED_DAYS } from "./session.job.server.ts";
import { applicantSignIns } from "./session.own.contract.ts";
import { endThisSignIn, ownSignInCalls, type SignedIn } from "./session.own.server.ts";

export { endThisSignIn, ownSignInCalls, type SignedIn } from "./session.own.server.ts";
export { LAPSED_DAYS };

/** Somebody of the office who sees what an applicant sees. */
interface Onlooker {
  readonly actor: Actor;
  /** The applicant's `_id`. */
  readonly applicant: string;
}

/** Answers who looks and at whom, or throws the refusal: of a view that has ended, and of every call that is no such read. */
type Admitting = (request: FastifyRequest, view: string) => Promise<Onlooker>;

const admitting = new WeakMap<Portal, Admitting>();

/** Says who admits onlookers; until then there are none. */
export const letOnlookersIn = (app: FastifyInstance, admit: Admitting): void => {
  admitting.set(app.portal, admit);
};

/** The onlooker whose view is named where a token would stand; undefined for everybody else. */
async function onlookerOf(request: FastifyRequest): Promise<Onlooker | undefined> {
  const [, view] = /^bearer ([0-9a-f-]{36})$/i.exec(request.headers.authorization ?? "") ?? [];
  return view === undefined ? undefined : admitting.get(request.server.portal)?.(request, view);
}

/**
 * Lets a verified applicant with a living sign-in in, and reads `more` of the same applicant in the same round trip; and
 * whoever of the office looks on, as far as `onlookerOf` lets. Anybody else hears that the session has expired.
 */
function living<Found extends object>(more: RawBuilder<unknown>): Guard<SignedIn & { readonly found: Found }> {
  const signInOf = livingSignIns<Found>(more);
  return {
    name: "applicant",
    async admit(request) {
      const token = bearerToken(request);
      if (!token) return lookingOn<Found>(request, more);
      return signInOf(request.server.portal, token);
    },
  };
}

/**
 * Finds the living sign-in of a verified applicant by what a browser holds of it, whichever area asks, and reads `more`
 * of the same applicant in the same round trip. Refuses with 401.
 */
export function livingSignIns<Found extends object>(more: RawBuilder<unknown>) {
  const statement = keptStatement((token) => livingSignIn(more, token));
  return async ({ db, pool }: Portal, held: string): Promise<SignedIn & { readonly found: Found }> => {
    const token = hashToken(held);
    const asked = statement(db, token);
    const { rows } = await pool.query<Found & Living>(asked.sql, [...asked.parameters]);
    if (!rows[0]) throw (await isLapsed(pool, token)) ? expired() : endedElsewhere();
    const { applicant: owner, shared, unseen, ...found } = rows[0];
    if (unseen) await pool.query('update portal.sign_in set "seenAt" = now() where token = $1', [token]);
    const actor = { kind: "applicant", id: owner } as const;
    return { actor, applicant: owner, token, shared, found: found as unknown as Found };
  };
}

/** What lapses stays for longer than any browser holds it, and what is ended goes at once: so what is not there was ended. */
async function isLapsed(pool: Portal["pool"], token: Buffer): Promise<boolean> {
  const { rows } = await pool.query("select from portal.sign_in where token = $1", [token]);
  return rows.length > 0;
}

interface Living {
  readonly applicant: string;
  readonly shared: boolean;
  readonly unseen: boolean;
}

async function lookingOn<Found extends object>(request: FastifyRequest, more: RawBuilder<unknown>) {
  const onlooker = await onlookerOf(request);
  if (!onlooker) throw expired();
  const { rows } = await sql<Found & { applicant: string }>`
    select signed.applicant ${more} from (select ${onlooker.applicant}::uuid as applicant) signed`.execute(
    request.server.portal.db,
  );
  const { applicant: _owner, ...found } = rows[0] as Found & { applicant: string };
  return { ...onlooker, token: NO_TOKEN, shared: false, found: found as unknown as Found };
}

/** Nobody's: no sign-in is stored under it. */
const NO_TOKEN = Buffer.alloc(0);

/** Whose sign-in it is, in what is read with one. */
export const signedInAccount: Expression<string> = sql.ref<string>("signed.applicant");

// What other nouns add stands inside: no table of theirs is called so.
const livingSignIn = (more: RawBuilder<unknown>, token: RawBuilder<unknown>) => sql`
  select signed.applicant, signed.shared, signed."seenAt" < now() - interval '1 minute' as unseen ${more}
  from portal.sign_in signed join portal.applicant a on a._id = signed.applicant
  where signed."endsAt" > now() and signed."seenAt" + signed.idle > now() and a."verifiedAt" is not null and signed.token = ${token}`;

/** A verified applicant with a living sign-in. */
export const applicant: Guard<SignedIn> = living(sql``);

/** The same, for a read that is asked more often than any other: `columns` are read with the sign-in. */
export const applicantWith = <Found extends object>(
  columns: (owner: Expression<string>) => RawBuilder<Found>,
): Guard<SignedIn & { readonly found: Found }> => living<Found>(sql`, ${columns(signedInAccount)}`);

/** The request's bearer token, if it looks like a sign-in. */
export function bearerToken({ headers: { authorization = "" } }: FastifyRequest): string | null {
  const [, token] = /^bearer ([\w-]{43})$/i.exec(authorization) ?? [];
  return token ?? null;
}

/** Tokens are stored hashed: who reads the database cannot sign in. */
export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/**
 * First statement of every write that touches an applicant's papers: such writes happen one after the other. Whoever was
 * deleted in the same moment is signed in no more.
 */
export async function lockApplicant(trx: Trx, owner: string): Promise<void> {
  const found = await trx.selectFrom("applicant").select("_id").where("_id", "=", owner).forUpdate().executeTakeFirst();
  if (!found) throw expired();
}

/** As `lockApplicant` for several, in one order, so that two who lock the same wait once; who is not there any more is left out. */
export async function lockApplicants(trx: Trx, owners: readonly string[]): Promise<void> {
  await trx
    .selectFrom("applicant")
    .select("_id")
    .where("_id", "in", [...owners])
    .orderBy("_id")
    .forUpdate()
    .execute();
}

export function sessionCalls(app: FastifyInstance): void {
  handle(app, readPermit, applicant, async () => ({ permit: true as const }));

  handle(app, signOut, applicant, (ask) => endThisSignIn(app, ask));
  ownSignInCalls(app, applicantSignIns, applicant, () => undefined);
}

/** 256 random bits. */
export const newToken = (): string => randomBytes(32).toString("base64url");

interface NewSignIn {
  readonly token: string;
  /** On a device of others it is short, and its end takes away what it left there. */
  readonly shared: boolean;
  readonly place: SignInPlace;
}

/**
 * Part of a statement: opens a sign-in for each `_id` of `owners`, whose rows must be locked: only then does the table
 * keep ten of each.
 */
export function openingSession(
  config: Config,
  { token, shared, place: { address, agent } }: NewSignIn,
  owners: RawBuilder<unknown>,
) {
  const idle = shared ? Math.min(SHARED_IDLE_MINUTES, config.sessionIdleMinutes) : config.sessionIdleMinutes;
  // The clock, not the start of the transaction: who waited for the lock is the younger.
  return sql`
    insert into portal.sign_in (_id, token, applicant, "createdAt", "seenAt", "endsAt", idle, shared, address, agent)
    select ${newId()}::uuid, ${hashToken(token)}, _id, clock_timestamp(), clock_timestamp(),
      now() + make_interval(hours => ${config.sessionHours}), make_interval(mins => ${idle}), ${shared},
      ${address}::text, ${agent}::text from ${owners}`;
}

export const endSessions = (trx: Trx, owner: string) =>
  trx.deleteFrom("sign_in").where("applicant", "=", owner).execute();

/** In how many places an applicant is signed in now, as a part of a larger query. */
export const countSignIns = (owner: string | Expression<string>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from portal.sign_in living where living.applicant = ${owner}
    and living."endsAt" > now() and living."seenAt" + living.idle > now())`;

/** When, where and how long one is signed in; tokens are kept in a form that nobody can read. */
export const ownSignIns: OwnRows = {
  name: "signins",
  tables: ["sign_in"],
  rows: (
    owner,
  ) => sql`select jsonb_build_object('createdAt', "createdAt", 'seenAt', "seenAt", 'endsAt', "endsAt", 'shared', shared,
      'address', address, 'browser', agent) as row
    from portal.sign_in where applicant = ${owner} order by "createdAt"`,
};

export const sessionNoun: Noun = {
  name: "session",
  calls: sessionCalls,
  rounds: [forgetDeadSessions],
  ownRows: [ownSignIns],
  impossible: impossibleSessions,
};
