import { Read, useRead } from "#kit/call/read.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { HELP_DESK, listErasures } from "./help-desk.contract.ts";

/** Who waits for an answer about their data; stands where nobody is looked for. */
export function Erasures() {
  const waiting = useRead(listErasures);
  return (
    <Read from={waiting} waiting={null}>
      {(list) =>
        list.length === 0 ? null : (
          <section aria-labelledby="erasures" className="card border-l-4 border-l-warn pt-3 pb-1">
            <h2 id="erasures" className="px-4 text-large">
              Asked that their data be deleted
            </h2>
            <ul className="divide-y divide-line">
              {list.map(({ _id, name, at, due, overdue }) => (
                <li key={_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-1.5">
                  <Link to={`${HELP_DESK}/${_id}`} className="link inline-block py-1">
                    {name}
                  </Link>
                  <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-soft">
                    Asked on {asDay(at)}
                    {overdue ? (
                      <WordBadge look="bad" word={`Overdue since ${asDay(due)}`} />
                    ) : (
                      <WordBadge look="info" word={`Answer by ${asDay(due)}`} />
                    )}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </Read>
  );
}
