import { sql } from "kysely";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { Config } from "#platform/config/config.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { type Mail, postMails } from "#platform/mail/mail.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import { isTold } from "../../status-change/status-change.rules.ts";
import type { StudentStatus } from "../../student/student.rules.ts";
import { everyStudent } from "../../student/student.server.ts";
import { FUND } from "../student-loan.rules.ts";
import { type PlannedLoan, paidByStudent } from "./booking.plan.server.ts";

interface ToldStudent {
  readonly _id: string;
  readonly status: StudentStatus;
  readonly firstname: string;
  readonly emailaddress: string;
}

/** Writes to everybody whose loan was just put on the bill. */
export async function tellOfLoans(
  trx: Trx,
  config: Config,
  session: string,
  loans: readonly PlannedLoan[],
): Promise<void> {
  const { rows } = await sql<ToldStudent>`select s._id, s.status, s.firstname, s.emailaddress from ${everyStudent()} s
    where s._id = any(${loans.map(({ student }) => student)}::uuid[])`.execute(trx);
  const students = new Map(rows.map((one) => [one._id, one]));
  await postMails(
    trx,
    loans.flatMap((loan) => {
      const to = students.get(loan.student);
      return to && isTold(to.status) ? [{ _id: newId(), ...loanMail(config, { ...to, ...loan, session }) }] : [];
    }),
  );
}

/** Writes to whose loan was taken off the bill again. */
export async function tellOfUndone(
  trx: Trx,
  { publicUrl }: Pick<Config, "publicUrl">,
  { student, amount_kobo, reason }: { readonly student: string; readonly amount_kobo: number; readonly reason: string },
): Promise<void> {
  const { rows } = await sql<ToldStudent>`select s._id, s.status, s.firstname, s.emailaddress from ${everyStudent()} s
    where s._id = ${student}`.execute(trx);
  const told = rows.filter(({ status }) => isTold(status));
  await postMails(
    trx,
    told.map(({ firstname, emailaddress }) => ({
      _id: newId(),
      recipient: emailaddress,
      subject: `${brand.name}: your ${FUND} loan of ${asNaira(naira(amount_kobo))} is off your bill again`,
      text: `Dear ${firstname},

The ${FUND} loan of ${asNaira(naira(amount_kobo))} was booked wrongly, so it is off your bill again: ${reason}

What it had paid is to be paid otherwise. See what is left of your bill:
${publicUrl}/student/bill

If you think that this is wrong, write to the ${contact.office} at once:
${contact.emailaddress}`,
    })),
  );
}

/** Tells a student that the loan stands on the bill, and what comes back of what was paid already. */
function loanMail(
  { publicUrl }: Pick<Config, "publicUrl">,
  { session, firstname, emailaddress, amount_kobo, ...loan }: ToldStudent & PlannedLoan & { readonly session: string },
): Mail {
  const called = `${FUND} loan ${session} of ${asNaira(naira(amount_kobo))}`;
  const own = paidByStudent(loan);
  const back =
    own === 0
      ? ""
      : `
${asNaira(naira(own))} of it you had paid yourself already. That is your credit now: the ${contact.office} can tell you
how the bursary pays it back.
`;
  const sponsored =
    loan.sponsored_kobo === 0
      ? ""
      : `
${asNaira(naira(loan.sponsored_kobo))} of it a sponsor had paid for you already. That is the sponsor's credit now, not yours.
`;
  return {
    recipient: emailaddress,
    subject: `${brand.name}: your ${called} is on your bill`,
    text: `Dear ${firstname},

Your ${called} is booked. It pays your fees; you do not get it in cash.
${back}${sponsored}
See what is left of your bill:
${publicUrl}/student/bill

If you did not ask for a loan, write to the ${contact.office} at once:
${contact.emailaddress}`,
  };
}
