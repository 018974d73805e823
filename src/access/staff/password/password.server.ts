import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { choosePassword, GUESSABLE, hashPassword, isGuessable } from "#identity/credential/credential.server.ts";
import { mailOnRequest } from "#identity/mail-allowance/mail-allowance.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuseFields } from "#kit/wire/refusal.server.ts";
import { networkOf } from "#platform/http/network.server.ts";
import { pageVisitor } from "#platform/http/own-origin.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import { endOtherStaffSessions, endStaffSessions, signedInStaff } from "../../staff-session/staff-session.server.ts";
import { forgetGuesses, tryGuess } from "../sign-in/sign-in.guess.server.ts";
import { changeStaffPassword, forgotStaffPassword, resetStaffPassword } from "./password.contract.ts";
import { mailStaffPasswordReset } from "./password.job.server.ts";
import { ownerOfLink, staffLinks } from "./password.link.server.ts";
import { passwordSetMail } from "./password.mail.server.ts";
import { ownAccount, provePassword } from "./password.prove.server.ts";

export function staffPasswordCalls(app: FastifyInstance): void {
  const { config, db } = app.portal;

  handle(app, forgotStaffPassword, pageVisitor, (ask) =>
    mailOnRequest(app, ask, {
      job: mailStaffPasswordReset,
      deed: "staff-password.ask",
      subject: "staff:of-an-address",
      message: "If this email address has a staff account, a link to choose a new password is on its way to it",
    }),
  );

  handle(app, resetStaffPassword, pageVisitor, (ask) =>
    choosePassword(app, ask, {
      ownerOf: (link) => ownerOfLink(db, link),
      spent: "This link is wrong, was used already, or is too old. Choose Forgot password? for a new one",
      change: async ({ trx, note }, owner, password) => {
        await setPassword(trx, owner._id, password);
        if (!(await staffLinks.spend(trx, ask.body.id))) return null;
        await staffLinks.endAll(trx, owner._id);
        await endStaffSessions(trx, owner._id);
        await forgetGuesses(trx, owner.emailaddress);
        await writeMail(trx, passwordSetMail(config, owner));
        note({ deed: "staff-password.reset", subject: `staff:${owner._id}` });
        return { type: "success" as const, message: "Your password is set. Sign in with it" };
      },
    }),
  );

  handle(app, changeStaffPassword, signedInStaff, async (ask) => {
    const account = await ownAccount(db, ask.who.staff);
    if (isGuessable(ask.body.newpassword, account))
      throw refuseFields("password-guessable", { newpassword: GUESSABLE });
    return tryGuess(app, { emailaddress: account.emailaddress, address: networkOf(ask.request) }, async () => {
      await provePassword(account, ask.body.password);
      const password = await hashPassword(ask.body.newpassword);
      return write(app, ask, async ({ trx, note }) => {
        await setPassword(trx, account._id, password);
        await staffLinks.endAll(trx, account._id);
        await endOtherStaffSessions(trx, account._id, ask.who.session);
        await writeMail(trx, passwordSetMail(config, account));
        note({ deed: "staff-password.change", subject: `staff:${account._id}` });
        return { type: "success" as const, message: "Your password is changed. Other devices are signed out" };
      });
    });
  });
}

/** The first statement of a change: it locks the account. */
const setPassword = (trx: Trx, staff: string, password: string) =>
  trx.updateTable("staff_account").set({ password, passwordAt: sql`now()` }).where("staff", "=", staff).execute();
