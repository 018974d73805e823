import { Printer, RefreshCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { useKeys } from "#console/keys/keys.press.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { Neighbours } from "#console/record/record.neighbours.part.page.tsx";
import { ReadRecord } from "#console/record/record.read.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call, newAttempt } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import type { PaymentState, Surplus } from "#payments/payment-reference/payment-reference.rules.ts";
import { paymentCorrections } from "../payment-correction/payment-correction.contract.ts";
import { receipts } from "../receipt-register/receipt-register.contract.ts";
import { StandingBadge } from "./payment-desk.badge.part.page.tsx";
import { Deeds, Mails, Told, Waiting } from "./payment-desk.beside.part.page.tsx";
import { askAboutPayment, type deskPayments, type PaymentStory, readPaymentStory } from "./payment-desk.contract.ts";
import { AboutPayment } from "./payment-desk.facts.part.page.tsx";
import { History } from "./payment-desk.history.part.page.tsx";
import { Journal } from "./payment-desk.journal.part.page.tsx";

interface PaymentParts {
  readonly of: typeof deskPayments & { readonly usual: string };
  readonly id: string;
}

/** One payment with all that was ever heard and done about it. */
export function PaymentPage({ of, id }: PaymentParts) {
  const read = useRead(of.calls.read, { id });
  const story = useRead(readPaymentStory, { id });
  return (
    <ReadRecord from={read} of={of}>
      {(answer) => {
        const row = answer as Row;
        const [state, surplus] = [row.state as PaymentState, row.surplus as Surplus | null];
        return (
          <>
            <ConsoleHeading title={String(row.payer)} note={<StandingBadge state={state} surplus={surplus} />}>
              <Neighbours of={of} id={id} />
              <PaymentDeeds id={id} state={state} verified={row.verifiedAt !== null} />
            </ConsoleHeading>
            <Read from={story} waiting={<div className="bone late h-64" />}>
              {(told) => <Shown row={row} story={told} />}
            </Read>
          </>
        );
      }}
    </ReadRecord>
  );
}

const Shown = ({ row, story }: { row: Row; story: PaymentStory }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
    <Column>
      <Waiting story={story} />
      <AboutPayment row={row} story={story} />
      <History story={story} />
      <Journal lines={story.journal} />
    </Column>
    <Column>
      <Told list={story.told} />
      <Mails list={story.mails} />
      <Deeds list={story.audit} />
    </Column>
  </div>
);

const Column = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-4">{children}</div>
);

interface DeedParts {
  readonly id: string;
  readonly state: PaymentState;
  readonly verified: boolean;
}

/** Asks the provider now, and the ways to its receipt and to a correction. */
function PaymentDeeds({ id, state, verified }: DeedParts) {
  const [mayAsk, mayPropose] = [useRight("payments.change"), useRight("payment-corrections.change")];
  const seesReceipts = useRight("receipts");
  const reread = useReread();
  const [asking, setAsking] = useState(false);
  const [refused, setRefused] = useState("");
  const ask = async () => {
    if (asking) return;
    setAsking(true);
    setRefused("");
    try {
      const { message, answered } = await call(askAboutPayment, { params: { id }, attempt: newAttempt() });
      toast(answered ? "good" : "info", message);
      await reread();
    } catch (failure) {
      setRefused(failure instanceof Error ? failure.message : String(failure));
    } finally {
      setAsking(false);
    }
  };
  const canAsk = mayAsk && state !== "REFUSED";
  useKeys(canAsk ? { r: () => void ask() } : {}, { r: "Ask the provider now" });
  return (
    <>
      {seesReceipts && verified && (
        <Link to={`${receipts.link}/${id}/print`} className="button button-quiet">
          <Printer aria-hidden className="size-4" />
          Receipt
        </Link>
      )}
      {mayPropose && state !== "REFUSED" && (
        <Link to={`${paymentCorrections.link}/new?payment=${id}`} className="button button-quiet">
          Propose a correction
        </Link>
      )}
      {canAsk && (
        <button type="button" className="button" disabled={asking} onClick={() => void ask()}>
          <RefreshCw aria-hidden className="size-4" />
          {asking ? "Asking..." : "Ask the provider now"}
        </button>
      )}
      {refused && (
        <div className="basis-full">
          <Alert look="bad">{refused}</Alert>
        </div>
      )}
    </>
  );
}
