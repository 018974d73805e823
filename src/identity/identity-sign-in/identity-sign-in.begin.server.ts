import type { FastifyInstance } from "fastify";
import type { Config } from "#platform/config.server.ts";
import { PROVIDER_DOOR, UNREACHED, WAY_BACK } from "./identity-sign-in.contract.ts";
import { newNonce } from "./identity-sign-in.nonce.server.ts";
import type { AskedProvider } from "./identity-sign-in.provider.server.ts";

/** As a browser makes it: 128 random bits or more. */
const stateForm = /^[\w-]{22,86}$/;

/** No call: the browser goes there, and on to the provider. A page may so lead to the provider without speaking to it. */
export function beginAtProvider(app: FastifyInstance, provider: AskedProvider | null): void {
  const { config, db } = app.portal;

  app.get<{ Querystring: { state?: unknown } }>(PROVIDER_DOOR, async ({ query, log }, reply) => {
    const state = String(query.state);
    if (!config.oidc || !provider || !stateForm.test(state)) return reply.redirect("/");
    const said = await provider().catch((fault: unknown) => {
      log.warn({ err: fault }, "the identity provider was not reached");
      return null;
    });
    if (!said) return reply.redirect(`${WAY_BACK}#error=${UNREACHED}`);
    const asked = new URL(said.authorization);
    for (const [name, value] of Object.entries({
      ...question(config, config.oidc.clientId),
      ...(said.letsChoose && { prompt: "select_account" }),
      state,
      nonce: await newNonce(config, db),
    }))
      asked.searchParams.set(name, value);
    return reply.redirect(asked.href);
  });
}

/** The token comes back behind the #, which no server and no log gets to see. OpenID Connect Core 3.2. */
const question = ({ publicUrl }: Config, clientId: string) => ({
  client_id: clientId,
  redirect_uri: publicUrl + WAY_BACK,
  response_type: "id_token",
  response_mode: "fragment",
  scope: "openid email profile",
});
