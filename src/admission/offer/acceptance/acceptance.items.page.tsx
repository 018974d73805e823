import { listAcceptanceFeeItems } from "#fees/acceptance-fee-item/acceptance-fee-item.contract.ts";
import { Read, useCalmRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { FeeTable } from "#payments/payment-reference/payment-reference.part.page.tsx";
import type { ApplicationView } from "../offer.status.contract.ts";

/** What accepting an offer of a session costs, before its reference is made. Specification 8 and 9. */
export function AcceptanceItems({ session }: Pick<ApplicationView, "session">) {
  const items = useCalmRead(listAcceptanceFeeItems);
  if (items.error) return <Trouble>{items.error.message}</Trouble>;
  return (
    <Read from={items} waiting={<div className="bone h-32" />}>
      {(list) => {
        const own = list.filter((item) => item.session === session._id);
        if (own.length > 0) {
          return <FeeTable items={own.map(({ description: name, amount }) => ({ name, amount }))} />;
        }
        // The items of another session say nothing about this one; the reference will.
        if (list.length > 0) return <p>The reference names the acceptance fee of {session.name}.</p>;
        return <Trouble>{`The acceptance fee of ${session.name} is not set yet. Please ask the bursary`}</Trouble>;
      }}
    </Read>
  );
}

const Trouble = ({ children }: { children: string }) => (
  <Alert look="bad" title="Error encountered">
    <p>{children}</p>
  </Alert>
);
