import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { everyone, handle } from "#kit/wire/handle.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { networkOf } from "#platform/http/network.server.ts";
import { enqueue } from "#platform/jobs/jobs.server.ts";
import { postMail } from "#platform/mail/mail.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import {
  forgetDevices,
  forgetGuesses,
  GUESSABLE,
  hashPassword,
  isGuessable,
  refuseGuessable,
} from "../../credential/credential.server.ts";
import { mailsAsked, takeWantedMail } from "../../mail-allowance/mail-allowance.server.ts";
import { endSessions, hashed, lockApplicant } from "../../session/session.server.ts";
import { endContest } from "../register/register.contest.server.ts";
import { forgot, reset } from "./password-reset.contract.ts";
import { mailPasswordReset } from "./password-reset.job.server.ts";
import { passwordChangedMail } from "./password-reset.mail.server.ts";

export function passwordResetCalls(app: FastifyInstance): void {
  const { config, db, limits } = app.portal;

  handle(app, forgot, everyone, async (ask) => {
    await limits.take(mailsAsked, networkOf(ask.request));
    return write(app, ask, async ({ trx, note }) => {
      if (await takeWantedMail(trx, ask.body.emailaddress, networkOf(ask.request)))
        await enqueue(trx, mailPasswordReset, ask.body);
      note({ deed: "password-reset.ask", subject: "applicant:of-an-address" });
      return {
        type: "success" as const,
        message: "If this email address has an account, a link to choose a new password is on its way to it",
      };
    });
  });

  handle(app, reset, everyone, async (ask) => {
    refuseGuessable(ask.body.password, {});
    const link = hashed(ask.body.id);
    const owner = await ownerOf(db, link);
    if (owner && isGuessable(ask.body.password, owner)) throw refuseFields({ password: GUESSABLE });
    const password = owner && (await hashPassword(ask.body.password));
    return write(app, ask, async ({ trx, note }) => {
      if (!owner || !password) throw spentLink();
      await lockApplicant(trx, owner._id);
      await spend(trx, link);
      await trx.updateTable("applicant").set({ password }).where("_id", "=", owner._id).execute();
      await endSessions(trx, owner._id);
      await forgetDevices(trx, owner._id);
      await endContest(trx, owner.emailaddress);
      await forgetGuesses(trx, owner.emailaddress);
      await postMail(trx, passwordChangedMail(config, owner));
      note({ deed: "password-reset.use", subject: `applicant:${owner._id}` });
      return { type: "success" as const, message: "Your new password is set. Sign in with it" };
    });
  });
}

const spentLink = () => refuse("This link is wrong, was used already, or is older than 30 minutes. Ask for a new one");

/** Whether a link of a mail would still be taken. */
export const isOpenLink = async (db: Database, id: string): Promise<boolean> =>
  (await ownerOf(db, hashed(id))) !== undefined;

const ownerOf = (db: Database, link: Buffer) =>
  db
    .selectFrom("password_reset")
    .innerJoin("applicant", "applicant._id", "password_reset.applicant")
    .select(["applicant._id", "firstname", "lastname", "emailaddress", "phonenumber", "jamb"])
    .where("link", "=", link)
    .where("usedAt", "is", null)
    .where("endsAt", ">", sql<string>`now()`)
    .executeTakeFirst();

/** Uses the link up once, whoever else tries at the same moment, and with it the owner's other links. */
async function spend(trx: Trx, link: Buffer): Promise<void> {
  const spent = await trx
    .updateTable("password_reset")
    .set({ usedAt: sql`now()` })
    .where("link", "=", link)
    .where("usedAt", "is", null)
    .where("endsAt", ">", sql<string>`now()`)
    .returning("applicant")
    .executeTakeFirst();
  if (!spent) throw spentLink();
  await trx
    .updateTable("password_reset")
    .set({ usedAt: sql`now()` })
    .where("applicant", "=", spent.applicant)
    .where("usedAt", "is", null)
    .execute();
}
