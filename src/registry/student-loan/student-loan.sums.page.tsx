import { Read, useRead } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { readLoanSums, studentLoans } from "./student-loan.contract.ts";

type OneSession = Replied<typeof readLoanSums>[number];

/** Of each session: what waits, what stands on bills, and what the fund still owes the college. */
export function Sums() {
  const read = useRead(readLoanSums);
  return (
    <Read from={read} waiting={<div className="bone late mb-3 h-16" />}>
      {(sums) =>
        sums.length > 0 && (
          <section aria-label="By session" className="mb-4 grid max-w-3xl gap-3">
            {sums.map((one) => (
              <OneSum key={one.session._id} of={one} />
            ))}
          </section>
        )
      }
    </Read>
  );
}

const OneSum = ({ of: { session, waiting, booked, credit, received, left } }: { of: OneSession }) => (
  <div className="card px-5 py-3">
    <h2 className="text-base">{session.name}</h2>
    <p className="figures">
      {asNaira(booked.amount)} booked on bills ({asCount(booked.count, "loan")}), {asNaira(received)} received from the
      fund. <strong>{fundWords(left)}</strong>
    </p>
    {waiting.count > 0 && (
      <p className="figures text-small">
        {asCount(waiting.count, "loan")} of {asNaira(waiting.amount)} not booked yet.
      </p>
    )}
    {credit > 0 && (
      <p className="figures text-small">
        {asNaira(credit)} of it had been paid by students or sponsors already:{" "}
        <Link to={`${studentLoans.link}?session=${session._id}&state=Booked`} className="link">
          see whose
        </Link>
        . The money waits at Exceptions as “Bill overpaid”, to be refunded.
      </p>
    )}
  </div>
);

function fundWords(left: number): string {
  if (left === 0) return "Nothing is to come.";
  return left > 0 ? `${asNaira(left)} is to come.` : `The fund has paid ${asNaira(-left)} more than is booked.`;
}
