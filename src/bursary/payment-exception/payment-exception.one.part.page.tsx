import { useState } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { shortMinute } from "#console/record/record.rules.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Neighbours } from "#console/screens/screens.neighbours.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { call, newAttempt } from "#kit/call/call.web.ts";
import { usePress } from "#kit/call/press.web.ts";
import { useRead, useReread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asNaira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { AnswerPayer, PayerCase } from "./payer-case/payer-case.part.page.tsx";
import {
  closeException,
  leaveException,
  paymentExceptions,
  readException,
  reopenException,
  type shutExceptions,
  takeException,
} from "./payment-exception.contract.ts";
import { exceptionAdvice, isEndedByWord } from "./payment-exception.rules.ts";

const ReasonDialog = opened(() =>
  import("#console/confirm/confirm.reason.part.page.tsx").then((part) => part.ReasonDialog),
);

type HistoryOf = Replied<typeof readException>;

const words = { close: "Settled", reopen: "Opened again" } as const;

const Decisions = ({ list }: { list: HistoryOf["decisions"] }) => (
  <section aria-labelledby="decisions" className="card px-5 py-3">
    <h2 id="decisions" className="text-large">
      Decisions
    </h2>
    <ol>
      {list.map(({ at, by, deed, reason }) => (
        <li key={at} className="border-line border-b py-2 last:border-b-0">
          <p className="whitespace-pre-line">
            <strong>{words[deed]}</strong>: {reason}
          </p>
          <p className="text-small text-soft">
            {by}, {shortMinute(at)}
          </p>
        </li>
      ))}
    </ol>
  </section>
);

/** What was sent, each time that it was. It proves nothing. */
const Told = ({ list }: { list: HistoryOf["told"] }) => (
  <section aria-labelledby="told" className="card px-5 py-3">
    <h2 id="told" className="text-large">
      {list.length === 1 ? "What was told" : `Told ${list.length} times`}
    </h2>
    <p className="text-soft">
      {list.map(({ at }) => shortMinute(at)).join("; ")}. Anybody who knows the address could have sent it.
    </p>
    <pre className="mt-2 whitespace-pre-wrap break-words rounded-control bg-sunk p-2 text-small">{list[0]?.item}</pre>
  </section>
);

/** Says that one is on it, so that nobody else begins. Whoever was faster is named. */
export function TakeButton({ id, title }: { id: string; title: string }) {
  const { busy, send } = useSaying(id);
  return (
    <button type="button" className="button button-quiet" disabled={busy} onClick={() => void send(takeException)}>
      I take this<span className="sr-only">: {title}</span>
    </button>
  );
}

function LeaveButton({ id }: { id: string }) {
  const { busy, send } = useSaying(id);
  return (
    <button type="button" className="button button-quiet" disabled={busy} onClick={() => void send(leaveException)}>
      Leave it to others
    </button>
  );
}

function useSaying(id: string) {
  const { busy, press } = usePress();
  const send = (endpoint: typeof takeException | typeof leaveException) =>
    press(() => call(endpoint, { params: { id }, attempt: newAttempt() }));
  return { busy, send };
}

type Exception = Replied<typeof readException>;

interface OneParts {
  readonly of: typeof paymentExceptions | typeof shutExceptions;
  readonly id: string;
}

/** One exception: what it is about, what to do, who is on it, and what was decided. */
export function ExceptionPage({ of, id }: OneParts) {
  const read = useRead(readException, { id });
  return (
    <ReadRecord from={read} of={of}>
      {(one) => (
        <>
          <ConsoleHeading
            title={one.kind}
            note={<WordBadge look={one.closed ? "good" : "bad"} word={one.closed ? "Settled" : "Waiting"} />}
          >
            <Neighbours of={of} id={id} />
            <ExceptionDeeds one={one} />
          </ConsoleHeading>
          <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
            <Standing one={one} />
            {one.beside.length > 0 && <Beside list={one.beside} />}
            <section aria-label="What it is about" className="card px-5 py-2">
              <Facts list={factsOf(one)} />
            </section>
            {one.payercase && <PayerCase of={one.payercase} />}
            {one.told.length > 0 && <Told list={one.told} />}
            {one.decisions.length > 0 && <Decisions list={one.decisions} />}
          </div>
        </>
      )}
    </ReadRecord>
  );
}

function Standing({ one: { kind, closed } }: { one: Exception }) {
  if (closed)
    return (
      <Alert look="good" title={`Settled ${shortMinute(closed.at)}${closed.by ? ` by ${closed.by}` : ""}`}>
        <p>{closed.outcome}</p>
      </Alert>
    );
  const advice = (exceptionAdvice as Readonly<Record<string, string>>)[kind];
  return (
    advice && (
      <Alert look="info" title="What to do">
        <p>{advice}</p>
      </Alert>
    )
  );
}

/** The same payment under another head, so that nobody takes it for a second one. */
const Beside = ({ list }: { list: Exception["beside"] }) => (
  <Alert look="info" title="The same payment waits for more than this">
    <ul>
      {list.map(({ _id, kind }) => (
        <li key={_id}>
          <Link to={`${paymentExceptions.link}/${_id}`} className="link inline-block py-1">
            {kind}
          </Link>
        </li>
      ))}
    </ul>
  </Alert>
);

const factsOf = ({ createdAt, name, jamb, rrr, came, asked, said, taken, payment }: Exception) => [
  { label: "Since", value: shortMinute(createdAt) },
  ...(payment ? [{ label: "Payment", value: <PaymentLink id={payment} rrr={rrr} /> }] : []),
  ...(!payment && rrr ? [{ label: "RRR", value: groupedRrr(rrr) }] : []),
  ...(name ? [{ label: "Payer", value: `${name}${jamb ? `, ${jamb}` : ""}` }] : []),
  ...(came === null ? [] : [{ label: "Came", value: asNaira(came) }]),
  ...(asked === null ? [] : [{ label: "Asked for", value: asNaira(asked) }]),
  ...(said ? [{ label: "About", value: said }] : []),
  { label: "Who is on it", value: taken ? `${taken.by}, since ${shortMinute(taken.at)}` : "Nobody yet" },
];

function PaymentLink({ id, rrr }: { id: string; rrr: string | null }) {
  const mayOpen = useRight("payments");
  const name = rrr ? groupedRrr(rrr) : "Without an RRR";
  return mayOpen ? (
    <Link to={`/staff/payments/${id}`} className="link">
      {name}
    </Link>
  ) : (
    name
  );
}

function ExceptionDeeds({ one }: { one: Exception }) {
  const mayChange = useRight("payment-exceptions.change");
  const mayPropose = useRight("payment-corrections.change");
  const { _id, kind, payment, taken, closed, byword } = one;
  const propose = mayPropose && !closed && payment && (
    <Link
      to={`/staff/payment-corrections/new?payment=${payment}`}
      className={isEndedByWord(kind) ? "button button-quiet" : "button"}
    >
      Propose a correction
    </Link>
  );
  return (
    <>
      {mayChange && !closed && (taken ? <LeaveButton id={_id} /> : <TakeButton id={_id} title={kind} />)}
      {isEndedByWord(kind) && propose}
      {mayChange && !closed && one.payercase && <AnswerPayer id={_id} />}
      {mayChange && byword && (closed ? closed.by !== null : !one.payercase) && <Decide one={one} />}
      {!isEndedByWord(kind) && propose}
    </>
  );
}

/** Settles it by a word of the desk, or opens it again. */
function Decide({ one: { _id, kind, closed } }: { one: Exception }) {
  const [shown, setShown] = useState(false);
  const reread = useReread();
  const [word, endpoint, follows] = closed
    ? (["Open again", reopenException, "It waits at the money desk again."] as const)
    : (["Settle", closeException, "It leaves the queue. What you write stands beside it, with your name."] as const);
  return (
    <>
      <button
        type="button"
        className={closed || !isEndedByWord(kind) ? "button button-quiet" : "button"}
        onClick={() => setShown(true)}
      >
        {word}
      </button>
      {shown && (
        <ReasonDialog
          title={`${word}: ${kind.toLowerCase()}`}
          submit={word}
          draft={`exception:${_id}`}
          send={(body, attempt) => call(endpoint, { params: { id: _id }, body, attempt })}
          onHide={() => setShown(false)}
          onDone={reread}
        >
          <p>{follows}</p>
        </ReasonDialog>
      )}
    </>
  );
}
