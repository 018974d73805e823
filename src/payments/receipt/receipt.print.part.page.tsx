import { fullName } from "#identity/account/account.rules.ts";
import type { ApplicationReceipt } from "./receipt.contract.ts";
import { ReceiptSheet } from "./receipt.sheet.part.page.tsx";

/** The receipt of an application fee as it leaves the printer. */
export function ApplicationReceiptSheet({ receipt }: { receipt: ApplicationReceipt }) {
  const { find, bio, RRR, details, words, genuine, asOf } = receipt;
  return (
    <ReceiptSheet
      {...find}
      words={words}
      rrr={RRR}
      details={details}
      applicant={fullName(bio)}
      jamb={find.applicant.jamb}
      phone={find.applicant.phonenumber}
      code={find.application?.code ?? "Not used for an application yet"}
      genuine={genuine}
      asOf={asOf}
    />
  );
}
