import type { Job } from "#platform/jobs/jobs.server.ts";
import { perform } from "#platform/write/perform.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import { accountOf } from "../account.read.server.ts";
import { mailVerification } from "./verification.issue.server.ts";
import { alreadyVerifiedMail } from "./verification.mail.server.ts";

/** Looks the address up after the answer went out, so that neither the answer nor its time tells who has an account. */
export const resendVerification: Job<{ emailaddress: string }> = {
  name: "resend-verification",
  attempts: 5,
  async run(app, { emailaddress }) {
    const { config, db } = app.portal;
    const by = { actor: { kind: "system", id: null }, request: null } as const;
    const account = await accountOf(db, emailaddress);
    if (!account) return;
    await perform(db, by, async ({ trx, note }) => {
      if (account.verifiedAt) await writeMail(trx, alreadyVerifiedMail(config, account));
      else await mailVerification(trx, config, account);
      note({ deed: "verification.mail", subject: `applicant:${account._id}` });
    });
  },
};
