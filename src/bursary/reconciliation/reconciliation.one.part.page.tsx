import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { Neighbours } from "#console/record/record.neighbours.part.page.tsx";
import { ReadRecord } from "#console/record/record.read.part.page.tsx";
import { asText } from "#console/record/record.shown.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { useRead, useReread } from "#kit/call/read.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { type About, StateBadge, ToSubject } from "./reconciliation.badge.part.page.tsx";
import { discrepancies } from "./reconciliation.contract.ts";
import { Decide } from "./reconciliation.decide.part.page.tsx";
import { bookKinds, type DiscrepancyKind, type DiscrepancyState, kindSays } from "./reconciliation.kinds.contract.ts";

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
              {mayChange && state === "Open" && !bookKinds.includes(kind) && <Decide picked={picked} />}
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
