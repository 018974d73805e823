import { useEffect } from "react";
import { PlusButton } from "#kit/buttons.web.tsx";
import { Cards } from "#kit/card.web.tsx";
import { useShown } from "#kit/dialog.web.tsx";
import { PageHeading } from "#kit/heading.web.tsx";
import { Read, useRead, useReread } from "#kit/read.web.tsx";
import { CardBones, EmptyState } from "#kit/states.web.tsx";
import { PaymentCard } from "./payment-reference.card.page.tsx";
import { listPaymentReferences, type PaymentReference } from "./payment-reference.contract.ts";
import { GeneratePaymentReference } from "./payment-reference.generate.page.tsx";
import { ReturnFromPayPage } from "./payment-reference.return.page.tsx";
import { isAwaited } from "./payment-reference.states.contract.ts";

/** Specification 2, Application Fees. The provider's pay page comes back here with ?RRR=. */
export function ApplicationFeesPage() {
  const references = useRead(listPaymentReferences);
  const making = useShown();
  useWaitingFor(references.data ?? []);
  return (
    <>
      <PageHeading
        title="Application Fees"
        subtitle="Make a payment reference for the programme you want, pay it online or at any bank, then apply"
      />
      <ReturnFromPayPage />
      <Read from={references} waiting={<CardBones />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              title="No payment references yet"
              text="Choose a programme to see what its application costs. You get a reference (RRR) that you can pay online or at any bank."
            >
              <button type="button" className="button" onClick={making.show}>
                Generate payment reference
              </button>
            </EmptyState>
          ) : (
            <Cards label="Payment references">
              {list.map((reference) => (
                <PaymentCard key={reference._id} payment={reference} />
              ))}
            </Cards>
          )
        }
      </Read>
      {/* The empty list has a button of its own, which this one would cover. */}
      {!!references.data?.length && <PlusButton label="Generate payment reference" onClick={making.show} />}
      {making.shown && <GeneratePaymentReference onHide={making.hide} />}
    </>
  );
}

const WAIT_MS = 5_000;

/** Looks again while a reference is being made: it appears by itself. */
function useWaitingFor(list: readonly PaymentReference[]): void {
  const reread = useReread();
  const waiting = list.some(({ state }) => isAwaited(state) && state !== "PARKED");
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => void reread(), WAIT_MS);
    return () => clearInterval(timer);
  }, [waiting, reread]);
}
