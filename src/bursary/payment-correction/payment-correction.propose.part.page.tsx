import { useState } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { ReadRecord } from "#console/record/record.read.part.page.tsx";
import { approverSentence } from "#console/second-person/second-person.contract.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { NOT_REVERSED } from "#payments/payment-reference/payment-reference.rules.ts";
import { paymentCorrections, readCorrectable } from "./payment-correction.contract.ts";
import { ProposalForm } from "./payment-correction.form.part.page.tsx";
import { type CorrectionKind, correctionEffects } from "./payment-correction.kinds.contract.ts";
import { PaymentFacts } from "./payment-correction.payment.part.page.tsx";

type Correctable = Replied<typeof readCorrectable>;

/** Proposes a correction: first what is to be done, then what shows that it is right. */
export function ProposePage({ payment }: { payment: string }) {
  const read = useRead(readCorrectable, { id: payment });
  return (
    <ReadRecord from={read} of={paymentCorrections}>
      {(of) => (
        <>
          <ConsoleHeading title="Propose a correction" />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
            <Proposal of={of} />
            <div className="max-lg:order-first">
              <PaymentFacts of={of.payment} />
            </div>
          </div>
        </>
      )}
    </ReadRecord>
  );
}

function Proposal({ of }: { of: Correctable }) {
  const { payment, possible, waiting, approvers } = of;
  const [kind, setKind] = useState<CorrectionKind | null>(possible.length === 1 ? (possible[0] ?? null) : null);
  if (waiting)
    return (
      <Alert look="warn" title="A correction of this payment waits already">
        <p>
          <Link to={`${paymentCorrections.link}/${waiting}`} className="link">
            See what was proposed
          </Link>
          . Another can be proposed once it is decided or withdrawn.
        </p>
      </Alert>
    );
  if (possible.length === 0)
    return (
      <Alert look="info" title="Nothing can be corrected here">
        <p>
          {payment.spent
            ? `${NOT_REVERSED}.`
            : "As the payment stands, people change nothing about it. Ask the provider first."}
        </p>
      </Alert>
    );
  return (
    <div className="grid gap-4">
      {approvers.length === 0 ? (
        <Alert look="warn" title="Nobody decides about it yet">
          <p>{approverSentence(approvers)}. What you propose waits until then.</p>
        </Alert>
      ) : (
        <p className="text-soft">Two people correct a payment: you propose, and {approverSentence(approvers)}.</p>
      )}
      <fieldset aria-labelledby="what" className="card px-5 py-4">
        <h2 id="what" className="mb-2 text-large">
          What is to be done
        </h2>
        {possible.map((one) => (
          <label key={one} className="flex cursor-pointer gap-3 border-line border-b py-2.5 last:border-b-0">
            <input
              type="radio"
              name="kind"
              value={one}
              checked={kind === one}
              onChange={() => setKind(one)}
              className="mt-1 size-5 shrink-0"
            />
            <span>
              <strong className="block">{one}</strong>
              <span className="text-soft">{correctionEffects[one]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {kind && <ProposalForm key={kind} kind={kind} of={of} />}
    </div>
  );
}
