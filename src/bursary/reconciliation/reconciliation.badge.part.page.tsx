import type { ReactNode } from "react";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { groupedRrr, rrrPattern } from "#payments/remita/remita.rules.ts";
import type { DiscrepancyState } from "./reconciliation.kinds.contract.ts";

const looks = { Open: "bad", Settled: "good", Vanished: "good", Decided: "plain" } as const;

export const StateBadge = ({ state }: { state: DiscrepancyState }) => <WordBadge look={looks[state]} word={state} />;

/** What a discrepancy is about. */
export interface About {
  readonly rrr: string | null;
  readonly payment: string | null;
  readonly line: string | null;
  readonly day: string | null;
}

/** The way to what it is about: the line of a statement, the payment, the day of the book, or the queue of the desk. */
export function ToSubject({ of: { rrr, payment, line, day } }: { of: About }): ReactNode {
  const word = rrr && rrrPattern.test(rrr) ? groupedRrr(rrr) : rrr;
  const [to, called] = line
    ? [`/staff/statements/lines/${line}`, word ?? "Statement line"]
    : payment
      ? [`/staff/payments/${payment}`, word ?? "Payment"]
      : day
        ? [`/staff/day-book/${day}`, "Day book"]
        : ["/staff/payment-exceptions", word ?? "Exceptions"];
  return (
    <Link to={to} className="link whitespace-nowrap">
      {called}
    </Link>
  );
}
