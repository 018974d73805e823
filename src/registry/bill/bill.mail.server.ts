import { semesterWords } from "#calendar/session/session.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { Config } from "#platform/config/config.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";

/** Where a student sees bills, below the portal's address. */
export const BILL_SCREEN = "/student/bill";

type Site = Pick<Config, "publicUrl">;

interface Reader {
  readonly firstname: string;
  readonly emailaddress: string;
}

const part = value("the part of the bill", "First instalment");

const billMade = mailTemplate({
  key: "bill-made",
  name: "A new bill",
  when: "A student's bill is made",
  reader: "students",
  values: {
    ...usual("firstname", "term", "amount", "due", "link"),
    part,
    partamount: value("what that part comes to", "₦35,000.00"),
  },
  must: ["amount", "link"],
  subject: "{college}: your bill of the {term}",
  text: `Dear {firstname},

Your bill of the {term} is {amount}.
{part}: {partamount} by {due}.

See what it is made of, and pay in parts or at once:
{link}

${signed.officeAlone}`,
});

/** Tells a student of a new bill, what is to be paid first, and by when. */
export const billMail = (
  { publicUrl }: Site,
  { firstname, emailaddress }: Reader,
  bill: {
    readonly session: string;
    readonly semester: number;
    readonly billed_kobo: number;
    readonly first: { readonly name: string; readonly amount_kobo: number; readonly due: string };
  },
): Mail =>
  fromTemplate(billMade, emailaddress, {
    ...{ firstname, part: bill.first.name, link: `${publicUrl}${BILL_SCREEN}` },
    term: `${semesterWords(bill.semester)} ${bill.session}`,
    amount: asNaira(naira(bill.billed_kobo)),
    partamount: asNaira(naira(bill.first.amount_kobo)),
    due: asDay(bill.first.due),
  });

const instalmentNear = mailTemplate({
  key: "instalment-near",
  name: "A part of the bill is due soon",
  when: "The day of an instalment is near",
  reader: "students",
  values: { ...usual("firstname", "term", "amount", "due", "link"), part },
  must: ["due", "link"],
  subject: "{college}: {part}, to be paid by {due}",
  text: `Dear {firstname},

Of your bill of the {term}, {amount} is
still to be paid by {due}: {part}.

Pay it here, in parts or at once. If you have paid already, verify your payment there:
{link}

${signed.officeAlone}`,
});

/** Reminds a student of an instalment whose day is near. */
export const instalmentMail = (
  { publicUrl }: Site,
  { firstname, emailaddress }: Reader,
  bill: {
    readonly session: string;
    readonly semester: number;
    readonly next: { readonly name: string; readonly left_kobo: number; readonly due: string };
  },
): Mail =>
  fromTemplate(instalmentNear, emailaddress, {
    ...{ firstname, part: bill.next.name, link: `${publicUrl}${BILL_SCREEN}` },
    term: `${semesterWords(bill.semester)} ${bill.session}`,
    amount: asNaira(naira(bill.next.left_kobo)),
    due: asDay(bill.next.due),
  });

/** A late charge, for whom it is. */
export interface ChargedLate extends Reader {
  readonly label: string;
  readonly amount_kobo: number;
  /** By which it was to be paid. */
  readonly day: string;
}

const chargedLate = mailTemplate({
  key: "charged-late",
  name: "A late charge on the bill",
  when: "A bill grows by a late charge",
  reader: "students",
  values: { ...usual("firstname", "due", "label", "amount", "link") },
  must: ["amount", "link"],
  subject: "{college}: a late charge on your bill",
  text: `Dear {firstname},

The first part of your bill was to be paid by {due}. We know of no such payment, so your bill has grown by a late
charge: {label}, {amount}.

If you paid in time, verify your payment: the charge is then taken back by itself.
{link}

${signed.officeAlone}`,
});

/** Tells a student of a late charge, and what to do when it was paid in time. */
export const lateMail = (
  { publicUrl }: Site,
  { firstname, emailaddress, label, amount_kobo, day }: ChargedLate,
): Mail =>
  fromTemplate(chargedLate, emailaddress, {
    ...{ firstname, label, link: `${publicUrl}${BILL_SCREEN}` },
    due: asDay(day),
    amount: asNaira(naira(amount_kobo)),
  });

export const billTemplates = [billMade, instalmentNear, chargedLate];
