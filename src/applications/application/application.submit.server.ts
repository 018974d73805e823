import { randomInt } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type * as v from "valibot";
import { admittingSession } from "#calendar/session/session.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { admittingProgramme } from "#college/programme/programme.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import { accountForApplication } from "#identity/account/account.server.ts";
import { lockApplicant, type SignedIn } from "#identity/session/session.server.ts";
import type { Ask } from "#kit/wire/handle.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import { claimPayment } from "#payments/payment-reference/payment-reference.server.ts";
import { bareRrr } from "#payments/remita/remita.rules.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { postMail } from "#platform/mail/mail.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import type { applicationForm } from "./application.contract.ts";
import { applicationReceived } from "./application.mail.server.ts";
import { type ApplicationSnapshot, takePapers } from "./application.snapshot.server.ts";

// No vowels, so that no word is spelt by chance; nothing that reads like another. The alphabet of Open Location Code.
const LETTERS = "23456789CFGHJMPQRVWX";
const LENGTH = 8;

/**
 * A code such as `2026/NCE/7GWR-4XQM`. Random rather than counted: no counter that every submit waits for, no telling
 * how many applied, and of 2.5e10 codes a mistyped one is nobody's. The table refuses the rare twin.
 */
function newApplicationCode(session: string, award: string): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  const kind = award.toUpperCase().replace(/[^A-Z]/g, "");
  return `${session}/${kind}/${letters.slice(0, 4)}-${letters.slice(4)}`;
}

type Form = v.InferOutput<typeof applicationForm>;

/**
 * One transaction: the window, the programme and its mode of entry, the payment, the papers, the copy of all of it, and
 * the letter. The same payment again answers with the same application. Specification 4, Contract 2 and 3.8.
 */
export const submitPapers = (app: FastifyInstance, ask: Ask<SignedIn, string, Form>) =>
  write(app, ask, async ({ trx, note }) => {
    const owner = ask.who.applicant;
    await lockApplicant(trx, owner);
    const earlier = await submittedApplicationsOf(trx, owner);
    const same = earlier.find((one) => isRepeated(one, ask.body));
    if (same) {
      note({ deed: "application.submit-again", subject: `application:${same._id}` });
      return submittedRow(same._id, same.code, programmeTitle(same.snapshot.programme));
    }

    const session = await admittingSession(trx);
    const programme = await admittingProgramme(trx, ask.body.programme);
    refuseMode(programme, ask.body.type);
    refuseSecond(
      earlier.find((one) => one.programme === programme._id && one.session === session._id),
      programme,
    );
    const _id = newId();
    const code = newApplicationCode(session.code, programme.award);
    const { payment, type } = ask.body;
    const claim = { applicant: owner, payment, programme: programme._id, session: session._id };
    // Before the papers: nobody gathers and uploads them for a payment that does not fit.
    const { _id: paid, ...fee } = await claimPayment(trx, { ...claim, application: { _id, code } });
    const papers = await takePapers(trx, owner, programme, session._id);
    const account = await accountForApplication(trx, owner);
    const snapshot: ApplicationSnapshot = { ...papers, jamb: account.jamb, programme, session, fee };
    const row = { _id, code, applicant: owner, programme: programme._id, session: session._id, payment: paid, type };
    await onConstraint(
      { application_code: () => refuse("try-again", "Please press Submit once more") },
      trx
        .insertInto("application")
        .values({ ...row, photo: account.photo, snapshot: JSON.stringify(snapshot) })
        .execute(),
    );
    const after = await readSetting(trx, "afterApplying");
    const letter = {
      code,
      programme: programmeTitle(programme),
      session: session.name,
      slip: slipAddress(app, _id),
      after,
    };
    await postMail(
      trx,
      applicationReceived({ ...letter, firstname: account.firstname, recipient: account.emailaddress }),
    );
    note({ deed: "application.submit", subject: `application:${_id}`, after: { ...row, rrr: fee.rrr } });
    return submittedRow(_id, code, letter.programme);
  });

const submittedRow = (_id: string, code: string, programme: string) => ({
  type: "success" as const,
  message: `Your application to ${programme} has been submitted. Its code is ${code}`,
  _id,
  code,
});

const slipAddress = (app: FastifyInstance, _id: string) => `${app.portal.config.publicUrl}/print/${_id}`;

/** A few rows: one per programme and session. */
const submittedApplicationsOf = (trx: Trx, owner: string) =>
  trx
    .selectFrom("application")
    .select(["_id", "code", "programme", "session", "payment", "type"])
    .select((row) => row.ref("snapshot").$castTo<ApplicationSnapshot>().as("snapshot"))
    .where("applicant", "=", owner)
    .execute();

type Earlier = Awaited<ReturnType<typeof submittedApplicationsOf>>[number];

/** The same payment for the same thing. With another programme or mode the payment is simply used. */
const isRepeated = (one: Earlier, sent: Form) =>
  (one.payment === sent.payment || one.snapshot.fee.rrr === bareRrr(sent.payment)) &&
  one.programme === sent.programme &&
  one.type === sent.type;

function refuseMode({ name, modes }: { name: string; modes: readonly string[] }, type: string): void {
  if (modes.includes(type)) return;
  throw refuseFields("mode-not-taken", { type: `${name} does not take ${type}. Choose ${modes.join(" or ")}` });
}

function refuseSecond(earlier: Earlier | undefined, { name }: { name: string }): void {
  if (!earlier) return;
  throw refuse(
    "applied-already",
    `You have applied to ${name} in this session already: your application code is ${earlier.code}`,
  );
}
