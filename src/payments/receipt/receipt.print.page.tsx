import { useRead } from "#kit/call/read.web.tsx";
import { useParams } from "#kit/page/router.web.tsx";
import { Paper } from "#kit/paper/paper.web.tsx";
import { readApplicationReceipt } from "./receipt.contract.ts";
import { ApplicationReceiptSheet } from "./receipt.print.part.page.tsx";

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
