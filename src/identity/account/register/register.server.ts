import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { everyone, handle } from "#kit/wire/handle.server.ts";
import { busy, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { networkOf } from "#platform/http/network.server.ts";
import type { Limit } from "#platform/limits/limits.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { deviceOf, hashPassword, isPassword, nameDevice, refuseGuessable } from "../../credential/credential.server.ts";
import { takeMail } from "../../mail-allowance/mail-allowance.server.ts";
import { registerAccount } from "../account.contract.ts";
import { mailVerification } from "../verification/verification.issue.server.ts";
import { markContested, prolongContest } from "./register.contest.server.ts";

/** One internet address serves a whole business centre, but no centre makes so many accounts. */
const registrations: Limit = {
  name: "registration-address",
  points: 2_000,
  seconds: 3_600,
  sentence: "Too many accounts were created from this internet connection. Please try again in an hour",
};

export function registerCalls(app: FastifyInstance): void {
  const { config, db, limits } = app.portal;

  handle(app, registerAccount, everyone, async (ask) => {
    const { password: typed, privacy, ...person } = ask.body;
    refuseGuessable(typed, person);
    await limits.take(registrations, networkOf(ask.request));
    const free = (await verifiedTwins(db, person)).length === 0;
    const password = free ? await hashPassword(typed) : undefined;
    const device = deviceOf(ask.request) ?? nameDevice(config, ask.reply, "/api/ms_applicant");
    return write(app, ask, async ({ trx, note }) => {
      await takeMail(trx, person.emailaddress, networkOf(ask.request));
      await lockNumber(trx, person.jamb);
      await refuseTaken(trx, person);
      if (!password) throw busy(1);
      const replaced = await deleteUnverified(trx, person);
      await prolongContest(trx, person.emailaddress);
      await markContested(trx, await ofOthers(replaced, person, typed));
      const _id = newId();
      await onConstraint(
        { applicant_emailaddress: () => taken.emailaddress, applicant_jamb: () => taken.jamb },
        trx
          .insertInto("applicant")
          .values({ _id, ...person, password, device })
          .execute(),
      );
      if (privacy) {
        await trx.insertInto("privacy_acceptance").values({ _id: newId(), applicant: _id, version: privacy }).execute();
      }
      await mailVerification(trx, config, { _id, ...person });
      note({
        deed: "account.register",
        subject: `applicant:${_id}`,
        ...(replaced.length > 0 && { before: { replaced: replaced.map((one) => one._id) } }),
        after: { ...person, privacy },
      });
      return {
        type: "success" as const,
        message: `Your account has been created. A verification code is on its way to ${person.emailaddress}`,
      };
    });
  });
}

const taken = {
  get emailaddress() {
    return refuseFields("address-taken", {
      emailaddress:
        "This email address already has an account. Sign in with it, or choose Forgot password? to set a new password",
    });
  },
  get jamb() {
    return refuseFields("jamb-number-taken", {
      jamb: "This JAMB Admission number already has an account. Sign in with its email address, or choose Forgot password? If you do not know the address, ask the Admissions Office",
    });
  },
};

/** A verified account keeps its e-mail address and JAMB number; the refusal says how to get in. Contract 3.4. */
async function refuseTaken(trx: Trx, person: Unique): Promise<void> {
  const found = await verifiedTwins(trx, person);
  const emailaddress = person.emailaddress.toLowerCase();
  if (found.some((one) => one.emailaddress.toLowerCase() === emailaddress)) throw taken.emailaddress;
  if (found.length > 0) throw taken.jamb;
}

const verifiedTwins = (db: Database | Trx, person: Unique) =>
  twins(db, person).where("verifiedAt", "is not", null).execute();

/** The addresses of those accounts that somebody else may have registered: whoever registers again has the same password. */
async function ofOthers(replaced: readonly Replaced[], person: Unique, typed: string): Promise<string[]> {
  const own = person.emailaddress.toLowerCase();
  const found: string[] = [];
  for (const { emailaddress, password } of replaced) {
    const same = emailaddress.toLowerCase() === own && (await isPassword(password, typed));
    if (!same) found.push(emailaddress);
  }
  return found;
}

/** By what an account is told apart from every other. */
interface Unique {
  readonly emailaddress: string;
  readonly jamb: string;
}

/** The accounts with this address or this JAMB number. */
const twins = (db: Database | Trx, { emailaddress, jamb }: Unique) =>
  db
    .selectFrom("applicant")
    .select(["_id", "emailaddress", "jamb"])
    .where((is) => is.or([is(sql`lower(emailaddress)`, "=", emailaddress.toLowerCase()), is("jamb", "=", jamb)]));

/** Registrations with one JAMB number happen one after the other; those with one e-mail already do, by its allowance. */
async function lockNumber(trx: Trx, jamb: string): Promise<void> {
  const key = createHash("sha256").update(`jamb ${jamb}`).digest().readBigInt64BE();
  await sql`select pg_advisory_xact_lock(${key.toString()}::bigint)`.execute(trx);
}

interface Replaced {
  readonly _id: string;
  readonly emailaddress: string;
  readonly password: string | null;
}

/** A slip or a stranger blocks nobody: what was never verified gives way. Contract 3.4. */
async function deleteUnverified(trx: Trx, person: Unique): Promise<readonly Replaced[]> {
  const rows = await twins(trx, person).select("password").where("verifiedAt", "is", null).execute();
  const ids = rows.map(({ _id }) => _id);
  if (ids.length > 0) {
    await trx.deleteFrom("applicant").where("_id", "in", ids).where("verifiedAt", "is", null).execute();
  }
  return rows;
}
