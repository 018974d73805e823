import type { ReactNode } from "react";
import { ReasonDialog } from "#console/confirm/confirm.reason.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { asText } from "#console/record/record.rules.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Neighbours } from "#console/screens/screens.neighbours.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useRead, useReread } from "#kit/call/read.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { groupedRrr, rrrPattern } from "#payments/remita/remita.rules.ts";
import { decideDiscrepancies, discrepancies } from "./reconciliation.contract.ts";
import { bookKinds, type DiscrepancyKind, type DiscrepancyState, kindSays } from "./reconciliation.rules.ts";

const looks = { Open: "bad", Settled: "good", Vanished: "good", Decided: "plain" } as const;

export const StateBadge = ({ state }: { state: DiscrepancyState }) => <WordBadge look={looks[state]} word={state} />;

interface About {
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

export function DecideChosen({
  picked: { chosen, named, done },
}: {
  picked: Pick<Picked, "chosen" | "named" | "done">;
}) {
  const { shown, show, hide } = useShown();
  const { ids, ...rest } = chosen;
  return (
    <>
      <button type="button" className="button button-quiet" onClick={show}>
        Close with a reason
      </button>
      {shown && (
        <ReasonDialog
          title={`Close ${named}?`}
          submit="Close"
          draft="discrepancy-decide"
          send={(body, attempt) =>
            call(decideDiscrepancies, { body: { ...body, ...rest, ...(ids && { ids: [...ids] }) }, attempt })
          }
          onHide={hide}
          onDone={done}
        >
          <p>
            It changes no payment and no booking. Should its amounts move, or should it go and come again, a later run
            opens it again.
          </p>
        </ReasonDialog>
      )}
    </>
  );
}

/** One discrepancy: what it is, what to do, and the way to what it is about. */
export function OneDiscrepancy({ id }: { id: string }) {
  const read = useRead(discrepancies.calls.read, { id });
  const reread = useReread();
  const mayChange = useRight("reconciliations.change");
  return (
    <ReadRecord from={read} of={discrepancies}>
      {(answer) => {
        const row = answer as Row;
        const state = row.state as DiscrepancyState;
        const kind = row.kind as DiscrepancyKind;
        const picked = { chosen: { count: 1, ids: [id] }, named: "this discrepancy", done: reread };
        return (
          <>
            <ConsoleHeading title={String(row.kind)} note={<StateBadge state={state} />}>
              <Neighbours of={discrepancies} id={id} />
              {mayChange && state === "Open" && !bookKinds.includes(kind) && <DecideChosen picked={picked} />}
            </ConsoleHeading>
            <p className="mb-4 max-w-prose">{kindSays[kind]}.</p>
            <section aria-label="What it holds" className="card max-w-3xl px-5 py-2">
              <Facts
                list={[
                  { label: "About", value: <ToSubject of={row as unknown as About} /> },
                  ...discrepancies.shown
                    .filter(({ name }) => shownBelow.includes(name) && row[name] !== null)
                    .map((field) => ({ label: field.label, value: asText(field, row[field.name]) })),
                ]}
              />
            </section>
          </>
        );
      }}
    </ReadRecord>
  );
}

const shownBelow = ["ours", "theirs", "says", "beside", "createdAt", "closedAt", "decidedby", "reason"];
