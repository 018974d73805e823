import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { ListingScreens } from "#console/listing/listing.screens.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { useRead } from "#kit/call/read.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { releases } from "./release.contract.ts";
import { releaseLines } from "./release.line.contract.ts";
import { ReleaseBadge } from "./release.staff-badge.part.page.tsx";
import { LineDeeds } from "./release.staff-line.part.page.tsx";
import type { ReleaseKind } from "./release.states.contract.ts";
import { type ReleaseWhole, readReleaseWhole } from "./release.whole.contract.ts";

/** The applications of one list, or of all; and one of them. */
export function LinesScreens() {
  const { pathname, search } = useLocation();
  const release = new URLSearchParams(search).get("release");
  if (pathname !== releaseLines.link) return <ListingScreens of={releaseLines} />;
  return release ? <LinesOf key={release} id={release} /> : <RecordList of={releaseLines} addAt={null} />;
}

function LinesOf({ id }: { id: string }) {
  const { data } = useRead(readReleaseWhole, { id });
  const mayChange = useRight("releases.change");
  const canChange = mayChange && data !== undefined && ["Draft", "Proposed", "Approved"].includes(data.state);
  return (
    <RecordList
      of={data ? { ...releaseLines, columns: columns[data.kind] } : releaseLines}
      addAt={null}
      chosenDeeds={canChange ? (picked: Picked) => <LineDeeds of={data} picked={picked} /> : undefined}
    >
      {data && <Whose of={data} />}
    </RecordList>
  );
}

/** What a list of offers knows of each, and what one of refusals. */
const columns: Readonly<Record<ReleaseKind, readonly string[]>> = {
  Offers: ["code", "name", "programme", "caps", "offered", "condition", "standing", "held", "merit"],
  Refusals: ["code", "name", "programme", "reason", "words", "standing", "held", "merit"],
};

/** Which list these belong to. */
const Whose = ({ of: { _id, title, state } }: { of: ReleaseWhole }) => (
  <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
    <Link to={`${releases.link}/${_id}`} className="link font-semibold">
      {title}
    </Link>
    <ReleaseBadge state={state} />
  </p>
);
