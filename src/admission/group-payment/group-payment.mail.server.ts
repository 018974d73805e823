import { type WaivedFee, waivedFees } from "#bursary/fee-waiver/fee-waiver.rules.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import type { Config } from "#platform/config/config.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";

interface PaidFor {
  readonly payername: string;
  readonly payeremail: string;
  readonly purpose: WaivedFee;
  readonly count: number;
  readonly lastday: string;
}

interface Asked {
  readonly rrr: string | null;
  readonly amount_kobo: number;
}

const payer = value("who pays", "St Mary's School");
const fee = value("which fee", "application fee");

const listToPay = mailTemplate({
  key: "list-to-pay",
  name: "A list is to be paid",
  when: "The payment reference of a list of applicants is made",
  reader: "others",
  values: { ...usual("amount", "rrr", "due", "link"), payer, fee, people: value("for how many", "40 applicants") },
  must: ["amount", "rrr"],
  subject: "{college}: please pay {amount} for {people}",
  text: `Dear {payer},

You pay the {fee} of {people} with one payment.

Reference (RRR): {rrr}
Amount: {amount}
To be paid by: {due}

Pay it at any bank, or online at the payment service, with this number. Please pay the whole amount at once. As soon as it has come
you get a receipt, and each applicant a mail.

See where it stands, with the last four digits of your phone number:
{link}

${signed.officeAlone}`,
});

/** Asks whoever pays for a list to pay, with the reference. */
export const askMail = ({ publicUrl }: Pick<Config, "publicUrl">, list: PaidFor, { rrr, amount_kobo }: Asked): Mail =>
  fromTemplate(listToPay, list.payeremail, {
    ...{ payer: list.payername, fee: waivedFees[list.purpose].toLowerCase(), people: asCount(list.count, "applicant") },
    ...{ rrr: groupedRrr(rrr ?? ""), amount: asNaira(naira(amount_kobo)), due: asDay(list.lastday) },
    link: `${publicUrl}/rrr/${rrr ?? ""}`,
  });

const listNotToPay = mailTemplate({
  key: "list-not-to-pay",
  name: "A list is not to be paid any more",
  when: "A list of applicants is called off, or its last day is over",
  reader: "others",
  values: {
    ...usual("amount", "rrr"),
    payer,
    why: value("why it is not", "The college has called off the list that you were to pay for"),
  },
  must: ["rrr"],
  subject: "{college}: please do not pay the reference {rrr}",
  text: `Dear {payer},

{why}.

Please do not pay this reference any more: {rrr}, {amount}.
If you have paid it already, nothing is lost: it is your credit, and the bursary writes to you.

${signed.officeAlone}`,
});

const LAPSED = "The last day to pay for your list is over";
const CALLED_OFF = "The college has called off the list that you were to pay for";

/** Tells whoever was to pay that the reference is not to be paid any more. */
export const endedMail = ({ payername, payeremail }: PaidFor, { rrr, amount_kobo }: Asked, isLapsed: boolean): Mail =>
  fromTemplate(listNotToPay, payeremail, {
    ...{ payer: payername, why: isLapsed ? LAPSED : CALLED_OFF },
    ...{ rrr: groupedRrr(rrr ?? ""), amount: asNaira(naira(amount_kobo)) },
  });

const listChanged = mailTemplate({
  key: "list-changed",
  name: "A list has changed",
  when: "A place on a list of applicants is given to another",
  reader: "others",
  values: {
    ...usual("reason"),
    payer,
    fee,
    from: value("who had the place", "Aisha Bello, 202612345678AB"),
    to: value("who has it now", "Bala Musa, 202612345679AB"),
  },
  must: ["from", "to"],
  subject: "{college}: your list has changed",
  text: `Dear {payer},

You pay the {fee} of a list of applicants. The bursary has given one place on it to another:

{from}
gives way to
{to}

Why: {reason}

The amount stays as it is. If you did not wish that, please go to the bursary or write at once.

${signed.officeAlone}`,
});

/** Tells whoever pays that another applicant has a place on the list by now. */
export const exchangedMail = (
  { payername, payeremail, purpose }: PaidFor,
  names: { readonly from: string; readonly to: string; readonly reason: string },
): Mail =>
  fromTemplate(listChanged, payeremail, { payer: payername, fee: waivedFees[purpose].toLowerCase(), ...names });

export const groupTemplates = [listToPay, listNotToPay, listChanged];
