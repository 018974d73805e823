import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { everyone, handle } from "#kit/wire/handle.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import { networkOf } from "#platform/http/network.server.ts";
import { enqueue } from "#platform/jobs/jobs.server.ts";
import type { Limit } from "#platform/limits/limits.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { deviceOf } from "../../credential/credential.server.ts";
import { mailOnRequest } from "../../mail-allowance/mail-allowance.server.ts";
import { markMailbox, markVerified } from "../account.read.server.ts";
import { confirmAddressChange } from "../address-change/address-change.confirm.server.ts";
import { mailPasswordReset } from "../password-reset/password-reset.job.server.ts";
import { endContest } from "../register/register.contest.server.ts";
import { activateAccount, resendCode, verifyCode } from "./verification.contract.ts";
import { storedCode, storedLink } from "./verification.issue.server.ts";
import { resendVerification } from "./verification.job.server.ts";

/**
 * The owner of the mailbox verifies an account. Where somebody else registered its address too, and not this browser set its
 * password, that password may be a stranger's: it is dropped, and a link to choose one is mailed. Answers the address then.
 * Where a text has verified it before, another browser leaves it as it is: the password may be of whoever has the phone.
 */
async function verifyByMailbox(trx: Trx, _id: string, device: Buffer | null): Promise<string | null> {
  const { emailaddress, ...account } = await trx
    .selectFrom("applicant")
    .select(["emailaddress", "device", "verifiedAt", "mailproven"])
    .where("_id", "=", _id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const isTheirs = device !== null && account.device?.equals(device);
  if (!account.mailproven && !isTheirs) return null;
  await markVerified(trx, _id);
  await markMailbox(trx, _id);
  if (account.verifiedAt !== null || !(await endContest(trx, emailaddress))) return null;
  if (isTheirs) return null;
  await trx.updateTable("applicant").set({ password: null }).where("_id", "=", _id).execute();
  await enqueue(trx, mailPasswordReset, { emailaddress });
  return emailaddress;
}

/**
 * A text shows that the phone is theirs. Whoever has the mailbox may still come and take the account over, and the browser that
 * set the password stays known until then.
 */
async function verifyByPhone(trx: Trx, _id: string): Promise<null> {
  await trx
    .updateTable("applicant")
    .set({ mailproven: false })
    .set({ verifiedAt: sql`now()` })
    .where("_id", "=", _id)
    .where("verifiedAt", "is", null)
    .execute();
  return null;
}

/** A code says not whose it is, so wrong ones are counted by internet address, loosely: a café shares one. Contract 3.6. */
const wrongCodes: Limit = {
  name: "verification-address",
  points: 300,
  seconds: 900,
  sentence:
    "Too many wrong codes came from this internet connection. Please wait 15 minutes, or open the link of the mail",
};

const VERIFIED = "Your account is verified. You can sign in now";
const CONFIRMED = "Your new email address is confirmed. Sign in with it from now on";

export function verificationCalls(app: FastifyInstance): void {
  const { config, limits } = app.portal;

  handle(app, verifyCode, everyone, async (ask) => {
    // Taken before the code is tried, so that parallel guesses are all counted.
    await limits.take(wrongCodes, networkOf(ask.request));
    const reply = await write(app, ask, async ({ trx, note }) => {
      const proof = await spend(trx, "code", storedCode(config, ask.body.code));
      if (!proof) {
        throw refuse(
          "code-wrong",
          "This code is wrong, was used already, or is older than one hour. Check it, or ask for a new one",
        );
      }
      return prove({ trx, note }, config, { ...proof, device: deviceOf(ask.request) }, "verification.code");
    });
    await limits.giveBack(wrongCodes, networkOf(ask.request));
    return reply;
  });

  handle(app, activateAccount, everyone, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const link = storedLink(ask.body.id);
      const proof = (await spend(trx, "link", link)) ?? (await verifiedBefore(trx, link));
      if (!proof) {
        throw refuse(
          "link-spent",
          "This link is wrong or older than one hour. Ask for a new one on the verification page",
        );
      }
      return prove({ trx, note }, config, { ...proof, device: deviceOf(ask.request) }, "verification.link");
    }),
  );

  handle(app, resendCode, everyone, (ask) =>
    mailOnRequest(app, ask, {
      job: resendVerification,
      deed: "verification.ask",
      subject: "applicant:of-an-address",
      message: "If this email address has an account, a mail is on its way to it. Look in the spam folder too",
    }),
  );
}

/** Whose a code or link is, and the change of the address that it confirms; null when it proves the one on file. */
interface Proof {
  readonly applicant: string;
  readonly addresschange: string | null;
  /** By the code of a text. */
  readonly phone: boolean;
}

async function prove(work: Work, config: Config, proof: Proof & { device: Buffer | null }, deed: string) {
  const { applicant, addresschange, phone, device } = proof;
  const verify = phone ? verifyByPhone : verifyByMailbox;
  const contested = addresschange ? null : await verify(work.trx, applicant, device);
  if (addresschange) await confirmAddressChange(work, config, addresschange);
  work.note({ deed, subject: `applicant:${applicant}`, ...(contested && { after: { password: null } }) });
  const type = "success" as const;
  if (contested) return { type, message: chooseAnew(contested), choose: true as const };
  return { type, message: addresschange ? CONFIRMED : VERIFIED };
}

const chooseAnew = (emailaddress: string) =>
  `Your account is verified. Its address was registered more than once, with different passwords: choose yours by the link that is on its way to ${emailaddress}`;

/** Uses up a code or link once, whoever else tries at the same moment. */
async function spend(trx: Trx, by: "code" | "link", stored: Buffer): Promise<Proof | undefined> {
  return trx
    .updateTable("verification")
    .set({ usedAt: sql`now()` })
    .where(by, "=", stored)
    .where("usedAt", "is", null)
    .where("endsAt", ">", sql<string>`now()`)
    .returning(["applicant", "addresschange", "phone"])
    .executeTakeFirst();
}

/** A link of an account that is verified answers success again: people open a mail twice. Contract 2. */
async function verifiedBefore(trx: Trx, link: Buffer): Promise<Proof | undefined> {
  const found = await trx
    .selectFrom("verification")
    .innerJoin("applicant", "applicant._id", "verification.applicant")
    .select("applicant._id")
    .where("link", "=", link)
    .where("verifiedAt", "is not", null)
    .where((is) => is.or([is("addresschange", "is", null), is("usedAt", "is not", null)]))
    .executeTakeFirst();
  return found && { applicant: found._id, addresschange: null, phone: false };
}
