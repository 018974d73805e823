import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { openGate } from "#platform/gate.server.ts";
import { forgetWith, type Limit } from "#platform/limits.server.ts";
import type { Trx } from "#platform/perform.server.ts";

const FIFTEEN_MINUTES = 900;
const WAIT = "Too many failed sign-ins. Please wait 15 minutes, or choose Forgot password? to set a new password";

/** Failed sign-ins of one account, known or not. Contract 3.6. */
const ofAccount: Limit = { name: "sign-in-account", points: 10, seconds: FIFTEEN_MINUTES, sentence: WAIT };

/** From a device that has signed in before they are counted apart, so that others' guesses do not lock it out. */
const ofDevice: Limit = { name: "sign-in-device", points: 10, seconds: FIFTEEN_MINUTES, sentence: WAIT };

/** Of one internet address; loosely, because a business centre shares one. Contract 3.6. */
const ofAddress: Limit = { name: "sign-in-address", points: 300, seconds: FIFTEEN_MINUTES, sentence: WAIT };

export interface Attempt {
  readonly emailaddress: string;
  /** The stored form of a device that this account has signed in from. */
  readonly knownDevice: Buffer | null;
  readonly address: string;
}

/**
 * Lets one attempt through, at most ten wrong ones in 15 minutes. The point is taken before the password is looked at
 * and given back when it is right, so that parallel guesses are all counted. Refuses with 429.
 */
export async function guardedAttempt<T>(
  app: FastifyInstance,
  { emailaddress, knownDevice, address }: Attempt,
  tryPassword: () => Promise<T | null>,
): Promise<T | null> {
  const { limits } = app.portal;
  const limit = knownDevice ? ofDevice : ofAccount;
  const key = keyOf(emailaddress, knownDevice);
  return inLane(key, async () => {
    if (!knownDevice) await limits.refuseSpent(ofAddress, address);
    await limits.take(limit, key);
    const right = await tryPassword().catch(async (fault: unknown) => {
      await limits.giveBack(limit, key);
      throw fault;
    });
    if (right) await limits.giveBack(limit, key);
    else if (!knownDevice) await limits.take(ofAddress, address);
    return right;
  });
}

/** After a new password the guesses at the old one count no more. */
export const forgetGuesses = (trx: Trx, emailaddress: string): Promise<void> =>
  forgetWith(trx, ofAccount, keyOf(emailaddress, null));

const keyOf = (emailaddress: string, device: Buffer | null) =>
  createHash("sha256")
    .update(emailaddress.toLowerCase())
    .update(device ?? "")
    .digest("base64url");

// Five at once of one account, of its ten points: right passwords that arrive together do not use them up.
const LANE_WIDTH = 5;

interface Lane {
  readonly gate: ReturnType<typeof openGate>;
  users: number;
}
const lanes = new Map<string, Lane>();

async function inLane<T>(key: string, work: () => Promise<T>): Promise<T> {
  const lane = lanes.get(key) ?? { gate: openGate(LANE_WIDTH), users: 0 };
  lanes.set(key, lane);
  lane.users += 1;
  try {
    return await lane.gate(work);
  } finally {
    lane.users -= 1;
    if (lane.users === 0) lanes.delete(key);
  }
}
