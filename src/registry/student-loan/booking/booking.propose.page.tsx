import { type ReactNode, useState } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { call, newAttempt } from "#kit/call/call.web.ts";
import { useDeed } from "#kit/call/deed.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { Link, useNavigate } from "#kit/page/router.web.tsx";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { readLoanSums, studentLoans } from "../student-loan.contract.ts";
import { checkLoanBooking, loanBookings, proposeLoanBooking } from "./booking.contract.ts";

/** Proposes to book the loans of a session that wait, once its reader has seen what they do. */
export function ProposePage() {
  const read = useRead(readLoanSums);
  return (
    <>
      <ConsoleHeading title="Book what waits">
        <Link to={studentLoans.link} className="button button-quiet">
          Back to the loans
        </Link>
      </ConsoleHeading>
      <Read from={read} waiting={<div className="bone late h-40" />}>
        {(sums) => {
          const open = sums.filter(({ waiting }) => waiting.count > 0);
          return open.length === 0 ? (
            <EmptyState title="No loan waits" text="Import NELFUND's file first: Import, on the page of the loans." />
          ) : (
            <div className="grid max-w-3xl gap-4">
              {open.map(({ session }) => (
                <OneSession key={session._id} session={session} />
              ))}
            </div>
          );
        }}
      </Read>
    </>
  );
}

interface SessionParts {
  readonly session: { readonly _id: string; readonly name: string };
}

function OneSession({ session }: SessionParts) {
  const [told, setTold] = useState<Replied<typeof checkLoanBooking> | null>(null);
  const [attempt] = useState(newAttempt);
  const { busy, refused, run } = useDeed();
  const navigate = useNavigate();
  const reread = useReread();
  const look = () => run(async () => setTold(await call(checkLoanBooking, { body: { session: session._id } })));
  const propose = (count: number) =>
    run(async () => {
      const { _id } = await call(proposeLoanBooking, { body: { session: session._id, count }, attempt });
      await reread();
      navigate(`${loanBookings.link}/${_id}`);
    });
  return (
    <section aria-label={session.name} className="card grid gap-3 px-5 py-4">
      <h2 className="text-large">{session.name}</h2>
      {refused && <Alert look="bad">{refused}</Alert>}
      {told ? (
        <Told of={told} busy={busy} onPropose={() => void propose(told.count)} />
      ) : (
        <div>
          <button type="button" className="button" disabled={busy} onClick={() => void look()}>
            {busy ? "Please wait..." : "Show what it would do"}
          </button>
        </div>
      )}
    </section>
  );
}

interface ToldParts {
  readonly of: Replied<typeof checkLoanBooking>;
  readonly busy: boolean;
  onPropose(): void;
}

const Told = ({
  of: { count, amount, owed, credit, credited, sponsored, refunds, refused },
  busy,
  onPropose,
}: ToldParts) => (
  <>
    <p className="figures">
      <strong>{asCount(count, "loan")}</strong> of {asNaira(amount)} in all: {asNaira(owed)} pays what is owed
      {credit > 0 &&
        `, ${asNaira(credit)} was paid already by ${asCount(credited, "student")} and becomes ${credited === 1 ? "that student's" : "their"} credit`}
      {sponsored > 0 && `, ${asNaira(sponsored)} was paid already by sponsors and becomes theirs`}.
    </p>
    {refused.length > 0 && (
      <Named title="Not booked">
        {refused.map(({ student, name, why }) => (
          <li key={student} className="border-line border-b py-1.5 last:border-b-0">
            {name}
            <span className="block text-bad text-small">{why}</span>
          </li>
        ))}
      </Named>
    )}
    {refunds.length > 0 && (
      <Named title="To be refunded">
        {refunds.map((one) => (
          <li
            key={one.student}
            className="figures flex flex-wrap justify-between gap-x-4 border-line border-b py-1.5 last:border-b-0"
          >
            <span>
              {one.name} <span className="text-small text-soft">{one.matric}</span>
            </span>
            {asNaira(one.credit)}
          </li>
        ))}
        {credited > refunds.length && <li className="py-1.5">And {asFigure(credited - refunds.length)} more.</li>}
      </Named>
    )}
    <div>
      <button type="button" className="button" disabled={busy || count === 0} onClick={onPropose}>
        {busy ? "Please wait..." : `Propose to book ${asCount(count, "loan")}`}
      </button>
    </div>
  </>
);

const Named = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h3 className="font-semibold text-small text-soft">{title}</h3>
    <ul className="border-line border-y">{children}</ul>
  </div>
);
