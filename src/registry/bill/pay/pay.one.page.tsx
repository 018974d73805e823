import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { StateLine } from "#kit/look/badge.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import {
  AtTheBank,
  PayOnline,
  ReferenceDigits,
  VerifyPayment,
} from "#payments/payment-reference/payment-reference.deeds.part.page.tsx";
import { PaymentBadge, UnbrokenText, useWaitingFor } from "#payments/payment-reference/payment-reference.part.page.tsx";
import { isAwaited, isPayable } from "#payments/payment-reference/payment-reference.rules.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { gateWords } from "../../instalment/instalment.rules.ts";
import type { BillShown } from "../bill.shown.contract.ts";
import { BalanceBadge, BillLines, BillParts, BillPayments, termWords } from "../bill.view.part.page.tsx";
import { ChooseAmount } from "./pay.amount.page.tsx";
import { type BillReference, openBillPayPage, readOwnBill, verifyBillPayment } from "./pay.contract.ts";

const verify = (id: string) => call(verifyBillPayment, { params: { id } });
const open = (id: string) => call(openBillPayPage, { params: { id } });

/** One bill: what is to be paid now, with what, what is opened, and what all of it is made of. */
export function PayBill({ id }: { id: string }) {
  const read = useRead(readOwnBill, { id });
  useWaitingFor(read.data?.references ?? []);
  return (
    <Read from={read} waiting={<CardBones />}>
      {(found) => <OneBill of={found} />}
    </Read>
  );
}

function OneBill({ of: { bill, references, least } }: { of: Replied<typeof readOwnBill> }) {
  const now = references.find(({ state, payable }) => payable || isAwaited(state));
  const before = references.filter((one) => one !== now);
  return (
    <div className="grid gap-4">
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Card title={termWords(bill)}>
          <div className="grid gap-3">
            <p>
              <BalanceBadge balance={bill.balance} of={[bill]} />
            </p>
            {bill.balance < 0 && (
              <p>
                You have paid {asNaira(-bill.balance)} more than was billed. Nothing of it is lost: it is your credit,
                and what the college adds to this bill later is taken from it. The bursary gives it back or moves it to
                another fee of yours: please ask there.
              </p>
            )}
            {now && <PayNow reference={now} />}
            {bill.balance > 0 && <ChooseAmount bill={bill} least={least} open={now} />}
            {bill.balance === 0 && (
              <p>
                {bill.takenback
                  ? "The college took this bill back, because it was made wrongly. You pay nothing of it, and we write to you when the right one is made."
                  : "All of this bill is paid. There is nothing to do."}
              </p>
            )}
          </div>
        </Card>
        {bill.takenback === null && (
          <Card title="What your payments open">
            <Opened bill={bill} />
          </Card>
        )}
      </div>
      <Card title="What it is made of">
        {bill.takenback === null && <BillParts bill={bill} />}
        <BillLines bill={bill} />
        <BillPayments bill={bill} />
      </Card>
      {before.length > 0 && (
        <Card title="References and receipts">
          <ul className="grid">
            {before.map((one) => (
              <Before key={one._id} reference={one} />
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}

/** The open reference, to be paid online or at a bank. */
function PayNow({ reference: { rrr, amount, part, message, payable } }: { reference: BillReference }) {
  return (
    <div className="grid gap-3">
      <p>
        <strong className="figures">{asNaira(amount)}</strong> for: {part}
      </p>
      {rrr && payable ? (
        <>
          <ReferenceDigits rrr={rrr} />
          <div className="no-print flex flex-wrap gap-3 py-1 *:grow sm:*:grow-0">
            <PayOnline rrr={rrr} open={open} />
            <VerifyPayment rrr={rrr} verify={verify} />
          </div>
          <AtTheBank rrr={rrr} slip={`/student/payment-slip/${rrr}`} />
        </>
      ) : (
        <p role="status" className="text-soft">
          <UnbrokenText text={message} />.
        </p>
      )}
    </div>
  );
}

function Opened({ bill: { opened } }: { bill: BillShown }) {
  return (
    <ul className="grid gap-2">
      {opened.map(({ gate, open: isOpen, left }) => (
        <li key={gate}>
          {isOpen ? (
            <StateLine look="good" words={gateWords[gate]} />
          ) : (
            <StateLine look="plain" words={`${gateWords[gate]}: ${asNaira(left)} more opens it`} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Before({ reference }: { reference: BillReference }) {
  const { _id, rrr, amount, part, state, receipt, message, createdAt } = reference;
  return (
    <li className="grid gap-1 border-line border-b py-3 last:border-b-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          {part}, <span className="figures">{asNaira(amount)}</span>
        </span>
        <PaymentBadge state={state} surplus={null} />
      </p>
      <p className="text-small text-soft">
        {rrr ? <span className="figures whitespace-nowrap">{groupedRrr(rrr)}</span> : "No reference"},{" "}
        {rrr || state !== "PAID" ? "asked for" : "moved"} on {asDay(createdAt)}
      </p>
      {!receipt && (
        <p className="text-small">
          <UnbrokenText text={message} />.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {receipt && (
          <Link to={`/student/receipt/${_id}`} className="link inline-flex min-h-11 items-center">
            Print receipt<span className="sr-only"> of {part}</span>
          </Link>
        )}
        {rrr && isPayable(state) && <VerifyPayment rrr={rrr} verify={verify} />}
      </div>
    </li>
  );
}
