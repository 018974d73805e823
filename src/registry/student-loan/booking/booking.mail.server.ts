import { sql } from "kysely";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { mailTemplate, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail, writeMails } from "#reference/message-template/message-template.server.ts";
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
  await writeMails(
    trx,
    loans.flatMap((loan) => {
      const to = students.get(loan.student);
      return to && isTold(to.status) ? [loanMail(config, { ...to, ...loan, session })] : [];
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
  await writeMails(
    trx,
    told.map(({ firstname, emailaddress }) =>
      fromTemplate(loanUndone, emailaddress, {
        ...{ firstname, fund: FUND, reason },
        amount: asNaira(naira(amount_kobo)),
        link: `${publicUrl}/student/bill`,
      }),
    ),
  );
}

const fundValue = value("who lends", "NELFUND");

const loanUndone = mailTemplate({
  key: "loan-undone",
  name: "Loan is off the bill again",
  when: "A loan that was booked wrongly is taken off a bill",
  reader: "students",
  values: { ...usual("firstname", "amount", "reason", "link"), fund: fundValue },
  must: ["link"],
  subject: "{college}: your {fund} loan of {amount} is off your bill again",
  text: `Dear {firstname},

The {fund} loan of {amount} was booked wrongly, so it is off your bill again: {reason}

What it had paid is to be paid otherwise. See what is left of your bill:
{link}

If you think that this is wrong, write to the {office} at once:
{officemail}`,
});

const loanBooked = mailTemplate({
  key: "loan-booked",
  name: "Loan is on the bill",
  when: "A loan is booked on a student's bill",
  reader: "students",
  values: {
    ...usual("firstname", "link"),
    loan: value("the loan", "NELFUND loan 2026/2027 of ₦58,000.00"),
    own: value("what of it the student had paid already; empty for nothing", "₦17,500.00"),
    sponsored: value("what of it a sponsor had paid already; empty for nothing", "₦10,000.00"),
  },
  must: ["loan", "link"],
  subject: "{college}: your {loan} is on your bill",
  text: `Dear {firstname},

Your {loan} is booked. It pays your fees; you do not get it in cash.

{own} of it you had paid yourself already. That is your credit now: the {office} can tell you
how the bursary pays it back.

{sponsored} of it a sponsor had paid for you already. That is the sponsor's credit now, not yours.

See what is left of your bill:
{link}

If you did not ask for a loan, write to the {office} at once:
{officemail}`,
});

/** Tells a student that the loan stands on the bill, and what comes back of what was paid already. */
function loanMail(
  { publicUrl }: Pick<Config, "publicUrl">,
  { session, firstname, emailaddress, amount_kobo, ...loan }: ToldStudent & PlannedLoan & { readonly session: string },
): Mail {
  const orNothing = (kobo: number) => (kobo === 0 ? "" : asNaira(naira(kobo)));
  return fromTemplate(loanBooked, emailaddress, {
    firstname,
    loan: `${FUND} loan ${session} of ${asNaira(naira(amount_kobo))}`,
    own: orNothing(paidByStudent(loan)),
    sponsored: orNothing(loan.sponsored_kobo),
    link: `${publicUrl}/student/bill`,
  });
}

export const loanTemplates = [loanBooked, loanUndone];
