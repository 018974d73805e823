import { Changes } from "#console/record/record.changes.part.page.tsx";
import { shortMinute } from "#console/record/record.shown.contract.ts";
import type { ReleaseWhole } from "./release.whole.contract.ts";

/** Who did what with the list, the newest first. */
export const ReleaseHistory = ({ of: { history } }: { of: ReleaseWhole }) => (
  <section aria-labelledby="history" className="card px-5 py-4">
    <h2 id="history" className="text-large">
      History
    </h2>
    <ol className="mt-1">
      {history.map(({ at, deed, who, changes, reason }) => (
        <li key={`${at} ${deed}`} className="border-line border-b py-2.5 last:border-b-0">
          <p>
            <strong>{deed}</strong> by {who}
          </p>
          <p className="text-small text-soft">
            <time dateTime={at}>{shortMinute(at)}</time>
          </p>
          {changes.length > 0 && <Changes list={changes} />}
          {reason && <p className="mt-1 text-small italic">{reason}</p>}
        </li>
      ))}
    </ol>
  </section>
);
