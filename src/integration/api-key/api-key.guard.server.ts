import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { Officer } from "#console/scope/scope.server.ts";
import { hashToken } from "#identity/session/session.server.ts";
import type { Guard } from "#kit/wire/handle.server.ts";
import { Refusal } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { KEY_PREFIX, type Scope } from "./api-key.rules.ts";

/** A key in force, as the calls of other systems know it: a reader of the whole college who is nobody's person. */
export interface KeyHolder extends Officer {
  readonly key: string;
}

interface FoundKey {
  readonly _id: string;
  readonly scopes: readonly string[];
  readonly perminute: number;
  /** Whether the request comes from where the key may be used. */
  readonly isHere: boolean;
}

/** Any key in force; what it may do is said by its scopes. */
export const anyApiKey: Guard<KeyHolder> = { name: "key", admit: (request) => admit(request, null) };

/**
 * Lets in a key that holds a scope: 401 for what is no key in force, 403 from a network that is not its own, which takes none of
 * its requests, 429 beyond its requests a minute, and 403 for a scope that it does not hold. Each answer and each refusal is counted by the day.
 */
export const apiKey = (scope: Scope): Guard<KeyHolder> => ({
  name: `key:${scope}`,
  admit: (request) => admit(request, scope),
});

async function admit(request: FastifyRequest, scope: Scope | null): Promise<KeyHolder> {
  const { db, limits } = request.server.portal;
  const found = await keyInForce(db, request);
  if (!found) throw noKey();
  const { _id: key, scopes, perminute, isHere } = found;
  try {
    // Before a request is taken: who has copied a key and is elsewhere stops nobody who may use it.
    if (!isHere) throw elsewhere(request.ip);
    await limits.take(requestsOf(perminute), key);
    if (scope !== null && !scopes.includes(scope)) throw beyondScope(scope);
  } catch (refused) {
    await countUse(db, { key, scope, isAnswered: false });
    throw refused;
  }
  await countUse(db, { key, scope, isAnswered: true });
  return { actor: { kind: "system", id: key }, staff: key, session: key, scope: "all", key };
}

/** What a key is told of itself. */
export async function ownKey(db: Database, { key }: KeyHolder) {
  const { rows } = await sql<{
    name: string;
    scopes: string[];
    endsOn: string;
    perminute: number;
    formerUntil: string | null;
  }>`select name, scopes, "endsOn", perminute, "oldEndsAt" as "formerUntil" from portal.api_key_line where _id = ${key}`.execute(
    db,
  );
  return rows[0] as NonNullable<(typeof rows)[0]>;
}

async function keyInForce(db: Database, { headers, ip }: FastifyRequest): Promise<FoundKey | undefined> {
  const [, given = ""] = /^Bearer (apk_[\w-]{43})$/.exec(headers.authorization ?? "") ?? [];
  if (!given.startsWith(KEY_PREFIX)) return undefined;
  const secret = hashToken(given);
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  const { rows } = await sql<FoundKey>`
    select _id, scopes, perminute, networks is null or ${address}::inet <<= any(networks) as "isHere" from portal.api_key
    where (secret = ${secret} or oldsecret = ${secret} and "oldEndsAt" > now()) and state = 'Approved'
      and "endsOn" >= (now() at time zone 'Africa/Lagos')::date`.execute(db);
  return rows[0];
}

/** A limit keeps the points that it began with, so each number of points is a limit of its own. */
const requestsOf = (perminute: number) => ({
  name: `api-key-${perminute}`,
  points: perminute,
  seconds: 60,
  sentence: `This API key may ask ${perminute} times a minute. Wait and go on`,
});

interface Use {
  readonly key: string;
  readonly scope: Scope | null;
  readonly isAnswered: boolean;
}

const countUse = (db: Database, { key, scope, isAnswered }: Use) =>
  sql`insert into portal.api_key_use as u (key, day, scope, answered, refused, "lastAt")
    values (${key}, (now() at time zone 'Africa/Lagos')::date, ${scope ?? "key"}, ${isAnswered ? 1 : 0}, ${isAnswered ? 0 : 1}, now())
    on conflict (key, day, scope) do update set answered = u.answered + excluded.answered,
      refused = u.refused + excluded.refused, "lastAt" = excluded."lastAt"`.execute(db);

const noKey = () =>
  new Refusal(
    "api-key-unknown",
    401,
    "This needs an API key in force, as the header Authorization: Bearer apk_…. None was sent, or it is unknown, revoked or expired",
  );

const elsewhere = (ip: string) =>
  new Refusal("network-not-permitted", 403, `This API key is not for requests from ${ip}. Ask the college to add it`);

const beyondScope = (scope: Scope) =>
  new Refusal("scope-not-permitted", 403, `This API key does not read ${scope}. Ask the college for one that does`);
