import { semesterWords } from "#calendar/session/session.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";

/** Where a student sees bills, below the portal's address. */
export const BILL_SCREEN = "/student/bill";

const signed = () => `${contact.office}
${contact.emailaddress}`;

/** Tells a student of a new bill, what is to be paid first, and by when. */
export const billMail = (
  { publicUrl }: Pick<Config, "publicUrl">,
  to: { readonly firstname: string; readonly emailaddress: string },
  bill: {
    readonly session: string;
    readonly semester: number;
    readonly billed_kobo: number;
    readonly first: { readonly name: string; readonly amount_kobo: number; readonly due: string };
  },
): Mail => ({
  recipient: to.emailaddress,
  subject: `${brand.name}: your bill of the ${semesterWords(bill.semester)} ${bill.session}`,
  text: `Dear ${to.firstname},

Your bill of the ${semesterWords(bill.semester)} ${bill.session} is ${asNaira(naira(bill.billed_kobo))}.
${bill.first.name}: ${asNaira(naira(bill.first.amount_kobo))} by ${asDay(bill.first.due)}.

See what it is made of, and pay in parts or at once:
${publicUrl}${BILL_SCREEN}

${signed()}`,
});

/** Reminds a student of an instalment whose day is near. */
export const instalmentMail = (
  { publicUrl }: Pick<Config, "publicUrl">,
  to: { readonly firstname: string; readonly emailaddress: string },
  bill: {
    readonly session: string;
    readonly semester: number;
    readonly next: { readonly name: string; readonly left_kobo: number; readonly due: string };
  },
): Mail => ({
  recipient: to.emailaddress,
  subject: `${brand.name}: ${bill.next.name}, to be paid by ${asDay(bill.next.due)}`,
  text: `Dear ${to.firstname},

Of your bill of the ${semesterWords(bill.semester)} ${bill.session}, ${asNaira(naira(bill.next.left_kobo))} is
still to be paid by ${asDay(bill.next.due)}: ${bill.next.name}.

Pay it here, in parts or at once. If you have paid already, verify your payment there:
${publicUrl}${BILL_SCREEN}

${signed()}`,
});

/** A late charge, for whom it is. */
export interface ChargedLate {
  readonly label: string;
  readonly amount_kobo: number;
  /** By which it was to be paid. */
  readonly day: string;
  readonly firstname: string;
  readonly emailaddress: string;
}

/** Tells a student of a late charge, and what to do when it was paid in time. */
export const lateMail = (
  { publicUrl }: Pick<Config, "publicUrl">,
  { firstname, emailaddress, label, amount_kobo, day }: ChargedLate,
): Mail => ({
  recipient: emailaddress,
  subject: `${brand.name}: a late charge on your bill`,
  text: `Dear ${firstname},

The first part of your bill was to be paid by ${asDay(day)}. We know of no such payment, so your bill has grown by a late
charge: ${label}, ${asNaira(naira(amount_kobo))}.

If you paid in time, verify your payment: the charge is then taken back by itself.
${publicUrl}${BILL_SCREEN}

${signed()}`,
});
