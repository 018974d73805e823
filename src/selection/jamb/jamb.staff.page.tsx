import { useMemo } from "react";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import type { AnyListing, Choice, Row } from "#console/record/record.contract.ts";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { jambCandidates } from "./candidate/candidate.contract.ts";
import { capsReturns } from "./caps/caps.contract.ts";
import { jambClaims } from "./claim/claim.contract.ts";
import { jambDifferences } from "./difference/difference.contract.ts";
import { jambLists } from "./jamb.contract.ts";
import { jambCourses } from "./jamb.course.contract.ts";
import { isFileKind } from "./jamb.rules.ts";
import { capsProposals } from "./outgoing/outgoing.contract.ts";
import { screeningScores } from "./screening/screening.contract.ts";

const JambDesk = opened(() => import("./jamb.desk.page.tsx").then((part) => part.JambDesk));
const ImportPage = opened(() => import("./import/import.page.tsx").then((part) => part.ImportPage));
const Remarks = opened(() => import("./import/import.remarks.page.tsx").then((part) => part.FileRemarks));
const OpenClaim = opened(() => import("./claim/claim.open.page.tsx").then((part) => part.OpenClaim));
const SettleDifference = opened(() =>
  import("./difference/difference.settle.page.tsx").then((part) => part.SettleDifference),
);

/** By name, or by JAMB number where a name may be missing; files by when they came. */
const listings: readonly (readonly [of: AnyListing, usual: string])[] = [
  [jambCandidates, "name"],
  [screeningScores, "jamb"],
  [capsReturns, "jamb"],
  [jambDifferences, "name"],
  [capsProposals, "jamb"],
  [jambClaims, "-createdAt"],
  [jambLists, "-createdAt"],
];

/** JAMB's lists: what came in, where it differs from what stands here, and what goes out. */
export function JambListsPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("jamb-lists.change");
  const kind = matched("/staff/jamb-lists/import/:kind", pathname)?.kind;
  if (isFileKind(kind))
    return mayChange ? <ImportPage key={kind} kind={kind} /> : <NoAccess name="JAMB lists: change" />;
  if (isBelow(jambCourses.link, pathname)) return <RecordScreens of={jambCourses} />;
  const listed = listings.find(([{ link }]) => isBelow(link, pathname));
  return listed ? <JambListing key={listed[0].noun} of={listed[0]} usual={listed[1]} /> : <JambDesk />;
}

const isBelow = (link: string, pathname: string) => pathname === link || pathname.startsWith(`${link}/`);

function JambListing({ of, usual }: { of: AnyListing; usual: string }) {
  const mayChange = useRight("jamb-lists.change");
  const { pathname } = useLocation();
  const ordered = useMemo(() => ({ ...of, usual }), [of, usual]);
  if (pathname !== of.link)
    return (
      <ListingScreens of={ordered} deeds={(row) => <FileLink row={row} />}>
        {(row) =>
          of.noun === jambLists.noun ? (
            <Remarks of={row} />
          ) : (
            of.noun === jambDifferences.noun && <SettleDifference row={row} />
          )
        }
      </ListingScreens>
    );
  return (
    <>
      <RecordList of={ordered} addAt={null} />
      {of.noun === jambClaims.noun && mayChange && <OpenClaim />}
    </>
  );
}

/** To the application that a difference is about. */
function FileLink({ row }: { row: Row }) {
  const mayOpen = useRight("applications");
  const file = row.application as Choice | null | undefined;
  if (!mayOpen || !file) return null;
  return (
    <Link to={`/staff/applications/${file._id}`} className="button button-quiet">
      Open the file
    </Link>
  );
}
