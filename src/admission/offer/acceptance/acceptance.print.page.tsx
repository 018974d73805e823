import { useRead } from "#kit/call/read.web.tsx";
import { useParams } from "#kit/page/router.web.tsx";
import { Paper } from "#kit/paper/paper.web.tsx";
import { readAcceptanceReceipt } from "./acceptance.contract.ts";
import { AcceptanceReceiptSheet } from "./acceptance.print.part.page.tsx";

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
