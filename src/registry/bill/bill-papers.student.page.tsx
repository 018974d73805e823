import { Read, useRead } from "#kit/call/read.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { PageHeading, useTitle } from "#kit/page/heading.web.tsx";
import { Link, useParams } from "#kit/page/router.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import type { PaymentSlip } from "#payments/payment-slip/payment-slip.contract.ts";
import { ShareSlip, SlipSheet } from "#payments/payment-slip/payment-slip.sheet.part.page.tsx";
import { ReceiptSheet } from "#payments/receipt/receipt.sheet.part.page.tsx";
import { readOwnReceipt, readOwnSlip } from "./pay/pay.contract.ts";

const bar = "no-print mb-4 flex flex-wrap gap-2";
const paper =
  "mx-auto max-w-[52rem] rounded-card border border-line bg-surface p-5 sm:p-8 print:max-w-none print:border-0 print:p-0";

/** `/student/receipt/:id`: the receipt of one of one's own payments, whatever was paid. */
export function StudentReceiptPage() {
  const { id = "" } = useParams();
  const read = useRead(readOwnReceipt, { id });
  return (
    <>
      <div className={bar}>
        <Link to="/student/papers" className="button button-quiet">
          My papers
        </Link>
        <PrintButton />
      </div>
      {!read.data && <PageHeading title="Receipt" />}
      <Read from={read} waiting={<CardBones />}>
        {(found) => <Receipt of={found} />}
      </Read>
    </>
  );
}

function Receipt({ of }: { of: Replied<typeof readOwnReceipt> }) {
  useTitle(of.title);
  return (
    <div className={paper}>
      <ReceiptSheet {...of} rrr={of.RRR} phone={of.details.payerPhone} />
    </div>
  );
}

/** `/student/payment-slip/:id`: what somebody takes to a counter, or sends to whoever pays. */
export function StudentSlipPage() {
  const { id = "" } = useParams();
  const read = useRead(readOwnSlip, { id });
  return (
    <>
      {!read.data && <PageHeading title="Payment slip" />}
      <Read from={read} waiting={<CardBones />}>
        {(slip) => <Slip of={slip} />}
      </Read>
    </>
  );
}

function Slip({ of }: { of: PaymentSlip }) {
  useTitle("Payment slip");
  return (
    <>
      <div className={bar}>
        <Link to={of.screen} className="button button-quiet">
          Back
        </Link>
        {of.payable && <ShareSlip slip={of} />}
        <PrintButton />
      </div>
      <div className={paper}>
        <SlipSheet slip={of} />
      </div>
    </>
  );
}
