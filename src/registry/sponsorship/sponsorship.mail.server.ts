import { asNaira, naira } from "#kit/value/money.contract.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import type { Config } from "#platform/config/config.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";

interface Reader {
  readonly firstname: string;
  readonly emailaddress: string;
}

type Site = Pick<Config, "publicUrl">;

const sponsor = value("the sponsor", "State Scholarship Board");

const sponsorPaid = mailTemplate({
  key: "sponsor-paid",
  name: "A sponsor has paid",
  when: "A sponsor's payment counts on a student's bill",
  reader: "students",
  values: { ...usual("firstname", "amount", "label", "link"), sponsor },
  must: ["amount", "link"],
  subject: "{college}: {sponsor} has paid {amount} on your bill",
  text: `Dear {firstname},

{sponsor} has paid {amount} on your bill: {label}.

See what is left of it, and what it opens. If you hold a payment reference over more than that, make a new one:
{link}

${signed.officeAlone}`,
});

/** Tells a student who has paid on the bill, and how much. */
export const sponsoredMail = (
  { publicUrl }: Site,
  { firstname, emailaddress }: Reader,
  { name, label, kobo }: { readonly name: string; readonly label: string; readonly kobo: number },
): Mail =>
  fromTemplate(sponsorPaid, emailaddress, {
    ...{ firstname, label, sponsor: name, amount: asNaira(naira(kobo)) },
    link: `${publicUrl}/student/bill`,
  });

const sponsorReversed = mailTemplate({
  key: "sponsor-payment-reversed",
  name: "A sponsor's payment was taken back",
  when: "The bank takes a sponsor's payment back",
  reader: "students",
  values: { ...usual("firstname", "amount", "link"), sponsor },
  must: ["amount", "link"],
  subject: "{college}: what {sponsor} paid on your bill was taken back",
  text: `Dear {firstname},

The bank has taken back what {sponsor} paid on your bill: {amount}. It does not count any more, and is to be paid again.
The bursary writes to {sponsor}; please ask there too.

See your bill:
{link}

${signed.officeAlone}`,
});

/** Tells a student that the bank has taken that money back. */
export const unsponsoredMail = (
  { publicUrl }: Site,
  { firstname, emailaddress }: Reader,
  { name, kobo }: { readonly name: string; readonly kobo: number },
): Mail =>
  fromTemplate(sponsorReversed, emailaddress, {
    ...{ firstname, sponsor: name, amount: asNaira(naira(kobo)) },
    link: `${publicUrl}/student/bill`,
  });

const sponsorCalledOff = mailTemplate({
  key: "sponsor-called-off",
  name: "A sponsor's payment is called off",
  when: "What a sponsor was asked to pay is called off",
  reader: "others",
  values: { ...usual("label", "rrr", "amount"), person: value("the person to write to", "Mrs Grace Okafor") },
  must: ["rrr"],
  subject: "{college}: please do not pay the reference {rrr}",
  text: `Dear {person},

The college has called off what you were asked to pay: {label}.

Please do not pay this reference any more: {rrr}, {amount}.
If you have paid it already, nothing is lost: it is your credit, and the bursary writes to you.

${signed.officeAlone}`,
});

/** Tells a sponsor that what was asked for is not to be paid any more. */
export const calledOffMail = (
  { contact: person, emailaddress }: { readonly contact: string; readonly emailaddress: string },
  { label, rrr, amount_kobo }: { readonly label: string; readonly rrr: string | null; readonly amount_kobo: number },
): Mail =>
  fromTemplate(sponsorCalledOff, emailaddress, {
    ...{ person, label, rrr: groupedRrr(rrr ?? ""), amount: asNaira(naira(amount_kobo)) },
  });

export const sponsorshipTemplates = [sponsorPaid, sponsorReversed, sponsorCalledOff];
