import type { ReactNode } from "react";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { Card } from "#kit/look/card.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { asAgo } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { FeeTable } from "#payments/payment-reference/payment-reference.items.part.page.tsx";
import { askedSentence } from "#payments/payment-reference/payment-reference.sentence.contract.ts";
import { PaymentBadge } from "#payments/payment-reference/payment-reference.standing.part.page.tsx";
import { Unbroken } from "#payments/payment-reference/payment-reference.unbroken.part.page.tsx";
import { groupedRrr } from "#payments/remita/remita.contract.ts";
import type { Application } from "../admission-status/admission-status.contract.ts";
import { isWithBursary } from "../admission-status/admission-status.standing.contract.ts";
import { Standing, StatusBadge } from "../admission-status/admission-status.standing.part.page.tsx";
import type { AcceptanceFee } from "./acceptance.contract.ts";
import { AcceptedPapers, CheckAgain, PayFee, Receipt } from "./acceptance.deeds.page.tsx";
import { MakeReference } from "./acceptance.making.page.tsx";

/**
 * One offer: what it is, by when it is accepted, what that costs, and the one deed that comes next. Nothing is to be done
 * while its reference is the one that is `asked` about.
 */
export function OfferCard({ application, asked }: { application: Application; asked: string | null }) {
  const { code, programme, session, type, acceptanceFee: fee } = application;
  const waits = fee?.RRR && fee.RRR === asked && isOpen(application);
  return (
    <Card title={programmeTitle(programme)} beside={<StatusBadge application={application} />}>
      {waits ? (
        <>
          <p className="max-w-prose">
            <Unbroken text={askedSentence(asked)} />.
          </p>
          <Fee>
            <PaymentBadge {...fee} asked />
          </Fee>
        </>
      ) : (
        <>
          <Standing application={application} />
          <Deed application={application} />
        </>
      )}
      <Facts
        list={[
          ...(fee && !isOpen(application) ? factsOf(fee) : []),
          { label: "Application code", value: code },
          { label: "Session", value: session.name },
          { label: "Mode of entry", value: type },
        ]}
      />
      {fee && (
        <p className="text-small text-soft">
          Reference made {asAgo(fee.createdAt)}
          {fee.checkedAt && ` · Last checked ${asAgo(fee.checkedAt)}`}
        </p>
      )}
    </Card>
  );
}

const factsOf = (fee: AcceptanceFee) => [
  { label: "Acceptance fee", value: asNaira(fee.details.amount) },
  { label: "Payment", value: <PaymentBadge {...fee} /> },
  ...(fee.RRR ? [{ label: "Reference (RRR)", value: groupedRrr(fee.RRR) }] : []),
];

/** Nothing is to be paid but for an offer that can still be accepted, and whose money is not with the bursary. */
function Deed({ application }: { application: Application }) {
  const { acceptable, accepted, acceptanceFee: fee } = application;
  if (accepted) return <AcceptedPapers application={application} />;
  if (fee && isWithBursary(fee)) return fee.status ? <Receipt application={application} /> : null;
  if (!acceptable) return fee && <CheckAgain fee={fee} />;
  if (!fee?.RRR || !isOpen(application)) return <MakeReference application={application} />;
  return (
    <>
      <Fee>
        <PaymentBadge {...fee} />
      </Fee>
      <PayFee rrr={fee.RRR} />
      <FeeTable items={fee.items} />
    </>
  );
}

const Fee = ({ children }: { children: ReactNode }) => (
  <p className="flex flex-wrap items-center justify-between gap-2 font-semibold">Acceptance fee {children}</p>
);

const isOpen = ({ acceptable, acceptanceFee }: Application) => acceptable && acceptanceFee?.state === "OPEN";
