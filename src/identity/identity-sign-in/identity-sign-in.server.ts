import type { FastifyInstance } from "fastify";
import { everyone, handle } from "#kit/handle.server.ts";
import { refuse } from "#kit/refusal.server.ts";
import { askIdentityProvider, identitySignIn } from "./identity-sign-in.contract.ts";

/** Without a provider: the page shows no button, and a token that comes anyway is refused. */
export function identitySignInCalls(app: FastifyInstance): void {
  handle(app, askIdentityProvider, everyone, async () => ({}));

  handle(app, identitySignIn, everyone, async () => {
    throw refuse("This college offers no sign-in by another account. Sign in with your email address and password");
  });
}
