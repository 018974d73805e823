import { useRead } from "#kit/call/read.web.tsx";
import { useParams } from "#kit/page/router.web.tsx";
import { PaperFrame } from "#kit/paper/paper.web.tsx";
import { readPaymentSlip } from "./payment-slip.contract.ts";
import { ShareSlip, SlipSheet } from "./payment-slip.sheet.part.page.tsx";

/** What somebody reads out at a counter or sends to whoever pays. Mostly for a phone, so it does not print by itself. */
export function PaymentSlipPage() {
  const { id = "" } = useParams();
  const slip = useRead(readPaymentSlip, { id });
  const screen = slip.data?.screen ?? "/app/pay";
  return (
    <PaperFrame
      title="Payment slip"
      back={{ to: screen, text: "Back to the portal" }}
      from={slip}
      beside={slip.data?.payable && <ShareSlip slip={slip.data} />}
    >
      {(found) => <SlipSheet slip={found} />}
    </PaperFrame>
  );
}
