import { useState } from "react";
import { ReasonDialog } from "#console/confirm/confirm.reason.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { Neighbours } from "#console/record/record.neighbours.part.page.tsx";
import { ReadRecord } from "#console/record/record.read.part.page.tsx";
import { shortMinute } from "#console/record/record.shown.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useRead, useReread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asNaira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import {
  closeException,
  paymentExceptions,
  readException,
  reopenException,
  type shutExceptions,
} from "./payment-exception.contract.ts";
import { Decisions, Told } from "./payment-exception.history.part.page.tsx";
import { exceptionAdvice, isEndedByWord } from "./payment-exception.kinds.contract.ts";
import { LeaveButton, TakeButton } from "./payment-exception.take.part.page.tsx";

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
  const [mayChange, mayPropose] = [useRight("payment-exceptions.change"), useRight("payment-corrections.change")];
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
      {mayChange && byword && (!closed || closed.by) && <Decide one={one} />}
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
