import { sql } from "kysely";
import { sessionName } from "#calendar/session/session.server.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { Config } from "#platform/config/config.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Job } from "#platform/jobs/jobs.server.ts";
import { type Mail, postMails } from "#platform/mail/mail.server.ts";
import { perform, portalItself, type Trx } from "#platform/write/perform.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import { isTold } from "../../status-change/status-change.rules.ts";
import type { StudentStatus } from "../../student/student.rules.ts";
import { everyStudent } from "../../student/student.server.ts";
import { FUND } from "../student-loan.rules.ts";

interface ToldLoan {
  readonly session: string;
  readonly status: StudentStatus;
  readonly firstname: string;
  readonly emailaddress: string;
  readonly amount_kobo: number;
  /** What of it was paid already. */
  readonly credit_kobo: number;
}

/** Letters in one transaction: thousands at once would hold up the booking itself. */
const AT_ONCE = 500;

/** Writes to everybody whose loan a booking put on the bill, once each; what a crash cuts goes on where it was. */
export const tellOfLoansJob: Job<{ readonly booking: string }> = {
  name: "tell-of-loans",
  attempts: 25,
  lane: ({ booking }) => `tell-of-loans ${booking}`,
  async run({ portal: { db, config } }, { booking }) {
    for (let more = true; more; ) {
      more = await perform(db, portalItself, async ({ trx, note }) => {
        const told = await markTold(trx, booking);
        const letters = told.filter(({ status }) => isTold(status));
        await postMails(
          trx,
          letters.map((loan) => ({ _id: newId(), ...loanMail(config, loan) })),
        );
        note({ deed: "loan_booking.tell", subject: `loan_booking:${booking}`, after: { letters: letters.length } });
        return told.length === AT_ONCE;
      });
    }
  },
};

async function markTold(trx: Trx, booking: string): Promise<ToldLoan[]> {
  const { rows } = await sql<ToldLoan>`
    with told as (
      update portal.student_loan set "toldAt" = now()
      where _id in (select _id from portal.student_loan where booking = ${booking} and state = 'Booked' and "toldAt" is null
        order by _id limit ${AT_ONCE} for update skip locked)
      returning student, session, amount_kobo, credit_kobo)
    select coalesce(${sessionName(sql.ref("told.session"))}, '') as session, s.status, s.firstname, s.emailaddress, told.amount_kobo,
      told.credit_kobo
    from told join ${everyStudent()} s on s._id = told.student`.execute(trx);
  return rows;
}

/** Tells a student that the loan stands on the bill, and what comes back of what was paid already. */
function loanMail(
  { publicUrl }: Pick<Config, "publicUrl">,
  { session, firstname, emailaddress, amount_kobo, credit_kobo }: ToldLoan,
): Mail {
  const loan = `${FUND} loan ${session} of ${asNaira(naira(amount_kobo))}`;
  const back =
    credit_kobo === 0
      ? ""
      : `
${asNaira(naira(credit_kobo))} of it you had paid yourself already. That is your credit now: the ${contact.office} can tell you
how the bursary pays it back.
`;
  return {
    recipient: emailaddress,
    subject: `${brand.name}: your ${loan} is on your bill`,
    text: `Dear ${firstname},

Your ${loan} is booked. It pays your fees; you do not get it in cash.
${back}
See what is left of your bill:
${publicUrl}/student/bill

If you did not ask for a loan, write to the ${contact.office} at once:
${contact.emailaddress}`,
  };
}
