import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Job } from "#platform/jobs/jobs.server.ts";
import { postMail } from "#platform/mail/mail.server.ts";
import { perform } from "#platform/write/perform.server.ts";
import { hashed } from "../../session/session.server.ts";
import { accountOf } from "../account.read.server.ts";
import { passwordResetMail } from "./password-reset.mail.server.ts";

/** Looks the address up after the answer went out, so that neither the answer nor its time tells who has an account. */
export const mailPasswordReset: Job<{ emailaddress: string }> = {
  name: "mail-password-reset",
  attempts: 5,
  async run(app, { emailaddress }) {
    const { config, db } = app.portal;
    const by = { actor: { kind: "system", id: null }, request: null } as const;
    const account = await accountOf(db, emailaddress);
    if (!account) return;
    const link = randomBytes(16).toString("base64url");
    await perform(db, by, async ({ trx, note }) => {
      await trx
        .insertInto("password_reset")
        .values({ link: hashed(link), applicant: account._id, endsAt: sql`now() + interval '30 minutes'` })
        .execute();
      await postMail(trx, passwordResetMail(config, account, link));
      note({ deed: "password-reset.mail", subject: `applicant:${account._id}` });
    });
  },
};
