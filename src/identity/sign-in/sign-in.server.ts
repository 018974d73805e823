import type { FastifyInstance, FastifyRequest } from "fastify";
import { everyone, handle } from "#kit/handle.server.ts";
import { refuse } from "#kit/refusal.server.ts";
import { perform } from "#platform/perform.server.ts";
import { isPassword, isPasswordAtKnownDevice } from "../password/password.server.ts";
import { openSession } from "../session/session.open.server.ts";
import { NOT_VERIFIED, SIGNED_IN, signIn, type User } from "./sign-in.contract.ts";
import { deviceOf, nameDevice, rememberDevice } from "./sign-in.device.server.ts";
import { guardedAttempt } from "./sign-in.limits.server.ts";

export function signInCalls(app: FastifyInstance): void {
  const { config } = app.portal;

  handle(app, signIn, everyone, async ({ body, request, reply }) => {
    const device = deviceOf(request);
    const account = await accountAtDoor(app, body.emailaddress, device);
    const attempt = {
      emailaddress: body.emailaddress,
      knownDevice: account?.knowsDevice ? device : null,
      address: request.ip,
    };
    const isRight = attempt.knownDevice ? isPasswordAtKnownDevice : isPassword;
    const right = await guardedAttempt(app, attempt, async () =>
      (await isRight(account?.password, body.password)) && account ? account : null,
    );
    if (!right) throw wrong();
    if (!right.verified) return { verify: false as const, message: NOT_VERIFIED };
    const named = device && right.issued ? device : nameDevice(config, reply);
    const token = await open(app, request, right, named);
    const { _id, firstname, middlename, lastname, emailaddress } = right;
    const user = { _id, firstname, middlename, lastname, emailaddress };
    return { token, user, verify: true as const, message: SIGNED_IN };
  });
}

const wrong = () => refuse("The email address or the password is not right. Check both, or choose Forgot password?");

interface AtDoor extends User {
  readonly password: string;
  readonly verified: boolean;
  /** The account has signed in from this device before. */
  readonly knowsDevice: boolean;
  /** The device's name is one of ours, if not of this account. */
  readonly issued: boolean;
}

/** All that a sign-in needs to know, in one question. */
async function accountAtDoor(app: FastifyInstance, emailaddress: string, device: Buffer | null) {
  const { rows } = await app.portal.pool.query<AtDoor>(doorQuery, [emailaddress, device]);
  return rows[0];
}

const doorQuery = `
  select a._id, firstname, middlename, lastname, emailaddress, password, "verifiedAt" is not null as verified,
    exists (select from portal.known_device k where k.applicant = a._id and k.device = $2) as "knowsDevice",
    exists (select from portal.known_device k where k.device = $2) as issued
  from portal.applicant a where lower(emailaddress) = lower($1)`;

/**
 * Opens the session under the lock of the account. Refuses when the password was changed, or the account replaced,
 * while it was looked at.
 */
const open = (app: FastifyInstance, request: FastifyRequest, account: AtDoor, device: Buffer): Promise<string> =>
  perform(app.portal.db, { actor: { kind: "applicant", id: account._id }, request: request.id }, async (work) => {
    const { trx, note } = work;
    const now = await trx
      .selectFrom("applicant")
      .select("password")
      .where("_id", "=", account._id)
      .forUpdate()
      .executeTakeFirst();
    if (now?.password !== account.password) throw wrong();
    const token = await openSession(app.portal.config, trx, account._id);
    await rememberDevice(trx, account._id, device);
    note({ deed: "session.open", subject: `applicant:${account._id}` });
    return token;
  });
