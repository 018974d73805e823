import { type ReactNode, useState } from "react";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { storedNames } from "#identity/session/session.contract.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { forget, keep, kept, keptFirst } from "#kit/draft/storage.web.ts";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { GreyButton, LinkButton } from "#kit/look/buttons.web.tsx";
import { Card, Cards } from "#kit/look/card.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useNavigate, useSearchParams } from "#kit/page/router.web.tsx";
import { asNaira } from "#kit/value/money.contract.ts";
import {
  listPaymentReferences,
  type PaymentReference,
} from "#payments/payment-reference/payment-reference.contract.ts";
import { surplusWords } from "#payments/payment-reference/payment-reference.rules.ts";
import { paymentSentence } from "#payments/payment-reference/payment-reference.sentence.rules.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";

const ApplyDialog = opened(() => import("./apply/apply.page.tsx").then((part) => part.ApplyDialog));

/** Start New Application: one card for each payment reference, the chosen one first. Specification 2. */
export function StartPage({ children }: { children(programme: string): ReactNode }) {
  const references = useRead(listPaymentReferences);
  return (
    <>
      <PageHeading
        title="Start New Application"
        subtitle="Continue with a verified payment reference, or print the slip of an application you submitted"
      />
      <Read from={references} waiting={<CardBones />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              title="No Payment References"
              text="An application begins with its fee. Choose a programme and get a payment reference for it first."
            >
              <LinkButton to="/app/pay">Go to Application Fees</LinkButton>
            </EmptyState>
          ) : (
            <References list={list} told={children} />
          )
        }
      </Read>
    </>
  );
}

interface ReferencesParts {
  readonly list: readonly PaymentReference[];
  /** What is said of a programme before it is applied to. */
  told(programme: string): ReactNode;
}

function References({ list, told }: ReferencesParts) {
  const { continued, begin, end } = useContinued(list);
  const ordered = keptFirst(storedNames.application, [...list].sort(byReadiness), ({ _id, application }) => [
    _id,
    application,
  ]);
  return (
    <>
      <Cards label="Payment references">
        {ordered.map((reference) => (
          <ReferenceCard key={reference._id} reference={reference} onContinue={() => begin(reference)} />
        ))}
      </Cards>
      {continued && (
        <ApplyDialog reference={continued} onHide={end}>
          {told(continued.programme._id)}
        </ApplyDialog>
      )}
    </>
  );
}

/** The reference whose dialog is open. It is kept, so that a page that is loaded again comes back to it. Contract 3.18. */
function useContinued(list: readonly PaymentReference[]) {
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const wished = address.get("continue");
  const [continued, setContinued] = useState(() => {
    const ready = list.filter(isReady);
    const meant = wished || kept(storedNames.application);
    return ready.find(({ _id }) => _id === meant) ?? (wished === "" && ready.length === 1 ? ready[0] : null) ?? null;
  });
  const begin = (reference: PaymentReference) => {
    keep(storedNames.application, reference._id);
    setContinued(reference);
  };
  const end = () => {
    // What was submitted meanwhile stays the chosen one.
    if (continued?._id === kept(storedNames.application)) forget(storedNames.application);
    setContinued(null);
    if (wished !== null) navigate("/app/start", { replace: true });
  };
  return { continued, begin, end };
}

/** What can be continued first, then what was submitted, then what waits for its payment; each newest first. */
const byReadiness = (one: PaymentReference, other: PaymentReference) => rank(one) - rank(other);

const rank = (reference: PaymentReference) =>
  reference.application ? 1 : isReady(reference) ? 0 : reference.surplus ? 3 : 2;

/** Verified, and no application has used it. */
const isReady = ({ application, isverified, surplus }: PaymentReference) => isverified && !application && !surplus;

function ReferenceCard({ reference, onContinue }: { reference: PaymentReference; onContinue(): void }) {
  const { programme, session, rrr, amount } = reference;
  return (
    <Card
      title={programmeTitle(programme)}
      beside={<Standing reference={reference} />}
      deeds={<Deed reference={reference} onContinue={onContinue} />}
    >
      <Facts
        list={[
          { label: "Payment reference", value: rrr && groupedRrr(rrr) },
          { label: "Amount", value: asNaira(amount) },
          { label: "Session", value: session.name },
        ]}
      />
    </Card>
  );
}

function Standing({ reference: { application, isverified, surplus } }: { reference: PaymentReference }) {
  if (surplus) return <WordBadge look="plain" word={surplusWords[surplus]} />;
  if (application) return <WordBadge look="good" word="Submitted" />;
  return isverified ? <WordBadge look="info" word="Ready" /> : <WordBadge look="bad" word="Not verified" />;
}

function Deed({ reference, onContinue }: { reference: PaymentReference; onContinue(): void }) {
  const { application, isverified, programme } = reference;
  if (application) {
    return (
      <Link to={`/print/${application}`} className="button" onClick={() => keep(storedNames.application, application)}>
        Print Application Slip
      </Link>
    );
  }
  if (reference.surplus) return <p>{paymentSentence(reference)}.</p>;
  if (isverified) {
    return (
      <button type="button" className="button" onClick={onContinue}>
        Continue Application<span className="sr-only"> to {programmeTitle(programme)}</span>
      </button>
    );
  }
  return (
    <div className="grid gap-2">
      <GreyButton why="Pay this reference and verify the payment first">Continue Application</GreyButton>
      <Link to="/app/pay" className="link inline-flex min-h-11 items-center">
        Go to Application Fees
      </Link>
    </div>
  );
}
