import { shortMinute } from "#console/record/record.shown.contract.ts";
import { asAgo } from "#kit/value/dates.rules.ts";
import type { TimelineLine } from "./review.timeline.contract.ts";

/** What happened to the application, newest first. */
export const Timeline = ({ lines }: { lines: readonly TimelineLine[] }) => (
  <section aria-labelledby="timeline" className="card px-4 py-3">
    <h2 id="timeline" className="text-large">
      What happened
    </h2>
    {lines.length === 0 && <p className="text-soft">Nothing but its submission.</p>}
    <ol>
      {lines.map(({ at, who, what, reason }) => (
        <li key={`${at} ${what}`} className="border-line border-b py-2 last:border-b-0">
          <p>
            <strong>{what}</strong>
          </p>
          {reason && <p className="whitespace-pre-line">{reason}</p>}
          <p className="text-small text-soft">
            {who},{" "}
            <time dateTime={at} title={shortMinute(at)}>
              {asAgo(at)}
            </time>
          </p>
        </li>
      ))}
    </ol>
  </section>
);
