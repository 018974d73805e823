import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { readSetting } from "#college/setting/setting.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import { networkOf } from "#platform/http/network.server.ts";
import { perform, type Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import { endOtherStaffSessions, enrollingStaff, signedInStaff } from "../../staff-session/staff-session.server.ts";
import { ownAccount, provePassword } from "../password/password.prove.server.ts";
import { tryGuess } from "../sign-in/sign-in.guess.server.ts";
import {
  claimStep,
  databaseTime,
  dropSecondFactor,
  forApp,
  newSecret,
  renewRecoveryCodes,
  sealSecret,
  spendCode,
  stepOf,
  unsealSecret,
  wrongCode,
} from "./second-factor.code.server.ts";
import { BEGUN_MINUTES, beginSecondFactor, confirmSecondFactor, removeSecondFactor } from "./second-factor.contract.ts";
import { secondFactorOffMail, secondFactorOnMail } from "./second-factor.mail.server.ts";

export function secondFactorCalls(app: FastifyInstance): void {
  const { config, db } = app.portal;

  // Not by `write`: under an idempotency key it would keep the secret and the recovery codes readable.
  handle(app, beginSecondFactor, enrollingStaff, async ({ who, body, request }) => {
    const account = await ownAccount(db, who.staff);
    return tryGuess(app, { emailaddress: account.emailaddress, address: networkOf(request) }, async () => {
      await provePassword(account, body.password);
      return perform(db, { actor: who.actor, request: request.id }, async ({ trx, note }) => {
        const { secondfactor } = await lockFactors(trx, who.staff);
        if (secondfactor) await spendCode(trx, config, { staff: who.staff, secondfactor }, body.code ?? noCode());
        const secret = newSecret();
        await trx
          .updateTable("staff_account")
          .set({ pendingfactor: sealSecret(config, who.staff, secret), pendingAt: sql`now()` })
          .where("staff", "=", who.staff)
          .execute();
        note({ deed: "second-factor.begin", subject: `staff:${who.staff}` });
        return {
          type: "success" as const,
          message: "Scan the code with your app",
          ...forApp(secret, account.emailaddress),
        };
      });
    });
  });

  handle(app, confirmSecondFactor, enrollingStaff, async ({ who, body, request }) => {
    const account = await ownAccount(db, who.staff);
    return tryGuess(app, { emailaddress: account.emailaddress, address: networkOf(request) }, () =>
      perform(db, { actor: who.actor, request: request.id }, async ({ trx, note }) => {
        const { begun } = await lockFactors(trx, who.staff);
        const secret = begun && unsealSecret(config, who.staff, begun);
        if (!secret) throw refuse("set-up-too-old", `Begin again: a code to scan is good for ${BEGUN_MINUTES} minutes`);
        const step = stepOf(secret, body.code, await databaseTime(trx));
        if (step === null) throw wrongCode();
        await trx
          .updateTable("staff_account")
          .set({ secondfactor: begun, secondFactorAt: sql`now()`, laststep: 0, pendingfactor: null, pendingAt: null })
          .where("staff", "=", who.staff)
          .execute();
        await claimStep(trx, who.staff, step);
        const recoverycodes = await renewRecoveryCodes(trx, config, who.staff);
        await endOtherStaffSessions(trx, who.staff, who.session);
        await writeMail(trx, secondFactorOnMail(config, account));
        note({ deed: "second-factor.turn-on", subject: `staff:${who.staff}` });
        return { type: "success" as const, message: "Your second factor is on", recoverycodes };
      }),
    );
  });

  handle(app, removeSecondFactor, signedInStaff, async (ask) => {
    const { staff } = ask.who;
    if ((await readSetting(db, "secondFactor")) === "required") throw needed();
    const account = await ownAccount(db, staff);
    return tryGuess(app, { emailaddress: account.emailaddress, address: networkOf(ask.request) }, async () => {
      await provePassword(account, ask.body.password);
      return write(app, ask, async ({ trx, note }) => {
        const { secondfactor } = await lockFactors(trx, staff);
        if (!secondfactor) throw refuse("second-factor-off", "Your second factor is off already");
        await spendCode(trx, config, { staff, secondfactor }, ask.body.code);
        await dropSecondFactor(trx, staff);
        await writeMail(trx, secondFactorOffMail(config, account));
        note({ deed: "second-factor.turn-off", subject: `staff:${staff}` });
        return { type: "success" as const, message: "Your second factor is off" };
      });
    });
  });
}

const noCode = () => {
  throw refuse(
    "code-required",
    "You have a second factor. Type a code of it, or a recovery code, to set up another one",
  );
};

const needed = () =>
  refuse(
    "second-factor-required",
    "Your college asks everybody of the office for a second factor. To change phones, set up another one",
  );

/** The second factor and the one that was begun, while nobody else changes them. */
async function lockFactors(trx: Trx, staff: string) {
  const { rows } = await sql<{ secondfactor: Buffer | null; begun: Buffer | null }>`
    select secondfactor,
      case when "pendingAt" > now() - make_interval(mins => ${BEGUN_MINUTES}) then pendingfactor end as begun
    from portal.staff_account where staff = ${staff} for update`.execute(trx);
  return rows[0] ?? { secondfactor: null, begun: null };
}
