import { programmeTitle } from "#college/programme/programme.contract.ts";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Unfinished } from "#kit/form/unfinished.web.tsx";
import { useWish } from "#kit/form/wish.web.ts";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { Card, Cards } from "#kit/look/card.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { PlusButton } from "#kit/look/plus-button.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { asAgo } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { groupedRrr } from "../remita/remita.rules.ts";
import type { AskedLater } from "./lifecycle/lifecycle.generate.page.tsx";
import { listPaymentReferences, type PaymentReference } from "./payment-reference.contract.ts";
import {
  AtTheBank,
  IHavePaid,
  PayOnline,
  ReferenceDigits,
  VerifyPayment,
} from "./payment-reference.deeds.part.page.tsx";
import { PaymentBadge, useWaitingFor } from "./payment-reference.part.page.tsx";
import { ReturnFromPayPage as Returning, useReturning } from "./payment-reference.return.part.page.tsx";
import { isPayable } from "./payment-reference.rules.ts";
import { askedSentence, isToPay, paymentSentence } from "./payment-reference.sentence.rules.ts";
import { openPayPage, verifyPayment } from "./payment-reference.verify.contract.ts";

const GeneratePaymentReference = opened(() =>
  import("./lifecycle/lifecycle.generate.page.tsx").then((part) => part.GeneratePaymentReference),
);

/** One payment reference: what it is for, where it stands, and what can be done about it now; nothing while it is `asked` about. */
function PaymentCard({ payment, asked }: { payment: PaymentReference; asked: boolean }) {
  const { programme, session, rrr, amount, checkedAt, createdAt } = payment;
  const waits = asked && payment.state === "OPEN";
  return (
    <Card title={programmeTitle(programme)} beside={<PaymentBadge {...payment} asked={asked} />}>
      {rrr && <ReferenceDigits rrr={rrr} />}
      <p className="max-w-prose">{rrr && waits ? askedSentence(rrr) : paymentSentence(payment)}.</p>
      {rrr && !waits && <Deeds payment={payment} rrr={rrr} />}
      {rrr && !waits && isToPay(payment) && <AtTheBank rrr={rrr} slip={`/payment-slip/${rrr}`} />}
      <Facts
        list={[
          { label: "Amount", value: asNaira(amount) },
          { label: "School", value: programme.college },
          { label: "Session", value: session.name },
        ]}
      />
      <p className="text-small text-soft">
        Made {asAgo(createdAt)}
        {checkedAt && ` · Last checked ${asAgo(checkedAt)}`}
      </p>
    </Card>
  );
}

const verifyNow = (rrr: string) => call(verifyPayment, { params: { trxcode: rrr } });
const open = (rrr: string) => call(openPayPage, { params: { trxcode: rrr } });

const row = "flex flex-wrap gap-3 py-1 *:grow sm:*:grow-0";

/** Above the details, so that a phone shows the next thing to do without scrolling. */
function Deeds({ payment, rrr }: { payment: PaymentReference; rrr: string }) {
  if (isPayable(payment.state)) {
    return (
      <div className={row}>
        {isToPay(payment) && <PayOnline rrr={rrr} open={open} />}
        <VerifyPayment rrr={rrr} verify={verifyNow} />
        <IHavePaid rrr={rrr} />
      </div>
    );
  }
  if (payment.state !== "PAID") return null;
  return (
    <div className={row}>
      {!payment.application && !payment.surplus && (
        <LinkButton to={`/app/start?continue=${payment._id}`}>Start your application</LinkButton>
      )}
      <Link to={`/application-receipt/${rrr}`} className="button button-quiet">
        Print receipt<span className="sr-only"> of {groupedRrr(rrr)}</span>
      </Link>
    </div>
  );
}

/** After the provider's pay page for an application fee. */
function ReturnForApplication({ onEnd }: { onEnd(): void }) {
  return (
    <Returning verify={verifyReturned} onEnd={onEnd}>
      <Link to="/app/start?continue" className="button">
        Start your application
      </Link>
    </Returning>
  );
}

const verifyReturned = (rrr: string, signal: AbortSignal) => call(verifyPayment, { params: { trxcode: rrr }, signal });

/**
 * Specification 2, Application Fees. The provider's pay page comes back here with ?RRR=; ?programme= opens the dialog
 * with that programme chosen, ?add with none. `children` is what a programme asks for once its fee is paid.
 */
export function ApplicationFeesPage({ children }: { children: AskedLater }) {
  const references = useRead(listPaymentReferences);
  const making = useShown();
  const [wished, forget] = useWish("programme");
  const [adding, forgetAdding] = useWish("add");
  const open = making.shown || wished !== "" || adding !== "";
  const { asked, onEnd } = useReturning();
  useWaitingFor(references.data ?? []);
  return (
    <>
      <PageHeading
        title="Application Fees"
        subtitle="Make a payment reference for the programme you want, pay it online or at any bank, then apply"
      >
        <Link to="/app/qualify" className="link inline-flex min-h-11 items-center">
          Do I qualify?
        </Link>
      </PageHeading>
      <ReturnForApplication onEnd={onEnd} />
      <Unfinished forms={{ payment: making.show }} open={open} />
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
            <>
              <Cards label="Payment references">
                {list.map((reference) => (
                  <PaymentCard
                    key={reference._id}
                    payment={reference}
                    asked={asked !== null && reference.rrr === asked}
                  />
                ))}
              </Cards>
              <button type="button" className="button button-quiet mt-6 w-full sm:w-auto" onClick={making.show}>
                Pay for another programme
              </button>
            </>
          )
        }
      </Read>
      <PlusButton label="Generate payment reference" onClick={making.show} />
      {open && (
        <GeneratePaymentReference
          key={wished}
          wished={wished}
          later={children}
          onHide={() => {
            making.hide();
            forget();
            forgetAdding();
          }}
        />
      )}
    </>
  );
}
