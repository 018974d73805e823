import { asNaira, naira } from "#kit/value/money.contract.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";

interface Reader {
  readonly firstname: string;
  readonly emailaddress: string;
}

/** Tells a student who has paid on the bill, and how much. */
export const sponsoredMail = (
  { publicUrl }: Pick<Config, "publicUrl">,
  { firstname, emailaddress }: Reader,
  { name, label, kobo }: { readonly name: string; readonly label: string; readonly kobo: number },
): Mail => ({
  recipient: emailaddress,
  subject: `${brand.name}: ${name} has paid ${asNaira(naira(kobo))} on your bill`,
  text: `Dear ${firstname},

${name} has paid ${asNaira(naira(kobo))} on your bill: ${label}.

See what is left of it, and what it opens. If you hold a payment reference over more than that, make a new one:
${publicUrl}/student/bill

${contact.office}
${contact.emailaddress}`,
});

/** Tells a student that the bank has taken that money back. */
export const unsponsoredMail = (
  { publicUrl }: Pick<Config, "publicUrl">,
  { firstname, emailaddress }: Reader,
  { name, kobo }: { readonly name: string; readonly kobo: number },
): Mail => ({
  recipient: emailaddress,
  subject: `${brand.name}: what ${name} paid on your bill was taken back`,
  text: `Dear ${firstname},

The bank has taken back what ${name} paid on your bill: ${asNaira(naira(kobo))}. It does not count any more, and is to be paid again.
The bursary writes to ${name}; please ask there too.

See your bill:
${publicUrl}/student/bill

${contact.office}
${contact.emailaddress}`,
});

/** Tells a sponsor that what was asked for is not to be paid any more. */
export const calledOffMail = (
  { contact: person, emailaddress }: { readonly contact: string; readonly emailaddress: string },
  { label, rrr, amount_kobo }: { readonly label: string; readonly rrr: string | null; readonly amount_kobo: number },
): Mail => ({
  recipient: emailaddress,
  subject: `${brand.name}: please do not pay the reference ${groupedRrr(rrr ?? "")}`,
  text: `Dear ${person},

The college has called off what you were asked to pay: ${label}.

Please do not pay this reference any more: ${groupedRrr(rrr ?? "")}, ${asNaira(naira(amount_kobo))}.
If you have paid it already, nothing is lost: it is your credit, and the bursary writes to you.

${contact.office}
${contact.emailaddress}`,
});
