import { stored } from "#identity/session/session.contract.ts";
import { call } from "#kit/call/call.web.ts";
import { keep } from "#kit/draft/storage.web.ts";
import { Link } from "#kit/page/router.web.tsx";
import { PayOnline, VerifyPayment } from "#payments/payment-reference/payment-reference.deeds.part.page.tsx";
import { AtTheBank, Reference } from "#payments/payment-reference/payment-reference.rrr.part.page.tsx";
import { isPayable } from "#payments/payment-reference/payment-reference.states.contract.ts";
import type { Application } from "../admission-status/admission-status.contract.ts";
import { type AcceptanceFee, openAcceptancePayPage, verifyAcceptanceFee } from "./acceptance.contract.ts";

const verify = (RRR: string) => call(verifyAcceptanceFee, { params: { RRR } });
const open = (RRR: string) => call(openAcceptancePayPage, { params: { RRR } });

const row = "no-print flex flex-wrap gap-3 py-1 *:grow sm:*:grow-0";
const quiet = "button button-quiet";

/** An open reference: the number to pay with, online or at a bank. */
export function PayFee({ rrr }: { rrr: string }) {
  return (
    <>
      <Reference rrr={rrr} />
      <div className={row}>
        <PayOnline rrr={rrr} open={open} />
        <VerifyPayment rrr={rrr} verify={verify} />
      </div>
      <AtTheBank rrr={rrr} />
    </>
  );
}

/** For who has paid with a reference that nobody should pay any more. */
export function CheckAgain({ fee: { RRR, state } }: { fee: AcceptanceFee }) {
  if (!RRR || !isPayable(state)) return null;
  return (
    <div className={row}>
      <VerifyPayment rrr={RRR} verify={verify} />
    </div>
  );
}

/** What an accepted place is proved by. */
export function AcceptedPapers({ application }: { application: Application }) {
  const { _id } = application;
  const choose = () => keep(stored.application, _id);
  return (
    <div className={row}>
      <Link to={`/acceptance_letter/${_id}`} className="button" onClick={choose}>
        Print Acceptance Letter
      </Link>
      <Link to={`/letter/${_id}`} className="button" onClick={choose}>
        Print Admission Letter
      </Link>
      <ReceiptLink id={_id} />
    </div>
  );
}

export const Receipt = ({ application }: { application: Application }) => (
  <div className={row}>
    <ReceiptLink id={application._id} />
  </div>
);

const ReceiptLink = ({ id }: { id: string }) => (
  <Link to={`/print-acceptance/${id}`} className={quiet} onClick={() => keep(stored.application, id)}>
    Print receipt
  </Link>
);
