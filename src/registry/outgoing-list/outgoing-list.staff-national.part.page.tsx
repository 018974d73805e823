import { Read, useRead } from "#kit/call/read.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { outgoingLists, readNational } from "./outgoing-list.contract.ts";
import { NationalNeeds } from "./outgoing-list.needs.part.page.tsx";
import { nationalLooks } from "./outgoing-list.rules.ts";

/** How a student stands in the National Matriculation List, on the page of the student. */
export function NationalOfStudent({ student }: { student: string }) {
  const read = useRead(readNational, { id: student });
  return (
    <section aria-labelledby="national" className="card px-5 py-4">
      <h2 id="national" className="text-large">
        National Matriculation List
      </h2>
      <Read from={read} waiting={<div className="bone late mt-3 h-16" />}>
        {(of) =>
          of === null ? (
            <p className="mt-1 text-soft">No session of entry is known.</p>
          ) : (
            <>
              <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
                <WordBadge look={nationalLooks[of.standing]} word={of.standing} />
                {of.day && <span className="text-soft">on {asDay(of.day)}</span>}
                {of.list && (
                  <Link to={`${outgoingLists.link}/${of.list._id}`} className="link">
                    {of.list.title}
                  </Link>
                )}
                {of.standing === "Not sent" && of.due && <span className="text-soft">due on {asDay(of.due)}</span>}
              </p>
              {of.reason && <p className="mt-1 text-bad">{of.reason}</p>}
              <NationalNeeds of={of} />
            </>
          )
        }
      </Read>
    </section>
  );
}
