import { programmeTitle } from "#college/programme/programme.contract.ts";
import { call } from "#kit/call/call.web.ts";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asAgo } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { openPayPage, verifyPayment } from "../payment-verification/payment-verification.contract.ts";
import { groupedRrr } from "../remita/remita.contract.ts";
import type { PaymentReference } from "./payment-reference.contract.ts";
import { PayOnline, VerifyPayment } from "./payment-reference.deeds.part.page.tsx";
import { AtTheBank, Reference } from "./payment-reference.rrr.part.page.tsx";
import { askedSentence, isToPay, paymentSentence } from "./payment-reference.sentence.contract.ts";
import { PaymentBadge } from "./payment-reference.standing.part.page.tsx";
import { isPayable } from "./payment-reference.states.contract.ts";

/** One payment reference: what it is for, where it stands, and what can be done about it now; nothing while it is `asked` about. */
export function PaymentCard({ payment, asked }: { payment: PaymentReference; asked: boolean }) {
  const { programme, session, rrr, amount, checkedAt, createdAt } = payment;
  const waits = asked && payment.state === "OPEN";
  return (
    <Card title={programmeTitle(programme)} beside={<PaymentBadge {...payment} asked={asked} />}>
      {rrr && <Reference rrr={rrr} />}
      <p className="max-w-prose">{rrr && waits ? askedSentence(rrr) : paymentSentence(payment)}.</p>
      {rrr && !waits && <Deeds payment={payment} rrr={rrr} />}
      {rrr && !waits && isToPay(payment) && <AtTheBank rrr={rrr} />}
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

const verify = (rrr: string) => call(verifyPayment, { params: { trxcode: rrr } });
const open = (rrr: string) => call(openPayPage, { params: { trxcode: rrr } });

const row = "flex flex-wrap gap-3 py-1 *:grow sm:*:grow-0";

/** Above the details, so that a phone shows the next thing to do without scrolling. */
function Deeds({ payment, rrr }: { payment: PaymentReference; rrr: string }) {
  if (isPayable(payment.state)) {
    return (
      <div className={row}>
        {isToPay(payment) && <PayOnline rrr={rrr} open={open} />}
        <VerifyPayment rrr={rrr} verify={verify} />
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
