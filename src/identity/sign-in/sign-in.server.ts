import type { Noun } from "#console/noun/noun.server.ts";
import { forgetUsedNonces } from "./provider/provider.job.server.ts";
import { identitySignInCalls } from "./provider/provider.server.ts";
import { signInCalls } from "./sign-in.password.server.ts";

export { enterByPassword, type SignInArea } from "./sign-in.password.server.ts";

export const signInNoun: Noun = {
  name: "sign-in",
  calls: (app) => {
    signInCalls(app);
    identitySignInCalls(app);
  },
  rounds: [forgetUsedNonces],
};
