import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "#kit/call/call.web.ts";
import { Read, useReread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Progress } from "#kit/look/states.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { asFigure } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { discrepancies, readReconciliationNow, reconciliations } from "./reconciliation.contract.ts";

const openOnes = `${discrepancies.link}?state=Open`;

const tabs = [
  [reconciliations.link, reconciliations.link, "Runs"],
  [discrepancies.link, openOnes, "Discrepancies"],
] as const;

export function ReconciliationTabs() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Reconciliation" className="views">
      {tabs.map(([link, to, word]) => (
        <Link key={link} to={to} className="tab" aria-current={pathname === link ? "page" : undefined}>
          {word}
        </Link>
      ))}
    </nav>
  );
}

/** While a run is under way, its state is read so often. */
const AGAIN_MS = 2_000;

/** What is open by kind, and how far the run has come that is under way. */
export function OpenToday() {
  const read = useQuery({
    queryKey: [readReconciliationNow.path],
    queryFn: ({ signal }) => call(readReconciliationNow, { signal }),
    refetchInterval: ({ state }) => (state.data?.running ? AGAIN_MS : false),
  });
  const reread = useReread();
  const isRunning = Boolean(read.data?.running);
  // Once the run has ended, the list beside this has another state and more discrepancies.
  useEffect(() => (isRunning ? () => void reread() : undefined), [isRunning, reread]);
  return (
    <Read from={read} waiting={<div className="bone late mb-4 h-20" />}>
      {({ running, last, open }) => (
        <div className="mb-4 grid max-w-5xl grid-cols-1 gap-3">
          {running && (
            <Progress
              label={`A run is under way: ${asFigure(running.answered)} of ${asFigure(running.asked)} references answered`}
              value={running.answered}
              most={Math.max(1, running.asked)}
            />
          )}
          {open.length > 0 ? (
            <section aria-labelledby="open" className="card px-5 py-3">
              <h2 id="open" className="text-large">
                Open today
              </h2>
              <ul className="mt-1 grid gap-x-8 sm:grid-cols-2">
                {open.map(({ kind, count }) => (
                  <li key={kind} className="flex justify-between gap-4 border-line border-b py-1.5">
                    <Link to={`${openOnes}&kind=${encodeURIComponent(kind)}`} className="link">
                      {kind}
                    </Link>
                    <span className="figures font-semibold">{asFigure(count)}</span>
                  </li>
                ))}
              </ul>
            </section>
          ) : (
            last && (
              <Alert look="good" title="Nothing is open">
                <p>
                  We and the provider were one on {asMinute(last.endedAt)}
                  {last.unanswered > 0 && `, but for ${asFigure(last.unanswered)} references that it did not answer`}.
                </p>
              </Alert>
            )
          )}
        </div>
      )}
    </Read>
  );
}
