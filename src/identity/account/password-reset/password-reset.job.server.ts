import type { Job } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself } from "#platform/write/perform.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import { passwordLinks } from "../../credential/credential.server.ts";
import { accountOf } from "../account.read.server.ts";
import { passwordResetMail } from "./password-reset.mail.server.ts";

export const resetLinks = passwordLinks("password_reset", "applicant");

const HALF_AN_HOUR = 30;

/**
 * Looks the address up after the answer went out, so that neither the answer nor its time tells who has an account. `page` is
 * where the link leads.
 */
export const passwordResetJob = (name: string, page: string): Job<{ emailaddress: string }> => ({
  name,
  attempts: 5,
  async run(app, { emailaddress }) {
    const { config, db } = app.portal;
    const account = await accountOf(db, emailaddress);
    if (!account) return;
    await perform(db, portalItself, async ({ trx, note }) => {
      const link = await resetLinks.issue(trx, account._id, HALF_AN_HOUR);
      await writeMail(trx, passwordResetMail(account, `${config.publicUrl}${page}/${link}`));
      note({ deed: "password-reset.mail", subject: `applicant:${account._id}` });
    });
  },
});

export const mailPasswordReset = passwordResetJob("mail-password-reset", "/reset");
