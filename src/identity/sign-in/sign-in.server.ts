import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { everyone, handle } from "#kit/wire/handle.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import { givingBack } from "#platform/limits.server.ts";
import { networkOf } from "#platform/network.server.ts";
import { isPassword, isPasswordAtKnownDevice } from "../password/password.server.ts";
import { NOT_VERIFIED, SIGNED_IN, signIn } from "./sign-in.contract.ts";
import { deviceOf, nameDevice } from "./sign-in.device.server.ts";
import { type Account, type Attempt, comeToDoor } from "./sign-in.door.server.ts";
import { guessesAt, inLane, ofAddress } from "./sign-in.limits.server.ts";
import { open } from "./sign-in.open.server.ts";

export function signInCalls(app: FastifyInstance): void {
  const { config, db } = app.portal;

  handle(app, signIn, everyone, ({ body, request, reply }) =>
    inLane(guessesAt(body.emailaddress, deviceOf(request)), async () => {
      const attempt = await comeToDoor(app, body.emailaddress, request);
      const account = await ownerBy(app, attempt, body.password, networkOf(request));
      if (!account.verified) {
        await giveBack(app, attempt);
        return { verify: false as const, message: NOT_VERIFIED };
      }
      const device = body.shared ? null : (attempt.device ?? nameDevice(config, reply));
      const token = await open(db, config, { account, device, request: request.id }, attempt);
      if (!token) throw wrong();
      const { _id, firstname, middlename, lastname, emailaddress } = account;
      const user = { _id, firstname, middlename, lastname, emailaddress };
      return { token, user, verify: true as const, message: SIGNED_IN };
    }),
  );
}

/** The account, if the password is its own. A wrong one is counted for the internet address too. */
async function ownerBy(app: FastifyInstance, attempt: Attempt, typed: string, address: string): Promise<Account> {
  const { account, knowsDevice } = attempt;
  const isRight = knowsDevice ? isPasswordAtKnownDevice : isPassword;
  const right = await isRight(account?.password, typed).catch(async (fault: unknown) => {
    await giveBack(app, attempt);
    throw fault;
  });
  if (right && account) return account;
  if (!knowsDevice) await app.portal.limits.take(ofAddress, address);
  throw wrong();
}

const wrong = () => refuse("The email address or the password is not right. Check both, or choose Forgot password?");

const giveBack = (app: FastifyInstance, { limit, key }: Attempt) =>
  givingBack(limit, key, sql`(select) once`).execute(app.portal.db);
