import { Copy } from "lucide-react";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { type BadgeLook, WordBadge } from "#kit/badge.web.tsx";
import { LinkButton } from "#kit/buttons.web.tsx";
import { Card } from "#kit/card.web.tsx";
import { asAgo } from "#kit/dates.contract.ts";
import { Facts } from "#kit/facts.web.tsx";
import { asNaira } from "#kit/money.contract.ts";
import { Link } from "#kit/router.web.tsx";
import { toast } from "#kit/toast.web.tsx";
import { groupedRrr } from "../remita/remita.contract.ts";
import type { PaymentReference } from "./payment-reference.contract.ts";
import { PayOnline, VerifyPayment } from "./payment-reference.deeds.page.tsx";
import { paymentSentence } from "./payment-reference.sentence.contract.ts";
import { isPayable, type PaymentState, stateWords } from "./payment-reference.states.contract.ts";
import { surplusWords } from "./payment-reference.surplus.contract.ts";

const looks: Readonly<Record<PaymentState, BadgeLook>> = {
  ...{ CREATED: "info", REQUESTING: "info", UNKNOWN: "info", OPEN: "bad", PAID: "good", HELD: "info" },
  ...{ REFUSED: "plain", PARKED: "info", CANCELLED: "plain", EXPIRED: "plain", SUSPENSE: "info", REVERSED: "plain" },
};

/** One payment reference: what it is for, where it stands, and what can be done about it now. */
export function PaymentCard({ payment }: { payment: PaymentReference }) {
  const { programme, session, state, rrr, amount, checkedAt, createdAt } = payment;
  return (
    <Card title={programmeTitle(programme)} beside={<WordBadge {...standingOf(payment)} />}>
      {rrr && <Reference rrr={rrr} />}
      <p className="max-w-prose">{paymentSentence(payment)}.</p>
      {rrr && <Deeds payment={payment} rrr={rrr} />}
      {state === "OPEN" && rrr && !payment.paidby && <AtTheBank rrr={rrr} />}
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

const standingOf = ({ state, surplus }: PaymentReference) =>
  surplus && state === "PAID"
    ? ({ look: "plain", word: surplusWords[surplus] } as const)
    : { look: looks[state], word: stateWords[state] };

/** The twelve digits, large enough to read out at a counter. */
function Reference({ rrr }: { rrr: string }) {
  const copy = () =>
    // Absent on plain http, and refused by some phones.
    Promise.resolve(navigator.clipboard?.writeText(rrr) ?? Promise.reject(new Error("no clipboard"))).then(
      () => toast("good", `Reference ${groupedRrr(rrr)} is copied`),
      () => toast("warn", "Your browser does not copy. Press and hold the reference to select it"),
    );
  return (
    <div className="rounded-control bg-sunk pt-1 pr-2 pb-3 pl-4">
      <div className="flex items-center justify-between gap-2 text-small">
        <span className="text-soft">Reference (RRR)</span>
        <button
          type="button"
          className="link inline-flex min-h-11 cursor-pointer items-center gap-1.5 px-2"
          onClick={() => void copy()}
        >
          <Copy aria-hidden className="size-4" />
          Copy<span className="sr-only"> reference {groupedRrr(rrr)}</span>
        </button>
      </div>
      <p className="select-all whitespace-nowrap font-semibold text-title tabular-nums">{groupedRrr(rrr)}</p>
    </div>
  );
}

function AtTheBank({ rrr }: { rrr: string }) {
  return (
    <details className="rounded-control border border-line px-4">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold">Pay at a bank or by app</summary>
      <ul className="mb-3 grid list-disc gap-1.5 pl-5">
        <li>At any bank: ask for Remita, give the reference {groupedRrr(rrr)} and keep the teller's slip.</li>
        <li>In your bank's app or by USSD: choose Remita, enter the 12 digits without dashes.</li>
        <li>The bank adds its own charge. Your receipt shows the fee without it.</li>
        <li>A bank may need up to two days to tell us. We keep asking and write to you once it has arrived.</li>
      </ul>
    </details>
  );
}

const row = "flex flex-wrap gap-3 py-1";

/** Above the details, so that a phone shows the next thing to do without scrolling. */
function Deeds({ payment, rrr }: { payment: PaymentReference; rrr: string }) {
  if (isPayable(payment.state)) {
    return (
      <div className={row}>
        {payment.state === "OPEN" && !payment.paidby && <PayOnline rrr={rrr} />}
        <VerifyPayment rrr={rrr} />
      </div>
    );
  }
  if (payment.state !== "PAID") return null;
  return (
    <div className={row}>
      {!payment.application && !payment.surplus && <LinkButton to="/app/start">Start your application</LinkButton>}
      <Link to={`/application-receipt/${rrr}`} className="button button-quiet" target="_blank">
        Print receipt<span className="sr-only"> of {groupedRrr(rrr)} (opens a new tab)</span>
      </Link>
    </div>
  );
}
