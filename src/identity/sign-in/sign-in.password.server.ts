import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { everyone, handle } from "#kit/wire/handle.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { placeOf } from "#platform/http/browser.server.ts";
import { networkOf } from "#platform/http/network.server.ts";
import {
  counterKey,
  givingBack,
  type Limit,
  spentPoints,
  type Taken,
  taking,
  usedUp,
} from "#platform/limits/limits.server.ts";
import { auditing, type Trx } from "#platform/write/perform.server.ts";
import {
  asStranger,
  deviceOf,
  guessesAt,
  inLane,
  isPassword,
  isPasswordAtKnownDevice,
  type NamedBelow,
  nameDevice,
  ofAccount,
  ofAddress,
  ofDevice,
  rememberingDevice,
} from "../credential/credential.server.ts";
import { newToken, openingSession } from "../session/session.server.ts";
import { NOT_VERIFIED, SIGNED_IN, type SignedInUser, signIn } from "./sign-in.contract.ts";

/** What is known of an account before its password was looked at. */
export interface KnownAccount extends SignedInUser {
  /** Null when no password was ever set. */
  readonly password: string | null;
  readonly verified: boolean;
}

/** An attempt to sign in that was let through, and where its point was taken. */
interface Attempt {
  readonly account: KnownAccount | null;
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
async function admitAttempt(app: FastifyInstance, emailaddress: string, request: FastifyRequest): Promise<Attempt> {
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

type AtDoor = KnownAccount & {
  readonly knowsDevice: boolean | null;
  readonly issued: boolean;
  readonly addressMs: number | null;
} & (Taken | { readonly points: null; readonly ms: null });

interface Opening {
  readonly account: Pick<KnownAccount, "_id" | "password">;
  /** Remembered as one that the account has signed in from; null on a device of others. */
  readonly device: Buffer | null;
  readonly request: FastifyRequest;
}

/**
 * Opens a session, remembers the device, gives the attempt's point back and notes it, in one statement and under the
 * lock of the account. Answers the token; null when the password was changed, or the account replaced, since it was
 * looked at.
 */
export async function openSignIn(
  db: Database | Trx,
  config: Config,
  { account: { _id, password }, device, request }: Opening,
  { limit, key }: Pick<Attempt, "limit" | "key">,
): Promise<string | null> {
  const token = newToken();
  const account = sql`account`;
  const by = { actor: { kind: "applicant", id: _id }, request: request.id } as const;
  const signIn = { token, shared: device === null, place: placeOf(request) };
  const { rows } = await sql`
    with account as (
      select _id from portal.applicant where _id = ${_id} and password is not distinct from ${password} for update
    ), opened as (${openingSession(config, signIn, account)}
    ), remembered as (${rememberingDevice(device, account)}
    ), given as (${givingBack(limit, key, account)}
    ), noted as (${auditing(by, { deed: "session.open", subject: `applicant:${_id}` }, account)}
    ) select _id from account`.execute(db);
  return rows.length > 0 ? token : null;
}

/** What an area asks of whoever signs in there. */
export interface SignInArea {
  /** What is said of an unknown account and of a wrong password alike. */
  readonly wrong: string;
  readonly named: NamedBelow;
  /** Throws for an account that this area is not for. Only who knows the password hears it. */
  admit(account: KnownAccount): Promise<void>;
}

interface Entering {
  readonly emailaddress: string;
  readonly password: string;
  readonly shared: boolean;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Whoever signed in, and what holds the sign-in. */
export interface Entered {
  readonly token: string;
  readonly user: SignedInUser;
}

/**
 * Signs in whoever knows the password of an account, by whatever name an area calls it: the limits are those of the account.
 * Answers null where its address is not verified. Refuses with 429.
 */
export function enterByPassword(
  app: FastifyInstance,
  { wrong, named, admit }: SignInArea,
  { emailaddress: address, password: typed, shared, request, reply }: Entering,
): Promise<Entered | null> {
  const { config, db } = app.portal;
  const device = deviceOf(request);
  const enter = async (): Promise<Entered | null> => {
    const attempt = await admitAttempt(app, address, request);
    const account = await ownerBy(app, attempt, typed, networkOf(request));
    if (!account) throw refuse("credentials-wrong", wrong);
    if (!account.verified) {
      await giveBack(app, attempt);
      return null;
    }
    await admit(account).catch(async (no: unknown) => {
      await giveBack(app, attempt);
      throw no;
    });
    const remembered = shared ? null : (attempt.device ?? nameDevice(config, reply, named));
    const token = await openSignIn(db, config, { account, device: remembered, request }, attempt);
    if (!token) throw refuse("credentials-wrong", wrong);
    const { _id, firstname, middlename, lastname, emailaddress } = account;
    return { token, user: { _id, firstname, middlename, lastname, emailaddress } };
  };
  // Whoever comes with no name of a browser has been nowhere before.
  return inLane(guessesAt(address, device), () => (device ? enter() : asStranger(enter)));
}

export function signInCalls(app: FastifyInstance): void {
  handle(app, signIn, everyone, async ({ body: { shared = false, ...typed }, request, reply }) => {
    const entered = await enterByPassword(app, applicants, { ...typed, shared, request, reply });
    if (!entered) return { verify: false as const, message: NOT_VERIFIED };
    return { ...entered, verify: true as const, message: SIGNED_IN };
  });
}

const applicants: SignInArea = {
  wrong: "The email address or the password is not right. Check both, or choose Forgot password?",
  named: "/api/ms_applicant",
  admit: async () => undefined,
};

/** The account, if the password is its own. A wrong one is counted for the internet address too. */
async function ownerBy(
  app: FastifyInstance,
  attempt: Attempt,
  typed: string,
  address: string,
): Promise<KnownAccount | null> {
  const { account, knowsDevice } = attempt;
  const isRight = knowsDevice ? isPasswordAtKnownDevice : isPassword;
  const right = await isRight(account?.password, typed).catch(async (fault: unknown) => {
    await giveBack(app, attempt);
    throw fault;
  });
  if (right && account) return account;
  if (!knowsDevice) await app.portal.limits.take(ofAddress, address);
  return null;
}

const giveBack = (app: FastifyInstance, { limit, key }: Attempt) =>
  givingBack(limit, key, sql`(select) once`).execute(app.portal.db);
