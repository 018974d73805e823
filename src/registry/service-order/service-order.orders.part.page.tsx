import { type ReactNode, useState } from "react";
import { call, sentenceOf } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import {
  PayOnline,
  ReferenceDigits,
  VerifyPayment,
} from "#payments/payment-reference/payment-reference.deeds.part.page.tsx";
import { ToApplicantArea } from "../student-sign-in/student-sign-in.part.page.tsx";
import { cardSays, PHOTO_SCREEN } from "./id-card/id-card.rules.ts";
import {
  answerForm,
  answerOrder,
  cancelOrder,
  openOrderPayPage,
  orderForm,
  orderService,
  payOrder,
  type readServices,
  verifyOrderPayment,
} from "./service-order.contract.ts";
import { orderLooks } from "./service-order.rules.ts";

type Services = Replied<typeof readServices>;
type Offered = Services["offered"][number];
type Order = Services["orders"][number];

const row = "border-line border-b py-3 last:border-b-0";

/** A service that may be ordered, as a line of a list. */
export function OneService({ service }: { service: Offered }) {
  const { label, description, amount, days } = service;
  const [ordering, setOrdering] = useState(false);
  return (
    <li className={row}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-semibold">{label}</h3>
        <p className="figures font-semibold">{asNaira(amount)}</p>
      </div>
      <p className="text-soft">
        {description}. Made within {asCount(days, "day")} of the payment.
      </p>
      {ordering ? (
        <OrderForm service={service} onDone={() => setOrdering(false)} />
      ) : (
        <button type="button" className="button button-quiet mt-2" onClick={() => setOrdering(true)}>
          Order<span className="sr-only"> {label}</span>
        </button>
      )}
    </li>
  );
}

function OrderForm({ service: { _id, asks }, onDone }: { service: Offered; onDone(): void }) {
  const reread = useReread();
  const sheet = useSheet(orderForm, { service: _id, note: "" });
  return (
    <Form
      sheet={sheet}
      draft={`service-${_id}`}
      submit="Order"
      send={(body, attempt) => call(orderService, { body, attempt })}
      done={async () => {
        onDone();
        await reread();
        scrollTo({ top: 0 });
      }}
      beside={
        <button type="button" className="button button-quiet" onClick={onDone}>
          Not now
        </button>
      }
    >
      {asks ? <TextArea {...sheet.field("note")} label={asks} /> : <p>The price stays as it is now.</p>}
    </Form>
  );
}

const verify = (id: string) => call(verifyOrderPayment, { params: { id } });
const open = (id: string) => call(openOrderPayPage, { params: { id } });

/** Where an order stands, as it is said to its owner; the others say it by themselves. */
const words: Readonly<Partial<Record<Order["state"], string>>> = { Ordered: "Not paid", Returned: "Answer needed" };

/** An order of one's own with where it stands, its payment and what the office says. */
export function OneOrder({ order, children }: { order: Order; children?: ReactNode }) {
  const { label, amount, state, dueon, said, note, createdAt, owed, card } = order;
  const look = owed ? "bad" : orderLooks[state];
  return (
    <Card title={label} beside={<WordBadge look={look} word={owed ? "Not paid" : (words[state] ?? state)} />}>
      <div className="grid gap-3">
        <p>
          <span className="figures">{asNaira(amount)}</span>, ordered on {asDay(createdAt)}
          {dueon && state !== "Ready" && state !== "Collected" && `, promised for ${asDay(dueon)}`}
        </p>
        {card && state !== "Cancelled" && <OwnCard card={card} />}
        {note && <p className="text-soft">You wrote: {note}</p>}
        {owed && <p>You have it already, and your bank took the payment back. Please pay it again.</p>}
        {(state === "Ordered" || owed) && <PayFor order={order} />}
        {state === "Ready" && (
          <Alert look="good" title="Ready to collect">
            <p>{said ?? "Ask the registry where to collect it, and bring your ID card."}</p>
          </Alert>
        )}
        {state === "Returned" && <Answer order={order} />}
        {state === "Collected" && said && <p className="text-soft">Handed out: {said}</p>}
        {children}
      </div>
    </Card>
  );
}

/** Where one's ID card stands; while it is not issued, the photograph can be replaced. */
function OwnCard({ card: { state, validuntil } }: { card: NonNullable<Order["card"]> }) {
  return (
    <div>
      <p>
        {cardSays(state)}
        {state === "Issued" && validuntil && ` It is valid until ${asDay(`${validuntil}T12:00:00Z`)}.`}
      </p>
      {(state === null || state === "Refused") && (
        <ToApplicantArea to={PHOTO_SCREEN} className="link min-h-11 cursor-pointer">
          {state === null ? "Look at your photograph" : "Put in another photograph"}
        </ToApplicantArea>
      )}
    </div>
  );
}

/** Another reference can be made when this one buys nothing any more. */
const spent: readonly string[] = ["CANCELLED", "EXPIRED", "SUSPENSE", "REVERSED"];

function PayFor({ order: { _id, owed, payment } }: { order: Order }) {
  const reread = useReread();
  const [busy, setBusy] = useState(false);
  const run = (deed: () => Promise<{ readonly message: string }>) => {
    setBusy(true);
    deed()
      .then(async ({ message }) => {
        toast("good", message);
        await reread();
      })
      .catch((failure: unknown) => toast("bad", sentenceOf(failure)))
      .finally(() => setBusy(false));
  };
  const { rrr = null, state, sentence } = payment ?? {};
  return (
    <>
      {rrr && state === "OPEN" && (
        <>
          <ReferenceDigits rrr={rrr} />
          <div className="flex flex-wrap gap-3 py-1 *:grow sm:*:grow-0">
            <PayOnline rrr={rrr} open={open} />
            <VerifyPayment rrr={rrr} verify={verify} />
          </div>
          <p className="text-small text-soft">
            Or pay at any bank: say Remita, and read out the twelve digits. Then come back and verify.
          </p>
        </>
      )}
      {payment && state !== "OPEN" && (
        <p role="status" className="text-soft">
          {sentence}.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {(!state || spent.includes(state)) && (
          <button
            type="button"
            className="button"
            disabled={busy}
            onClick={() => run(() => call(payOrder, { params: { id: _id }, body: {} }))}
          >
            {busy ? "Please wait..." : "Pay for it"}
          </button>
        )}
        {!owed && (
          <button
            type="button"
            className="button button-quiet"
            disabled={busy}
            onClick={() => run(() => call(cancelOrder, { params: { id: _id }, body: {} }))}
          >
            Cancel the order
          </button>
        )}
      </div>
    </>
  );
}

function Answer({ order: { _id, said, note } }: { order: Order }) {
  const reread = useReread();
  const sheet = useSheet(answerForm, { note: note ?? "" });
  return (
    <>
      <Alert look="warn" title="The office asks">
        <p>{said}</p>
      </Alert>
      <Form
        sheet={sheet}
        draft={`service-answer-${_id}`}
        submit="Answer"
        send={(body, attempt) => call(answerOrder, { params: { id: _id }, body, attempt })}
        done={() => reread()}
      >
        <TextArea {...sheet.field("note")} />
      </Form>
    </>
  );
}
