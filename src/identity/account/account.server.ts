import type { Noun } from "#console/noun/noun.server.ts";
import { impossibleAccounts } from "./account.impossible.server.ts";
import { deleteUnverified } from "./account.job.server.ts";
import { accountCalls, ownAccount } from "./account.read.server.ts";
import { ownAddressChanges } from "./address-change/address-change.server.ts";
import { mailPasswordReset } from "./password-reset/password-reset.job.server.ts";
import { passwordResetCalls } from "./password-reset/password-reset.server.ts";
import { registerCalls } from "./register/register.server.ts";
import { resendVerification } from "./verification/verification.job.server.ts";
import { verificationCalls } from "./verification/verification.server.ts";

export const accountNoun: Noun = {
  name: "account",
  calls: (app) => {
    registerCalls(app);
    accountCalls(app);
    verificationCalls(app);
    passwordResetCalls(app);
  },
  jobs: [resendVerification, mailPasswordReset],
  rounds: [deleteUnverified],
  ownRows: [ownAccount, ownAddressChanges],
  impossible: impossibleAccounts,
};
