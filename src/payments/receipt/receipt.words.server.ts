import type { Database } from "#platform/database/connect.server.ts";
import {
  type MessageTemplate,
  paperTemplate,
  usual,
  type Words,
} from "#reference/message-template/message-template.rules.ts";
import { paperWordsAt } from "#reference/message-template/message-template.server.ts";
import type { PaymentPurpose } from "../payment-reference/payment-reference.rules.ts";

type ReceiptPart = "heading" | "opening" | "closing";

const NO_CHARGE = "The bank's own charge is not part of this amount.";
const UNTIL_REGISTRATION = "Keep this receipt until your registration.";
const WITH_ACCOUNTS = "Keep this receipt with your accounts: the bursary finds the payment by its reference.";

const values = usual("name", "session", "amount");

const applicationReceipt = paperTemplate({
  key: "receipt-application",
  name: "Application fee receipt",
  when: "An applicant or the bursary prints it",
  reader: "applicants",
  values,
  words: { heading: "Application Fee Receipt", opening: "", closing: `${NO_CHARGE} ${UNTIL_REGISTRATION}` },
});

const acceptanceReceipt = paperTemplate({
  key: "receipt-acceptance",
  name: "Acceptance fee receipt",
  when: "An applicant or the bursary prints it",
  reader: "applicants",
  values,
  words: { heading: "Acceptance Fee Receipt", opening: "", closing: `${NO_CHARGE} ${UNTIL_REGISTRATION}` },
});

const tuitionReceipt = paperTemplate({
  key: "receipt-tuition",
  name: "Tuition receipt",
  when: "A student or the bursary prints it",
  reader: "students",
  values,
  words: {
    heading: "Tuition receipt",
    opening: "",
    closing: `${NO_CHARGE} Keep this receipt as long as you study: the college may ask for it when it looks at what you have paid.`,
  },
});

const serviceReceipt = paperTemplate({
  key: "receipt-service",
  name: "Service receipt",
  when: "A student or the bursary prints it",
  reader: "students",
  values,
  words: {
    heading: "Service receipt",
    opening: "",
    closing: `${NO_CHARGE} Keep this receipt until you have what you ordered: the office may ask for it.`,
  },
});

const sponsorReceipt = paperTemplate({
  key: "receipt-sponsorship",
  name: "Sponsor's receipt",
  when: "The bursary prints it for a sponsor who has paid",
  reader: "others",
  values,
  words: { heading: "Sponsor's receipt", opening: "", closing: `${NO_CHARGE} ${WITH_ACCOUNTS}` },
});

const listReceipt = paperTemplate({
  key: "receipt-list",
  name: "Receipt for a list",
  when: "The bursary prints it for whoever has paid for a list of applicants",
  reader: "others",
  values,
  words: { heading: "Receipt for a list", opening: "", closing: `${NO_CHARGE} ${WITH_ACCOUNTS}` },
});

type ReceiptTemplate = MessageTemplate<keyof typeof values, ReceiptPart>;

const templateOf: Readonly<Record<PaymentPurpose, ReceiptTemplate>> = {
  application: applicationReceipt,
  acceptance: acceptanceReceipt,
  tuition: tuitionReceipt,
  service: serviceReceipt,
  sponsorship: sponsorReceipt,
  "group-application": listReceipt,
  "group-acceptance": listReceipt,
};

export const receiptTemplates = [...new Set(Object.values(templateOf))];

interface Received {
  readonly purpose: PaymentPurpose;
  readonly payer: string;
  readonly session: string;
  /** In words, such as ₦17,500.00. */
  readonly amount: string;
  /** When the payment was verified, whatever became of it later; until then a receipt has the words of today. */
  readonly verifiedAt: string | null;
}

/** What a receipt says beside what was paid, in the words of the day on which the portal first knew it. */
export const receiptWords = (
  db: Database,
  { purpose, payer, session, amount, verifiedAt }: Received,
): Promise<Words<ReceiptPart>> => paperWordsAt(db, templateOf[purpose], { name: payer, session, amount }, verifiedAt);
