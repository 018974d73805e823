import { useEffect, useState } from "react";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { useRead } from "#kit/call/read.web.tsx";
import { Link, useLocation, useNavigate } from "#kit/page/router.web.tsx";
import { EntryDialog } from "../entry/entry.page.tsx";
import { meritPlaces, meritRuns } from "../merit-list.contract.ts";
import { StateBadge } from "./run.state.page.tsx";

/** The rows of one list. Without one in the address, those of the list that was looked at last, or of the newest. */
export function PlacesPage() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(search).get("run") ?? "";
  const [last, setLast] = useState(asked);
  const newest = useRead({ ...meritRuns.calls.list, path: `${meritRuns.calls.list.path}?sort=-createdAt&limit=1` });
  const run = asked || last || ((newest.data as { list: readonly Row[] } | undefined)?.list[0]?._id ?? "");
  useEffect(() => {
    if (asked) setLast(asked);
    else if (run) navigate(`${meritPlaces.link}?run=${run}`, { replace: true });
  }, [asked, run, navigate]);
  return run ? <PlacesOf run={run} /> : <RecordList of={meritPlaces} addAt={null} />;
}

function PlacesOf({ run }: { run: string }) {
  const read = useRead(meritRuns.calls.read, { id: run });
  const mayChange = useRight("merit-lists.change");
  const [entering, setEntering] = useState<Row | null>(null);
  const row = read.data as Row | undefined;
  const isOpen = mayChange && row?.state === "Draft";
  return (
    // The sixth column is the reason, which is read to its end; the deeds stay in view.
    <div className="[&_.deeds]:sticky [&_.deeds]:right-0 [&_td:nth-child(6)]:max-w-[26rem]">
      <RecordList
        of={meritPlaces}
        addAt={null}
        beside={
          row && (
            <>
              <span className="self-center">
                <StateBadge state={String(row.state)} />
              </span>
              <Link to={`${meritRuns.link}/${run}`} className="button button-quiet">
                {String(row.title)}
              </Link>
            </>
          )
        }
        {...(isOpen && {
          deeds: (place: Row) =>
            !place.byhand && (
              <button type="button" className="button button-plain" onClick={() => setEntering(place)}>
                {place.outcome === "Offer" ? "Take off" : "Enter"}
                <span className="sr-only"> {place._title} by hand</span>
              </button>
            ),
        })}
      />
      {entering && (
        <EntryDialog
          run={run}
          code={String(entering.code)}
          deed={entering.outcome === "Offer" ? "Taken off" : "Entered"}
          onHide={() => setEntering(null)}
        />
      )}
    </div>
  );
}
