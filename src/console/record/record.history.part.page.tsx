import { Read, useRead } from "#kit/call/read.web.tsx";
import { asAgo } from "#kit/value/dates.rules.ts";
import { Changes } from "./record.changes.part.page.tsx";
import type { AnyRecord } from "./record.contract.ts";
import { shortMinute } from "./record.shown.contract.ts";

/** What was done to one record, newest first: who, when, what it was before and after, and why. */
export function History({ of, id }: { of: { readonly calls: Pick<AnyRecord["calls"], "history"> }; id: string }) {
  const read = useRead(of.calls.history, { id });
  return (
    <section aria-labelledby="history" className="card px-5 py-4">
      <h2 id="history" className="text-large">
        History
      </h2>
      <Read from={read} waiting={<div className="bone late mt-3 h-16" />}>
        {(changes) =>
          changes.length === 0 ? (
            <p className="mt-2 text-soft">Nothing was changed since the portal began to keep a history.</p>
          ) : (
            <ol className="mt-1">
              {changes.map((change) => (
                <li
                  key={`${change.at} ${change.deed} ${change.reason}`}
                  className="border-line border-b py-3 last:border-b-0"
                >
                  <p>
                    <strong>{change.deed}</strong> by {change.who}
                  </p>
                  <p className="text-small text-soft">
                    <time dateTime={change.at} title={shortMinute(change.at)}>
                      {asAgo(change.at)}, {shortMinute(change.at)}
                    </time>
                  </p>
                  {change.changes.length > 0 && <Changes list={change.changes} />}
                  {change.reason && <p className="mt-1.5 text-small italic">{change.reason}</p>}
                </li>
              ))}
            </ol>
          )
        }
      </Read>
    </section>
  );
}
