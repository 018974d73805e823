import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import { amountInWords } from "#reference/papers/papers.words.rules.ts";
import { BANK_CHARGE, waysToPay } from "../payment-reference/payment-reference.sentence.rules.ts";
import { groupedRrr } from "../remita/remita.rules.ts";
import type { PaymentSlip } from "./payment-slip.contract.ts";

/** Whoever pays may be far from the portal, or have it in hand. */
export const everyWayToPay: typeof waysToPay = [
  ...waysToPay,
  { way: "Online", how: "Sign in to the portal and press Pay online now: by card or transfer" },
];

/** For whoever pays and does not sign in; the address follows. */
export const HAS_IT_COME = "Whether it is paid, with the last four digits of the payer's phone:";

/** Where whoever pays asks. */
export const helpDesk = (): string =>
  `${contact.office}, ${contact.hours}: ${localPhone(contact.phonenumber)}, ${contact.emailaddress}`;

/** Everything that is needed at a counter, for a message to whoever pays. Of a reference that is to be paid. */
export const slipText = ({ RRR, amount, description, payerName, payBy, status, words }: PaymentSlip): string =>
  [
    `${brand.name}: please pay`,
    "",
    `Remita reference (RRR): ${groupedRrr(RRR ?? "")}`,
    `Amount: ${asNaira(amount)} (${amountInWords(amount)})`,
    `For: ${description}`,
    `Payer: ${payerName}`,
    ...(payBy ? [`Pay by: ${asDay(payBy.day)}. ${payBy.why}`] : []),
    "",
    ...everyWayToPay.map(({ way, how }) => `- ${way}: ${how}`),
    "",
    BANK_CHARGE,
    ...(words.closing ? [words.closing] : []),
    ...(status ? [`${HAS_IT_COME} ${status}`] : []),
    `Help: ${helpDesk()}`,
  ].join("\n");
