import { fullName } from "#identity/account/account.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { ReceiptSheet } from "#payments/receipt/receipt.sheet.part.page.tsx";
import type { readAcceptanceReceipt } from "./acceptance.contract.ts";

/** The receipt of an acceptance fee as it leaves the printer. */
export function AcceptanceReceiptSheet({ receipt }: { receipt: Replied<typeof readAcceptanceReceipt> }) {
  const { applicant, acceptanceFee, RRR, ...rest } = receipt;
  return (
    <ReceiptSheet
      {...acceptanceFee}
      {...rest}
      rrr={RRR}
      message={acceptanceFee.sentence}
      applicant={fullName(applicant)}
      jamb={applicant.jamb}
      phone={applicant.phonenumber}
    />
  );
}
