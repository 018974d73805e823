import { applicationsOf } from "#applications/application/application.server.ts";
import { everyPaymentOf } from "#payments/payment-reference/payment-reference.read.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { OwnData } from "./own-data.contract.ts";

/** What of somebody's data must stay for now, and why; with nothing of it the whole account may go. */
export async function whatStays(db: Database, owner: string): Promise<OwnData["stays"]> {
  const [applications, payments] = await Promise.all([applicationsOf(db, owner), everyPaymentOf(db, owner)]);
  return [
    ...applications.map(({ code }) => ({
      what: `Your application ${code}, with the bio data, parents or guardians, results and documents that you submitted`,
      why: "The college decides about it. Papers of applicants who are not admitted are kept for six months after the session closes, papers of students for as long as the rules of the college say",
    })),
    ...(payments.length > 0
      ? [
          {
            what:
              payments.length === 1
                ? "Your payment reference, with your name, address and phone number at the time"
                : `Your ${payments.length} payment references, with your name, address and phone number at the time`,
            why: "The law asks the college to keep its books, and a bank may still report a payment for a reference",
          },
        ]
      : []),
  ];
}

/** What goes with the account, in words. */
export const whatGoes: readonly string[] = [
  "Your name, email address, phone number and JAMB number",
  "Your bio data, parents or guardians, examination results, photograph and documents",
  "Your password, and every sign-in on every device",
];
