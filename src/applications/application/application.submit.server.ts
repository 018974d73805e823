import { randomInt } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type * as v from "valibot";
import type { AdmissionState } from "#calendar/session/session.contract.ts";
import { admissionInJson, requireOpenSession } from "#calendar/session/session.server.ts";
import { type Programme, programmeTitle } from "#college/programme/programme.contract.ts";
import { knownProgramme, requireAdmitting } from "#college/programme/programme.server.ts";
import type { SettingValue } from "#college/setting/setting.contract.ts";
import { settingInForce } from "#college/setting/setting.server.ts";
import { type ApplicationAccount, accountForApplication, accountLocked } from "#identity/account/account.server.ts";
import { lockApplicant, type SignedIn } from "#identity/session/session.server.ts";
import type { Ask } from "#kit/wire/handle.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import { claimPayment } from "#payments/payment-reference/payment-reference.server.ts";
import { bareRrr } from "#payments/remita/remita.rules.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { postingMail } from "#platform/mail/mail.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { wordedMail } from "#reference/message-template/message-template.server.ts";
import type { applicationForm } from "./application.contract.ts";
import { applicationReceived } from "./application.mail.server.ts";
import { type ApplicationSnapshot, takePapers } from "./application.snapshot.server.ts";
import { keepChoices, requireChoices } from "./choice/choice.server.ts";

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
 * the letter. The same payment again answers with the same application, but for one that was given up. Specification 4, Contract 2 and 3.8.
 */
export const submitPapers = (app: FastifyInstance, ask: Ask<SignedIn, string, Form>) =>
  write(app, ask, async ({ trx, note }) => {
    const owner = ask.who.applicant;
    await lockApplicant(trx, owner);
    const { earlier, admission, known, account, after } = await groundOf(trx, owner, ask.body.programme);
    const same = earlier.find((one) => isRepeated(one, ask.body));
    if (same) {
      for (const { resubmitted } of app.nouns) await resubmitted?.(trx, same._id);
      note({ deed: "application.submit-again", subject: `application:${same._id}` });
      return submittedRow(same._id, same.code, programmeTitle(same.called));
    }

    const session = requireOpenSession(admission);
    const programme = requireAdmitting(known);
    refuseMode(programme, ask.body.type);
    refuseSecond(
      earlier.find((one) => one.programme === programme._id && one.session === session._id),
      programme,
    );
    const choices = await requireChoices(
      trx,
      { programme: programme._id, type: ask.body.type },
      ask.body.choices ?? [],
    );
    const _id = newId();
    const code = newApplicationCode(session.code, programme.award);
    const { payment, type } = ask.body;
    const claim = { applicant: owner, payment, programme: programme._id, session: session._id };
    // Before the papers: nobody gathers and uploads them for a payment that does not fit.
    const { _id: paid, ...fee } = await claimPayment(trx, { ...claim, application: { _id, code } });
    const papers = await takePapers(trx, owner, programme, session._id);
    const snapshot: ApplicationSnapshot = { ...papers, jamb: account.jamb, programme, session, fee };
    const row = { _id, code, applicant: owner, programme: programme._id, session: session._id, payment: paid, type };
    const letter = applicationReceived({
      firstname: account.firstname,
      recipient: account.emailaddress,
      code,
      programme: programmeTitle(programme),
      session: session.name,
      slip: slipAddress(app, _id),
      after,
    });
    const mail = await wordedMail(trx, letter);
    const kept = { ...row, paidprogramme: programme._id, photo: account.photo, snapshot: JSON.stringify(snapshot) };
    await onConstraint(
      { application_code: () => refuse("try-again", "Please press Submit once more"), ...accountLocked },
      sql`with kept as (${trx.insertInto("application").values(kept)}) ${postingMail(mail)}`.execute(trx),
    );
    await keepChoices(trx, _id, choices);
    note({ deed: "application.submit", subject: `application:${_id}`, after: { ...row, choices, rrr: fee.rrr } });
    return submittedRow(_id, code, programmeTitle(programme));
  });

const submittedRow = (_id: string, code: string, programme: string) => ({
  type: "success" as const,
  message: `Your application to ${programme} has been submitted. Its code is ${code}`,
  _id,
  code,
});

const slipAddress = (app: FastifyInstance, _id: string) => `${app.portal.config.publicUrl}/print/${_id}`;

/** An application that was submitted before. */
interface Earlier {
  readonly _id: string;
  readonly code: string;
  readonly programme: string;
  /** The programme that was paid for. */
  readonly paid: string;
  /** How the programme was called then. */
  readonly called: Programme;
  readonly session: string;
  readonly payment: string;
  readonly rrr: string;
  readonly type: string;
}

interface Ground {
  /** A few rows: one per programme and session. */
  readonly earlier: readonly Earlier[];
  readonly admission: AdmissionState;
  readonly known: Parameters<typeof requireAdmitting>[0];
  readonly account: ApplicationAccount;
  readonly after: SettingValue<"afterApplying">;
}

/** All that a submit is judged by before it takes anything, in one question. The applicant is locked before. */
async function groundOf(trx: Trx, owner: string, programme: string): Promise<Ground> {
  const { rows } = await sql<Ground>`
    select (select coalesce(jsonb_agg(jsonb_build_object('_id', _id, 'code', code, 'programme', programme, 'paid', paidprogramme,
          'called', snapshot -> 'programme', 'session', session,
          'payment', payment, 'rrr', snapshot #>> '{fee,rrr}', 'type', type)), '[]')
        from portal.application where applicant = ${owner}) as earlier,
      ${admissionInJson()} as admission,
      (select to_jsonb(known) from ${knownProgramme(trx, programme)} known) as known,
      ${accountForApplication(owner)} as account,
      ${settingInForce("afterApplying")} as after`.execute(trx);
  const [ground] = rows;
  if (!ground) throw new Error("One row has become none");
  return ground;
}

/** The same payment for the same thing. With another programme or mode the payment is simply used. */
const isRepeated = (one: Earlier, sent: Form) =>
  (one.payment === sent.payment || one.rrr === bareRrr(sent.payment)) &&
  one.paid === sent.programme &&
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
