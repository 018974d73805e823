import { createHash } from "node:crypto";
import { openGate } from "#platform/limits/gate.server.ts";
import { forgetWith, type Limit } from "#platform/limits/limits.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";

const FIFTEEN_MINUTES = 900;
const WAIT = "Too many failed sign-ins. Please wait 15 minutes, or choose Forgot password? to set a new password";

/** Failed sign-ins of one account, known or not. Contract 3.6. */
export const ofAccount: Limit = { name: "sign-in-account", points: 10, seconds: FIFTEEN_MINUTES, sentence: WAIT };

/** From a device that has signed in before they are counted apart, so that others' guesses do not lock it out. */
export const ofDevice: Limit = { ...ofAccount, name: "sign-in-device" };

/** Of one internet address; loosely, because a business centre shares one. Contract 3.6. */
export const ofAddress: Limit = { ...ofAccount, name: "sign-in-address", points: 300 };

/** Under what the guesses at an account are counted; with a device, those from it. */
export const guessesAt = (emailaddress: string, device: Buffer | null): string =>
  createHash("sha256")
    .update(emailaddress.toLowerCase())
    .update(device ?? "")
    .digest("base64url");

/** After a new password the guesses at the old one count no more. */
export const forgetGuesses = (trx: Trx, emailaddress: string): Promise<void> =>
  forgetWith(trx, ofAccount, guessesAt(emailaddress, null));

// Five at once of one account, of its ten points: right passwords that arrive together do not use them up.
const LANE_WIDTH = 5;

interface Lane {
  readonly gate: ReturnType<typeof openGate>;
  users: number;
}
const lanes = new Map<string, Lane>();

/** Lets five sign-ins of an account and a device be tried at once. Refuses with 503 when too many wait. */
export async function inLane<T>(key: string, work: () => Promise<T>): Promise<T> {
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
