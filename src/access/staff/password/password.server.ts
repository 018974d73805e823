import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { GUESSABLE, hashPassword, isGuessable, refuseGuessable } from "#identity/credential/credential.server.ts";
import { mailsAsked, takeWantedMail } from "#identity/mail-allowance/mail-allowance.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import { networkOf } from "#platform/http/network.server.ts";
import { enqueue } from "#platform/jobs/jobs.server.ts";
import { postMail } from "#platform/mail/mail.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import {
  endOtherStaffSessions,
  endStaffSessions,
  officeVisitor,
  signedInStaff,
} from "../../staff-session/staff-session.server.ts";
import { forgetGuesses, guessing } from "../sign-in/sign-in.guess.server.ts";
import { changeStaffPassword, forgotStaffPassword, resetStaffPassword } from "./password.contract.ts";
import { mailStaffPasswordReset } from "./password.job.server.ts";
import { endPasswordLinks, ownerOfLink, spendPasswordLink } from "./password.link.server.ts";
import { passwordSetMail } from "./password.mail.server.ts";
import { ownAccount, provePassword } from "./password.prove.server.ts";

export function staffPasswordCalls(app: FastifyInstance): void {
  const { config, db, limits } = app.portal;

  handle(app, forgotStaffPassword, officeVisitor, async (ask) => {
    await limits.take(mailsAsked, networkOf(ask.request));
    return write(app, ask, async ({ trx, note }) => {
      if (await takeWantedMail(trx, ask.body.emailaddress, networkOf(ask.request)))
        await enqueue(trx, mailStaffPasswordReset, ask.body);
      note({ deed: "staff-password.ask", subject: "staff:of-an-address" });
      return {
        type: "success" as const,
        message: "If this email address has a staff account, a link to choose a new password is on its way to it",
      };
    });
  });

  handle(app, resetStaffPassword, officeVisitor, async (ask) => {
    refuseGuessable(ask.body.password, {});
    const owner = await ownerOfLink(db, ask.body.id);
    if (owner && isGuessable(ask.body.password, owner)) throw refuseFields({ password: GUESSABLE });
    const password = owner && (await hashPassword(ask.body.password));
    return write(app, ask, async ({ trx, note }) => {
      if (!owner || !password) throw spentLink();
      await setPassword(trx, owner._id, password);
      if (!(await spendPasswordLink(trx, ask.body.id))) throw spentLink();
      await endPasswordLinks(trx, owner._id);
      await endStaffSessions(trx, owner._id);
      await forgetGuesses(trx, owner.emailaddress);
      await postMail(trx, passwordSetMail(config, owner));
      note({ deed: "staff-password.reset", subject: `staff:${owner._id}` });
      return { type: "success" as const, message: "Your password is set. Sign in with it" };
    });
  });

  handle(app, changeStaffPassword, signedInStaff, async (ask) => {
    const account = await ownAccount(db, ask.who.staff);
    if (isGuessable(ask.body.newpassword, account)) throw refuseFields({ newpassword: GUESSABLE });
    return guessing(app, { emailaddress: account.emailaddress, address: networkOf(ask.request) }, async () => {
      await provePassword(account, ask.body.password);
      const password = await hashPassword(ask.body.newpassword);
      return write(app, ask, async ({ trx, note }) => {
        await setPassword(trx, account._id, password);
        await endPasswordLinks(trx, account._id);
        await endOtherStaffSessions(trx, account._id, ask.who.session);
        await postMail(trx, passwordSetMail(config, account));
        note({ deed: "staff-password.change", subject: `staff:${account._id}` });
        return { type: "success" as const, message: "Your password is changed. Other devices are signed out" };
      });
    });
  });
}

const spentLink = () =>
  refuse("This link is wrong, was used already, or is too old. Choose Forgot password? for a new one");

/** The first statement of a change: it locks the account. */
const setPassword = (trx: Trx, staff: string, password: string) =>
  trx.updateTable("staff_account").set({ password, passwordAt: sql`now()` }).where("staff", "=", staff).execute();
