import type { FastifyInstance, FastifyRequest } from "fastify";
import { errors } from "jose";
import { everyone, handle } from "#kit/wire/handle.server.ts";
import { Refusal, refuse } from "#kit/wire/refusal.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import { networkOf } from "#platform/http/network.server.ts";
import type { Limit } from "#platform/limits/limits.server.ts";
import {
  askIdentityProvider,
  identitySignIn,
  PROVIDER_DOOR,
  providerName,
  UNREACHED,
  WAY_BACK,
} from "./provider.contract.ts";
import { type AskedProvider, type ProviderParty, providerAt } from "./provider.discover.server.ts";
import { enterByIdentity } from "./provider.enter.server.ts";
import { newNonce } from "./provider.nonce.server.ts";
import { type ProvenIdentity, readToken } from "./provider.token.server.ts";

/** As a browser makes it: 128 random bits or more. */
const stateForm = /^[\w-]{22,86}$/;

/** A provider with what it knows the portal as, and the addresses of those whom it lets in. */
export interface IdentityDoor {
  readonly party: ProviderParty;
  readonly provider: AskedProvider;
  /** Leads the browser to the provider; `state` comes back with it. */
  readonly door: string;
  /** Where the provider sends the browser back to, with the token behind the #. */
  readonly wayBack: string;
}

/** No call: the browser goes there, and on to the provider. A page may so lead to the provider without speaking to it. */
export function beginAtProvider(app: FastifyInstance, { party, provider, door, wayBack }: IdentityDoor): void {
  const { config, db } = app.portal;

  app.get<{ Querystring: { state?: unknown } }>(door, async ({ query, log }, reply) => {
    const state = String(query.state);
    if (!stateForm.test(state)) return reply.redirect("/");
    const said = await provider().catch((fault: unknown) => {
      log.warn({ err: fault }, "the identity provider was not reached");
      return null;
    });
    if (!said) return reply.redirect(`${wayBack}#error=${UNREACHED}`);
    const asked = new URL(said.authorization);
    for (const [name, value] of Object.entries({
      ...question(config.publicUrl + wayBack, party.clientId),
      ...(said.letsChoose && { prompt: "select_account" }),
      state,
      nonce: await newNonce(config, db),
    }))
      asked.searchParams.set(name, value);
    return reply.redirect(asked.href);
  });
}

/** The token comes back behind the #, which no server and no log gets to see. OpenID Connect Core 3.2. */
const question = (wayBack: string, clientId: string) => ({
  client_id: clientId,
  redirect_uri: wayBack,
  response_type: "id_token",
  response_mode: "fragment",
  scope: "openid email profile",
});

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
  // Without one whoever asks for the door stands before the first page.
  if (oidc && provider) beginAtProvider(app, { party: oidc, provider, door: PROVIDER_DOOR, wayBack: WAY_BACK });
  else app.get(PROVIDER_DOOR, async (_request, reply) => reply.redirect("/"));

  handle(app, askIdentityProvider, everyone, async () => (oidc ? { ...oidc, nonce: await newNonce(config, db) } : {}));

  handle(app, identitySignIn, everyone, async ({ body, request, reply }) => {
    if (!oidc || !provider) {
      throw refuse(
        "sign-in-not-offered",
        "This college offers no sign-in by another account. Sign in with your email address and password",
      );
    }
    // Taken before the token is looked at, so that parallel ones are all counted.
    const point = { limit: refusedTokens, key: networkOf(request) };
    await limits.take(point.limit, point.key);
    const identity = await identityIn(body.token, oidc, provider, request).catch(async (no: unknown) => {
      if (no instanceof Unanswered) await limits.giveBack(point.limit, point.key);
      throw no;
    });
    const entered = await enterByIdentity(app, { identity, shared: body.shared ?? false, request, reply, point });
    if (entered instanceof Refusal) throw entered;
    if ("next" in entered) await limits.giveBack(point.limit, point.key);
    return entered;
  });
}

/** Whom the token speaks of. Refuses a token that is wrong in any way, and one that cannot be checked now. */
export async function identityIn(
  token: string,
  party: ProviderParty,
  provider: AskedProvider,
  { server, log }: FastifyRequest,
): Promise<ProvenIdentity> {
  const now = new Date(await clock(server.portal.db));
  try {
    const { keys } = await provider();
    return await readToken(token, keys, party, now);
  } catch (fault) {
    const wrong = isOfToken(fault);
    log[wrong ? "info" : "warn"]({ err: fault }, "an identity token was not accepted");
    throw wrong ? refuse("token-not-confirmed", NOT_CONFIRMED) : new Unanswered(party.issuer);
  }
}

const NOT_CONFIRMED =
  "This sign-in could not be confirmed. Please begin again, or sign in with your email address and password";

/** Nobody's wrong token. */
class Unanswered extends Refusal {
  constructor(issuer: string) {
    const now = `${providerName(issuer)} does not answer at the moment. Try again in a minute`;
    super("provider-unanswering", 200, `${now}, or sign in with your email address and password`);
  }
}

/** What is wrong with the token itself; anything else is the provider's failure. */
const isOfToken = (fault: unknown): boolean =>
  fault instanceof errors.JOSEError && !ofProvider.includes(fault.code) && fault.code !== errors.JOSEError.code;

const ofProvider: readonly string[] = [errors.JWKSTimeout.code, errors.JWKSInvalid.code];
