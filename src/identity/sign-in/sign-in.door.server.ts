import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { counterKey, type Limit, spentPoints, type Taken, taking, usedUp } from "#platform/limits.server.ts";
import { networkOf } from "#platform/network.server.ts";
import type { User } from "./sign-in.contract.ts";
import { deviceOf } from "./sign-in.device.server.ts";
import { guessesAt, ofAccount, ofAddress, ofDevice } from "./sign-in.limits.server.ts";

/** What is known of an account before its password was looked at. */
export interface Account extends User {
  /** Null when no password was ever set. */
  readonly password: string | null;
  readonly verified: boolean;
}

/** An attempt to sign in that was let through, and where its point was taken. */
export interface Attempt {
  readonly account: Account | null;
  /** The name of the browser, if it is one of ours. */
  readonly device: Buffer | null;
  /** The account has signed in from this device before. */
  readonly knowsDevice: boolean;
  readonly limit: Limit;
  readonly key: string;
}

/**
 * Lets an attempt through, at most ten wrong ones in 15 minutes, and answers all that it needs to know, in one question.
 * The point is taken before the password is looked at and given back when it is right, so that parallel guesses are all
 * counted. Refuses with 429.
 */
export async function comeToDoor(
  app: FastifyInstance,
  emailaddress: string,
  request: FastifyRequest,
): Promise<Attempt> {
  const device = deviceOf(request);
  const [alone, fromDevice] = [guessesAt(emailaddress, null), guessesAt(emailaddress, device)];
  const { rows } = await sql<AtDoor>`
    with account as (
      select _id, firstname, middlename, lastname, emailaddress, password, "verifiedAt" is not null as verified,
        exists (select from portal.known_device k where k.applicant = a._id and k.device = ${device}) as "knowsDevice"
      from portal.applicant a where lower(emailaddress) = lower(${emailaddress})
    ), way as (
      select case when known then ${counterKey(ofDevice, fromDevice)}::text else ${counterKey(ofAccount, alone)} end as key, known
      from (select exists (select from account where "knowsDevice") as known) device
    ), spent as (${spentPoints(ofAddress, networkOf(request))}
    ), taken as (${taking(ofAccount, sql`way where known or not exists (select from spent)`)}
    )
    select account.*, taken.*, spent.ms as "addressMs",
      exists (select from portal.known_device where device = ${device}) as issued
    from way left join account on true left join taken on true left join spent on true`.execute(app.portal.db);
  const { points, ms, addressMs, issued, knowsDevice, ...found } = rows[0] as AtDoor;
  const known = knowsDevice ?? false;
  const [limit, key] = known ? [ofDevice, fromDevice] : [ofAccount, alone];
  if (points === null) throw usedUp(ofAddress, addressMs ?? 0);
  if (points > limit.points) throw usedUp(limit, ms);
  return { account: found._id ? found : null, device: issued ? device : null, knowsDevice: known, limit, key };
}

type AtDoor = Account & {
  readonly knowsDevice: boolean | null;
  readonly issued: boolean;
  readonly addressMs: number | null;
} & (Taken | { readonly points: null; readonly ms: null });
