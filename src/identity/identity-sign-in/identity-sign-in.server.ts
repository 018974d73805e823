import type { FastifyInstance, FastifyRequest } from "fastify";
import { errors } from "jose";
import { everyone, handle } from "#kit/wire/handle.server.ts";
import { Refusal, refuse } from "#kit/wire/refusal.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Limit } from "#platform/limits.server.ts";
import { networkOf } from "#platform/network.server.ts";
import { beginAtProvider } from "./identity-sign-in.begin.server.ts";
import { askIdentityProvider, identitySignIn, providerName } from "./identity-sign-in.contract.ts";
import { enter } from "./identity-sign-in.enter.server.ts";
import { newNonce } from "./identity-sign-in.nonce.server.ts";
import { type AskedProvider, type Party, providerAt } from "./identity-sign-in.provider.server.ts";
import { type Identity, readToken } from "./identity-sign-in.token.server.ts";

/** Tokens that were refused, of one internet address; loosely, because a business centre shares one. Contract 3.6. */
const refusedTokens: Limit = {
  name: "identity-sign-in-address",
  points: 300,
  seconds: 900,
  sentence: "Too many failed sign-ins came from this internet connection. Please wait 15 minutes",
};

/** Without a provider the page shows no button, and a token that comes anyway is refused. */
export function identitySignInCalls(app: FastifyInstance): void {
  const { config, db, limits } = app.portal;
  const { oidc } = config;
  const provider = oidc && providerAt(oidc.issuer);
  beginAtProvider(app, provider);

  handle(app, askIdentityProvider, everyone, async () => (oidc ? { ...oidc, nonce: await newNonce(config, db) } : {}));

  handle(app, identitySignIn, everyone, async ({ body, request, reply }) => {
    if (!oidc || !provider) {
      throw refuse("This college offers no sign-in by another account. Sign in with your email address and password");
    }
    // Taken before the token is looked at, so that parallel ones are all counted.
    const point = { limit: refusedTokens, key: networkOf(request) };
    await limits.take(point.limit, point.key);
    const identity = await identityIn(body.token, oidc, provider, request).catch(async (no: unknown) => {
      if (no instanceof Unanswered) await limits.giveBack(point.limit, point.key);
      throw no;
    });
    const entered = await enter(app, { identity, shared: body.shared ?? false, request, reply, point });
    if (entered instanceof Refusal) throw entered;
    if ("next" in entered) await limits.giveBack(point.limit, point.key);
    return entered;
  });
}

/** Whom the token speaks of. Refuses a token that is wrong in any way, and one that cannot be checked now. */
async function identityIn(
  token: string,
  party: Party,
  provider: AskedProvider,
  { server, log }: FastifyRequest,
): Promise<Identity> {
  const now = new Date(await clock(server.portal.db));
  try {
    const { keys } = await provider();
    return await readToken(token, keys, party, now);
  } catch (fault) {
    const wrong = isOfToken(fault);
    log[wrong ? "info" : "warn"]({ err: fault }, "an identity token was not accepted");
    throw wrong ? refuse(NOT_CONFIRMED) : new Unanswered(party.issuer);
  }
}

const NOT_CONFIRMED =
  "This sign-in could not be confirmed. Please begin again, or sign in with your email address and password";

/** Nobody's wrong token. */
class Unanswered extends Refusal {
  constructor(issuer: string) {
    const now = `${providerName(issuer)} does not answer at the moment. Try again in a minute`;
    super(200, `${now}, or sign in with your email address and password`);
  }
}

/** What is wrong with the token itself; anything else is the provider's failure. */
const isOfToken = (fault: unknown): boolean =>
  fault instanceof errors.JOSEError && !ofProvider.includes(fault.code) && fault.code !== errors.JOSEError.code;

const ofProvider: readonly string[] = [errors.JWKSTimeout.code, errors.JWKSInvalid.code];
