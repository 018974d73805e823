import type { Config } from "#platform/config/config.server.ts";
import { contact } from "#reference/brand/brand.rules.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";

interface Person {
  readonly firstname: string;
  readonly emailaddress: string;
}

const RIGHT = "If this is not right, come to the office below with your JAMB slip, or write to it.";
const FOOT = `{office}, {college}
{address}
{officemail}, {officephone}`;
const address = value("the address of the office", "Block A, main campus");

const accountLocked = mailTemplate({
  key: "account-locked",
  name: "One of two accounts is locked",
  when: "Two accounts seem to be one person's, and the office locks one of them",
  reader: "applicants",
  values: {
    ...usual("firstname"),
    address,
    paid: value("a sentence on what was paid; empty without a payment", "What you have paid is safe: Application fee."),
  },
  subject: "{college}: your account is locked",
  text: `Dear {firstname},

You seem to have two accounts on the {portal}, and the college takes one of each person. The account of this address is locked: nobody can pay or apply with it. You can still sign in and print your papers.

{paid}

${RIGHT}

${FOOT}`,
});

const accountUnlocked = mailTemplate({
  key: "account-unlocked",
  name: "A locked account is open again",
  when: "Two accounts are two people's after all",
  reader: "applicants",
  values: { ...usual("firstname"), address },
  subject: "{college}: your account is open again",
  text: `Dear {firstname},

Your account on the {portal} is open again. You can pay and apply with it as before.

${FOOT}`,
});

const accountsMerged = mailTemplate({
  key: "accounts-merged",
  name: "Two accounts are made one",
  when: "Two people of the office have merged two accounts of one person; it goes to both addresses",
  reader: "applicants",
  values: {
    ...usual("firstname", "link"),
    address,
    kept: value("the address of the account that stays", "aisha@example.com"),
  },
  must: ["kept", "link"],
  subject: "{college}: use one of your two accounts",
  text: `Dear {firstname},

You had two accounts on the {portal}. The one with the address {kept} is yours from now on: what you have paid and submitted stands there. The other one is closed for paying and applying; what you typed there can still be read.

Sign in here with {kept}. If you do not know the password, choose Forgot password:
{link}

${RIGHT}

${FOOT}`,
});

const paidAccountLocked = mailTemplate({
  key: "paid-account-locked",
  name: "An account with a payment is locked",
  when: "One of two accounts of a person is locked, and it has paid",
  reader: "staff",
  values: { ...usual("firstname", "name", "link"), paid: value("what was paid", "Application fee, ₦2,500.00") },
  must: ["link"],
  subject: "{portal}: an account with a payment was locked",
  text: `Dear {firstname},

The account of {name} was locked, because the same person seems to have another one. It has paid {paid}.

Nothing is moved by itself. Where both accounts have paid for the same, one of them is given back under Withdrawals:
{link}

${signed.portal}`,
});

export const duplicateTemplates = [accountLocked, accountUnlocked, accountsMerged, paidAccountLocked];

export const lockedMail = ({ firstname, emailaddress }: Person, paid: readonly string[]): Mail =>
  fromTemplate(accountLocked, emailaddress, {
    firstname,
    address: contact.address,
    paid: paid.length > 0 ? `What you have paid is safe: ${paid.join(", ")}. The bursary knows of it.` : "",
  });

export const unlockedMail = ({ firstname, emailaddress }: Person): Mail =>
  fromTemplate(accountUnlocked, emailaddress, { firstname, address: contact.address });

/** To both addresses: which account stays, and that nothing is lost. */
export const mergedMails = (
  { publicUrl }: Config,
  { kept, gone }: { readonly kept: Person; readonly gone: Person },
): Mail[] =>
  [kept, gone].map(({ emailaddress }) =>
    fromTemplate(accountsMerged, emailaddress, {
      firstname: kept.firstname,
      address: contact.address,
      kept: kept.emailaddress,
      link: publicUrl,
    }),
  );

/** To the bursary, where a locked account has money. */
export const moneyMail = (
  { publicUrl }: Config,
  { firstname, emailaddress }: Person,
  { name, paid, pair }: { readonly name: string; readonly paid: readonly string[]; readonly pair: string },
): Mail =>
  fromTemplate(paidAccountLocked, emailaddress, {
    firstname,
    name,
    paid: paid.join(", "),
    link: `${publicUrl}/staff/duplicate-persons/${pair}`,
  });
