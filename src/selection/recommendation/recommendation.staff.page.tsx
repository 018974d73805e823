import { useMemo } from "react";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { type Way, wayIn } from "#console/list/list.way.part.page.tsx";
import { ListingScreens } from "#console/listing/listing.screens.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { ChosenDeeds } from "./recommendation.chosen.page.tsx";
import { recommendations } from "./recommendation.contract.ts";
import { Decisions } from "./recommendation.decisions.part.page.tsx";
import { readDesk } from "./recommendation.deeds.contract.ts";
import { DeskTabs } from "./recommendation.desk.page.tsx";
import { FileDeeds } from "./recommendation.file.page.tsx";
import { JudgedResults } from "./recommendation.results.page.tsx";

/** What waits for a head of department, what was decided, and what a dean says to it. */
export function RecommendationsPage() {
  const { pathname, state } = useLocation();
  const way = wayIn(state);
  const desk = useRead(readDesk).data;
  const asked = desk?.asked ?? false;
  const mayOpenFiles = useRight("applications");
  const of = useMemo(() => shownTo(asked), [asked]);
  if (matched(`${recommendations.link}/:id`, pathname)?.id)
    return (
      <ListingScreens
        of={of}
        deeds={(row) => (
          <>
            {mayOpenFiles && (
              <Link to={`/staff/applications/${row._id}`} state={onThisPage(way)} className="button button-quiet">
                Open the file
              </Link>
            )}
            <FileDeeds row={row} asked={asked} />
          </>
        )}
        first={(row) => <JudgedResults application={row._id} name={String(row.name)} />}
      >
        {(row) => <Decisions application={row._id} />}
      </ListingScreens>
    );
  return (
    <RecordList
      of={of}
      addAt={null}
      chosenDeeds={(picked) => <ChosenDeeds of={of} picked={picked} asked={asked} now={desk?.now ?? ""} />}
    >
      <DeskTabs desk={desk} />
    </RecordList>
  );
}

/** The files of the rows that one came from: on beyond them goes the list of recommendations alone. */
const onThisPage = (way: Way | null) => (way ? { from: { ...way, next: null } } : undefined);

/** Newest first; without countersignatures where the college asks for none. */
function shownTo(asked: boolean) {
  const without = (names: readonly string[]) => names.filter((name) => asked || name !== "answer");
  return {
    ...recommendations,
    usual: "-createdAt",
    columns: without(recommendations.columns),
    filters: without(recommendations.filters),
  };
}
