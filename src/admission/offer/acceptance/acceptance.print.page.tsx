import { fullName } from "#identity/account/account.rules.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { useParams } from "#kit/page/router.web.tsx";
import { Paper } from "#kit/paper/paper.web.tsx";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { ReceiptSheet } from "#payments/receipt/receipt.sheet.part.page.tsx";
import { readAcceptanceReceipt } from "./acceptance.contract.ts";

/** The acceptance-fee receipt, one A4 page, paid or not. The print dialog opens by itself. Specification 2. */
export function AcceptanceReceiptPage() {
  const { id = "" } = useParams();
  const receipt = useRead(readAcceptanceReceipt, { id });
  return (
    <Paper
      title="Acceptance fee receipt"
      back={{ to: "/app/accept", text: "Back to Accept My Admission" }}
      from={receipt}
    >
      {(found) => <AcceptanceReceiptSheet receipt={found} />}
    </Paper>
  );
}

function AcceptanceReceiptSheet({ receipt }: { receipt: Replied<typeof readAcceptanceReceipt> }) {
  const { applicant, acceptanceFee, RRR, ...rest } = receipt;
  return (
    <ReceiptSheet
      {...acceptanceFee}
      {...rest}
      purpose="acceptance"
      title="Acceptance Fee Receipt"
      rrr={RRR}
      message={acceptanceFee.sentence}
      applicant={fullName(applicant)}
      jamb={applicant.jamb}
      phone={applicant.phonenumber}
    />
  );
}
