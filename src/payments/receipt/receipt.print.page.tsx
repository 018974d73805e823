import { fullName } from "#identity/account/account.rules.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { useParams } from "#kit/page/router.web.tsx";
import { Paper } from "#kit/paper/paper.web.tsx";
import { type ApplicationReceipt, readApplicationReceipt } from "./receipt.contract.ts";
import { ReceiptSheet } from "./receipt.sheet.part.page.tsx";

/** The application-fee receipt, one A4 page, paid or not. The print dialog opens by itself. Specification 2. */
export function ApplicationReceiptPage() {
  const { id = "" } = useParams();
  const receipt = useRead(readApplicationReceipt, { id });
  return (
    <Paper title="Application fee receipt" back={{ to: "/app/pay", text: "Back to Application Fees" }} from={receipt}>
      {(found) => <ApplicationReceiptSheet receipt={found} />}
    </Paper>
  );
}

function ApplicationReceiptSheet({ receipt }: { receipt: ApplicationReceipt }) {
  const { find, bio, RRR, details, genuine, asOf } = receipt;
  return (
    <ReceiptSheet
      {...find}
      title="Application Fee Receipt"
      purpose="application"
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
