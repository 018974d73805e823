import { useRead } from "#kit/call/read.web.tsx";
import { useParams } from "#kit/page/router.web.tsx";
import { Paper } from "#kit/paper/paper.web.tsx";
import { readScreeningSlip } from "./booking.contract.ts";
import { ScreeningSheet } from "./booking.print.part.page.tsx";

/** The screening slip, one A4 page: when, where, and what to bring. */
export function ScreeningSlipPage() {
  const { id = "" } = useParams();
  const slip = useRead(readScreeningSlip, { id });
  return (
    <Paper title="Screening slip" back={{ to: "/app/admission", text: "Back to the portal" }} from={slip}>
      {(found) => <ScreeningSheet slip={found} />}
    </Paper>
  );
}
