import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link, useParams } from "#kit/page/router.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { ReturnFromPayPage } from "#payments/payment-reference/payment-reference.return.part.page.tsx";
import type { BillShown, TuitionAccount } from "./bill.shown.contract.ts";
import { BalanceBadge, termWords } from "./bill.view.part.page.tsx";
import { readOwnAccount, verifyBillPayment } from "./pay/pay.contract.ts";
import { PayBill } from "./pay/pay.one.page.tsx";

const verify = (id: string, signal: AbortSignal) => call(verifyBillPayment, { params: { id }, signal });

/** `/student/bill`: what is owed, one bill or all of them, and what came of a payment that somebody comes back from. */
export function StudentBillPage() {
  const account = useRead(readOwnAccount);
  return (
    <>
      <PageHeading title="My bill" subtitle="What you pay for, what is paid, and what it opens" />
      <ReturnFromPayPage verify={verify} onEnd={() => undefined}>
        <LinkButton to="/student">What to do next</LinkButton>
      </ReturnFromPayPage>
      <Read from={account} waiting={<CardBones />}>
        {(found) => <Bills account={found} />}
      </Read>
    </>
  );
}

/** `/student/bill/:id`: one of several. */
export function StudentBillOfPage() {
  const { id = "" } = useParams();
  return (
    <>
      <PageHeading title="My bill" subtitle="What you pay for, what is paid, and what it opens" />
      <Link to="/student/bill" className="link inline-flex min-h-11 items-center">
        All my bills
      </Link>
      <PayBill id={id} />
    </>
  );
}

function Bills({ account: { bills, balance } }: { account: Omit<TuitionAccount, "student"> }) {
  const [only, ...others] = bills;
  if (!only)
    return (
      <EmptyState
        title="You have no bill yet"
        text="The college makes it once your record is complete, and writes to you then."
      />
    );
  if (others.length === 0) return <PayBill id={only._id} />;
  return (
    <div className="grid gap-4">
      <p>
        All your bills together: <BalanceBadge balance={balance} of={bills} />
      </p>
      {bills.map((bill) => (
        <BillCard key={bill._id} bill={bill} />
      ))}
    </div>
  );
}

function BillCard({ bill }: { bill: BillShown }) {
  const next = bill.parts.find(({ left }) => left > 0);
  const said = bill.takenback
    ? "The college took this bill back. Nothing of it is to be paid."
    : `${asNaira(bill.billed)} was billed, and all of it is paid.`;
  return (
    <Card title={termWords(bill)}>
      <p className="mb-2">
        <BalanceBadge balance={bill.balance} of={[bill]} />
      </p>
      <p>{next ? `${next.name}: ${asNaira(next.left)} by ${asDay(next.due)}.` : said}</p>
      <Link to={`/student/bill/${bill._id}`} className={`mt-3 ${next ? "button" : "button button-quiet"}`}>
        {next ? "See it and pay" : "See it"}
        <span className="sr-only"> {termWords(bill)}</span>
      </Link>
    </Card>
  );
}
