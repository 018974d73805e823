import { Printer, RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { useKeys } from "#console/keys/keys.press.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { asText, shortMinute } from "#console/record/record.rules.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Neighbours } from "#console/screens/screens.neighbours.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { call, newAttempt } from "#kit/call/call.web.ts";
import { useDeed } from "#kit/call/deed.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { type BadgeLook, WordBadge } from "#kit/look/badge.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { asAgo } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import {
  deskStateWords,
  type PaymentState,
  type Surplus,
  surplusWords,
} from "#payments/payment-reference/payment-reference.rules.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { paymentCorrections } from "../payment-correction/payment-correction.contract.ts";
import { receipts } from "../receipt-register/receipt-register.contract.ts";
import {
  PaymentAudit,
  PaymentJournal,
  PaymentMails,
  PaymentNotifications,
  WaitingDecisions,
} from "./payment-desk.beside.part.page.tsx";
import { askAboutPayment, deskPayments, type PaymentStory, readPaymentStory } from "./payment-desk.contract.ts";

const looks: Partial<Record<PaymentState, BadgeLook>> = {
  PAID: "good",
  OPEN: "info",
  HELD: "bad",
  PARKED: "bad",
  REVERSED: "bad",
};

interface StandingParts {
  readonly state: PaymentState;
  readonly surplus?: Surplus | null;
}

/** Where a payment stands, for the desk; of one that bought nothing, why. */
const StandingBadge = ({ state, surplus }: StandingParts) =>
  state === "PAID" && surplus ? (
    <WordBadge look="bad" word={surplusWords[surplus]} />
  ) : (
    <WordBadge look={looks[state] ?? "plain"} word={deskStateWords[state]} />
  );

function AboutPayment({ row, story }: { row: Row; story: PaymentStory }) {
  const text = (name: string) => {
    const field = deskPayments.shown.find((one) => one.name === name);
    return field ? asText(field, row[name]) : "";
  };
  const items = story.items.map(({ name, amount }) => `${name} ${asNaira(amount)}`).join(", ");
  return (
    <section aria-label="What it is" className="card px-5 py-2">
      <Facts
        list={[
          { label: "RRR", value: row.rrr ? <strong>{groupedRrr(String(row.rrr))}</strong> : "None yet" },
          { label: "Amount", value: `${text("amount")}${story.items.length > 1 ? `: ${items}` : ""}` },
          { label: "For", value: story.description },
          { label: "What the payer reads", value: `${story.sentence}.` },
          { label: "JAMB number", value: text("jamb") },
          { label: "Phone, e-mail", value: `${localPhone(String(row.payerphone))}, ${String(row.payeremail)}` },
          { label: "Application", value: <Application story={story} code={text("applicationcode")} /> },
          { label: "Made", value: text("createdAt") },
          { label: "Verified", value: text("verifiedAt") || "Not verified" },
          { label: "Last answer", value: row.checkedAt ? asAgo(String(row.checkedAt)) : "None yet" },
          { label: "Asked next", value: nextQuestion(story) },
          { label: "Order number", value: text("orderid") },
        ]}
      />
    </section>
  );
}

function nextQuestion({ asking, nextCheckAt, open }: PaymentStory): string {
  if (asking) return "Being asked now";
  if (!open) return "Not by itself: it is settled";
  return nextCheckAt ? shortMinute(nextCheckAt) : "Not planned";
}

function Application({ story: { application }, code }: { story: PaymentStory; code: string }) {
  const mayOpen = useRight("applications");
  if (!application) return "Not used yet";
  const name = code || "Of this acceptance";
  return mayOpen ? (
    <Link to={`/staff/applications/${application}`} className="link">
      {name}
    </Link>
  ) : (
    name
  );
}

const History = ({ story: { events } }: { story: PaymentStory }) => (
  <section aria-labelledby="history" className="card px-5 py-4">
    <h2 id="history" className="text-large">
      Everything heard and done
    </h2>
    {events.length === 0 && <p className="mt-2 text-soft">Nothing yet: the provider has not been asked.</p>}
    <ol className="mt-1">
      {[...events].reverse().map(({ _id, at, words, to, differs }) => (
        <li
          key={_id}
          className="grid gap-x-4 gap-y-0.5 border-line border-b py-2 last:border-b-0 sm:grid-cols-[10rem_1fr]"
        >
          <time dateTime={at} className="figures text-small text-soft">
            {shortMinute(at)}
          </time>
          <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <p className="min-w-0 break-words">
              {words}
              {differs.length > 0 && <strong className="text-bad"> It names {differs.join(", ")}</strong>}
            </p>
            {to && <StandingBadge state={to} />}
          </div>
        </li>
      ))}
    </ol>
  </section>
);

interface PaymentParts {
  readonly of: typeof deskPayments & { readonly usual: string };
  readonly id: string;
}

export function PaymentPage({ of, id }: PaymentParts) {
  const read = useRead(of.calls.read, { id });
  const story = useRead(readPaymentStory, { id });
  return (
    <ReadRecord from={read} of={of}>
      {(answer) => {
        const row = answer as Row;
        const state = row.state as PaymentState;
        const surplus = row.surplus as Surplus | null;
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
      <WaitingDecisions story={story} />
      <AboutPayment row={row} story={story} />
      <History story={story} />
      <PaymentJournal lines={story.journal} />
    </Column>
    <Column>
      <PaymentNotifications list={story.told} />
      <PaymentMails list={story.mails} />
      <PaymentAudit list={story.audit} />
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

function PaymentDeeds({ id, state, verified }: DeedParts) {
  const mayAsk = useRight("payments.change");
  const mayPropose = useRight("payment-corrections.change");
  const mayWithdraw = useRight("withdrawals.change");
  const seesReceipts = useRight("receipts");
  const reread = useReread();
  const { busy: asking, refused, run } = useDeed();
  const ask = async () => {
    if (asking) return;
    await run(async () => {
      const { message, answered } = await call(askAboutPayment, { params: { id }, attempt: newAttempt() });
      toast(answered ? "good" : "info", message);
      await reread();
    });
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
      {mayWithdraw && state === "PAID" && (
        <Link to={`/staff/withdrawals/new?trx=${id}`} className="button button-quiet">
          Take money out
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
