import { useRead } from "#kit/call/read.web.tsx";
import { useParams } from "#kit/page/router.web.tsx";
import { Paper } from "#kit/paper/paper.web.tsx";
import { readSlip } from "./application.contract.ts";
import { SlipSheet } from "./slip.print.part.page.tsx";

/** The application slip, one A4 page. The print dialog opens by itself. Specification 2. */
export function SlipPage() {
  const { id = "" } = useParams();
  const slip = useRead(readSlip, { id });
  return (
    <Paper title="Application slip" back={{ to: "/app/start", text: "Back to the portal" }} from={slip}>
      {(found) => <SlipSheet slip={found} />}
    </Paper>
  );
}
