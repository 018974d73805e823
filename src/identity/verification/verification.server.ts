import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { everyone, handle } from "#kit/handle.server.ts";
import { refuse } from "#kit/refusal.server.ts";
import { enqueue } from "#platform/jobs.server.ts";
import type { Limit } from "#platform/limits.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { write } from "#platform/write.server.ts";
import { markVerified } from "../account/account.server.ts";
import { mailsAsked, takeMail } from "../mail-allowance/mail-allowance.server.ts";
import { activate, resend, verifyCode } from "./verification.contract.ts";
import { storedCode, storedLink } from "./verification.issue.server.ts";
import { resendVerification } from "./verification.job.server.ts";

/** A code says not whose it is, so wrong ones are counted by internet address, loosely: a café shares one. Contract 3.6. */
const wrongCodes: Limit = {
  name: "verification-address",
  points: 300,
  seconds: 900,
  sentence:
    "Too many wrong codes came from this internet connection. Please wait 15 minutes, or open the link of the mail",
};

const VERIFIED = "Your account is verified. You can sign in now";

export function verificationCalls(app: FastifyInstance): void {
  const { config, limits } = app.portal;

  handle(app, verifyCode, everyone, async (ask) => {
    // Taken before the code is tried, so that parallel guesses are all counted.
    await limits.take(wrongCodes, ask.request.ip);
    const reply = await write(app, ask, async ({ trx, note }) => {
      const owner = await spend(trx, "code", storedCode(config, ask.body.code));
      if (!owner) {
        throw refuse("This code is wrong, was used already, or is older than one hour. Check it, or ask for a new one");
      }
      await markVerified(trx, owner);
      note({ deed: "verification.code", subject: `applicant:${owner}` });
      return { type: "success" as const, message: VERIFIED };
    });
    await limits.giveBack(wrongCodes, ask.request.ip);
    return reply;
  });

  handle(app, activate, everyone, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const link = storedLink(ask.body.id);
      const owner = (await spend(trx, "link", link)) ?? (await verifiedBefore(trx, link));
      if (!owner) {
        throw refuse("This link is wrong or older than one hour. Ask for a new one on the verification page");
      }
      await markVerified(trx, owner);
      note({ deed: "verification.link", subject: `applicant:${owner}` });
      return { type: "success" as const, message: VERIFIED };
    }),
  );

  handle(app, resend, everyone, async (ask) => {
    await limits.take(mailsAsked, ask.request.ip);
    return write(app, ask, async ({ trx, note }) => {
      await takeMail(trx, ask.body.emailaddress);
      await enqueue(trx, resendVerification, ask.body);
      note({ deed: "verification.ask", subject: "applicant:of-an-address" });
      return {
        type: "success" as const,
        message: "If this email address has an account, a mail is on its way to it. Look in the spam folder too",
      };
    });
  });
}

/** Uses up a code or link once, whoever else tries at the same moment, and answers whose it is. */
async function spend(trx: Trx, by: "code" | "link", stored: Buffer): Promise<string | undefined> {
  const spent = await trx
    .updateTable("verification")
    .set({ usedAt: sql`now()` })
    .where(by, "=", stored)
    .where("usedAt", "is", null)
    .where("endsAt", ">", sql<string>`now()`)
    .returning("applicant")
    .executeTakeFirst();
  return spent?.applicant;
}

/** A link of an account that is verified answers success again: people open a mail twice. Contract 2. */
async function verifiedBefore(trx: Trx, link: Buffer): Promise<string | undefined> {
  const found = await trx
    .selectFrom("verification")
    .innerJoin("applicant", "applicant._id", "verification.applicant")
    .select("applicant._id")
    .where("link", "=", link)
    .where("verifiedAt", "is not", null)
    .executeTakeFirst();
  return found?._id;
}
