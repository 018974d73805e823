import type { FastifyInstance } from "fastify";
import { guessesAt, guessLimits, inLane } from "#identity/credential/credential.server.ts";
import { Refusal, type RefusalCode } from "#kit/wire/refusal.server.ts";
import { forgetWith } from "#platform/limits/limits.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";

/** Wrong passwords and codes, by whatever call they come. */
const { ofAccount, ofAddress } = guessLimits("staff-sign-in");

/** A password or a code that is not the right one: it is counted. */
class WrongGuess extends Refusal {}
export const wrongGuess = (code: RefusalCode, message: string): Refusal => new WrongGuess(code, 200, message);

interface Guess {
  readonly emailaddress: string;
  readonly address: string;
}

/**
 * Lets a password or a code be tried, at most ten wrong ones in 15 minutes. The point is taken before the look and given
 * back unless the work throws a wrong guess, so that parallel guesses are all counted. Refuses with 429.
 */
export function tryGuess<R>(
  app: FastifyInstance,
  { emailaddress, address }: Guess,
  work: () => Promise<R>,
): Promise<R> {
  const { limits } = app.portal;
  const key = guessesAt(emailaddress);
  return inLane(`staff ${key}`, async () => {
    await limits.refuseSpent(ofAddress, address);
    await limits.take(ofAccount, key);
    try {
      const reply = await work();
      await limits.giveBack(ofAccount, key);
      return reply;
    } catch (fault) {
      if (fault instanceof WrongGuess) await limits.take(ofAddress, address);
      else await limits.giveBack(ofAccount, key);
      throw fault;
    }
  });
}

/** After a new password the guesses at the old one count no more. */
export const forgetGuesses = (trx: Trx, emailaddress: string): Promise<void> =>
  forgetWith(trx, ofAccount, guessesAt(emailaddress));
