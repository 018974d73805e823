import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { everyone, handle } from "#kit/wire/handle.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Work } from "#platform/write/perform.server.ts";
import { type Mail, writeMail } from "#reference/message-template/message-template.server.ts";
import { type Chosen, choosePassword, forgetDevices, forgetGuesses } from "../../credential/credential.server.ts";
import { mailOnRequest } from "../../mail-allowance/mail-allowance.server.ts";
import { endSessions, hashToken, lockApplicant } from "../../session/session.server.ts";
import { endContest } from "../register/register.contest.server.ts";
import { forgotPassword, resetPassword } from "./password-reset.contract.ts";
import { mailPasswordReset, resetLinks } from "./password-reset.job.server.ts";
import { passwordChangedMail } from "./password-reset.mail.server.ts";

export function passwordResetCalls(app: FastifyInstance): void {
  handle(app, forgotPassword, everyone, (ask) =>
    mailOnRequest(app, ask, {
      job: mailPasswordReset,
      deed: "password-reset.ask",
      subject: "applicant:of-an-address",
      message: "If this email address has an account, a link to choose a new password is on its way to it",
    }),
  );

  handle(app, resetPassword, everyone, (ask) => resetByLink(app, ask));
}

/** Sets the password behind a mailed link, whichever area's page it comes from, and ends every sign-in. */
export const resetByLink = (app: FastifyInstance, ask: Chosen) =>
  choosePassword(app, ask, {
    ownerOf: (link) => ownerOf(app.portal.db, link),
    spent: "This link is wrong, was used already, or is too old. Ask for a new one",
    change: async ({ trx, note }, owner, password) => {
      await lockApplicant(trx, owner._id);
      if (!(await resetLinks.spend(trx, ask.body.id))) return null;
      await resetLinks.endAll(trx, owner._id);
      await trx.updateTable("applicant").set({ password, mailproven: true }).where("_id", "=", owner._id).execute();
      await endSessions(trx, owner._id);
      await forgetDevices(trx, owner._id);
      await endContest(trx, owner.emailaddress);
      await forgetGuesses(trx, owner.emailaddress);
      await writeMail(trx, passwordChangedMail(app.portal.config, owner));
      note({ deed: "password-reset.use", subject: `applicant:${owner._id}` });
      return { type: "success" as const, message: "Your new password is set. Sign in with it" };
    },
  });

interface Invitation {
  /** Whose account; its address is written to. */
  readonly applicant: string;
  /** How long the link is good. */
  readonly days: number;
  /** The letter; without a link to whoever has a password already. */
  mail(to: InvitedAccount, link: string | null): Mail;
}

export interface InvitedAccount {
  readonly firstname: string;
  readonly emailaddress: string;
}

/** Invites somebody to an account that the office opened. A later letter takes the place of the one before. */
export async function inviteAccount({ trx, note }: Work, { applicant, days, mail }: Invitation): Promise<void> {
  const { password, ...account } = await trx
    .selectFrom("applicant")
    .select(["firstname", "emailaddress", "password"])
    .where("_id", "=", applicant)
    .executeTakeFirstOrThrow();
  const needsLink = password === null;
  if (needsLink) await resetLinks.endAll(trx, applicant);
  const link = needsLink ? await resetLinks.issue(trx, applicant, days * 24 * 60) : null;
  await writeMail(trx, mail(account, link));
  note({ deed: "account.invite", subject: `applicant:${applicant}` });
}

/** Whether a link of a mail would still be taken. */
export const isOpenLink = async (db: Database, id: string): Promise<boolean> => (await ownerOf(db, id)) !== undefined;

const ownerOf = (db: Database, link: string) =>
  db
    .selectFrom("password_reset")
    .innerJoin("applicant", "applicant._id", "password_reset.applicant")
    .select(["applicant._id", "firstname", "lastname", "emailaddress", "phonenumber", "jamb"])
    .where("link", "=", hashToken(link))
    .where("usedAt", "is", null)
    .where("endsAt", ">", sql<string>`now()`)
    .executeTakeFirst();
