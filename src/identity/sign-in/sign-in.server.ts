import type { Noun } from "#console/noun/noun.server.ts";
import { forgetUsedNonces } from "./provider/provider.job.server.ts";
import { identitySignInCalls } from "./provider/provider.server.ts";
import { signInCalls } from "./sign-in.password.server.ts";

export { providerAt } from "./provider/provider.discover.server.ts";
export { spendNonce } from "./provider/provider.nonce.server.ts";
export { beginAtProvider, identityIn } from "./provider/provider.server.ts";
export type { ProvenIdentity } from "./provider/provider.token.server.ts";
export { enterByPassword, type SignInArea } from "./sign-in.password.server.ts";

export const signInNoun: Noun = {
  name: "sign-in",
  calls: (app) => {
    signInCalls(app);
    identitySignInCalls(app);
  },
  rounds: [forgetUsedNonces],
};
