import { type ProposalDeed, ProposalDeeds, ProposalTabs } from "#access/proposal/proposal.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import type { Choice, Row } from "#console/record/record.contract.ts";
import { useGiven } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { offers } from "../offer.contract.ts";
import {
  approveReinstatement,
  departures,
  dismissReinstatement,
  proposeReinstatement,
  takeReinstatementBack,
} from "./departure.contract.ts";
import { reasonCounts } from "./departure.reasons.contract.ts";
import type { DepartureKind } from "./departure.rules.ts";

const newestFirst = { ...departures, usual: "-createdAt" };
const mostFirst = { ...reasonCounts, usual: "-count" };

/** What applicants gave up and why, and one of it with the way back. */
export function DepartureScreens() {
  const { pathname } = useLocation();
  if (pathname === reasonCounts.link)
    return (
      <RecordList of={mostFirst} addAt={null}>
        <p className="mb-3">
          <Link to={departures.link} className="link">
            See who gave up
          </Link>
        </p>
      </RecordList>
    );
  if (pathname.startsWith(reasonCounts.link)) return <ListingScreens of={reasonCounts} />;
  if (pathname !== departures.link) return <ListingScreens of={departures} deeds={(row) => <Deeds row={row} />} />;
  return (
    <RecordList of={newestFirst} addAt={null}>
      <p className="mb-3">
        <Link to={offers.link} className="link">
          Back to the offers
        </Link>{" "}
        ·{" "}
        <Link to={reasonCounts.link} className="link">
          Count the reasons
        </Link>
      </p>
      <ProposalTabs
        name="What was given up"
        link={departures.link}
        waiting={{ state: "Proposed", word: "To be taken back" }}
      />
    </RecordList>
  );
}

const wayBack: Readonly<Record<DepartureKind, string>> = {
  Withdrawn: "The desk has the application again",
  Declined: "The offer goes out anew, while a seat is free",
  Deferred:
    "The place is kept in the session that admits now: a mail tells the applicant to apply there, without an application fee, and the place is offered again then, while a seat is free",
};

/** Two people take an applicant back; whoever proposed it can give that up. */
function Deeds({ row: { _id, _title, state, kind, proposedby } }: { row: Row }) {
  const { me } = useGiven();
  const params = { id: _id };
  const back = wayBack[kind as DepartureKind];
  const propose: ProposalDeed = {
    word: "Take back",
    right: "releases.change",
    by: "anybody",
    title: `Propose to take ${_title} back?`,
    follows: <p>{back}, once somebody else approves it.</p>,
    draft: `reinstatement:${_id}`,
    send: (body, attempt) => call(proposeReinstatement, { params, body, attempt }),
  };
  const answers: ProposalDeed[] = [
    {
      word: "Give the proposal up",
      right: "releases.change",
      by: "proposer",
      title: `Give the proposal up to take ${_title} back?`,
      follows: <p>What was given up stays given up.</p>,
      send: (attempt) => call(takeReinstatementBack, { params, attempt }),
    },
    {
      word: "Dismiss",
      right: "releases.approve",
      by: "another",
      title: `Leave ${_title} given up?`,
      follows: <p>What was given up stays given up.</p>,
      send: (attempt) => call(dismissReinstatement, { params, attempt }),
    },
    {
      word: "Approve",
      right: "releases.approve",
      by: "another",
      isMain: true,
      title: `Take ${_title} back?`,
      follows: <p>{back}.</p>,
      send: (attempt) => call(approveReinstatement, { params, attempt }),
    },
  ];
  const isMine = (proposedby as Choice | null)?._id === me._id;
  if (state === "Stands") return <ProposalDeeds isOwn={false} deeds={[propose]} />;
  return state === "Proposed" ? <ProposalDeeds isOwn={isMine} deeds={answers} /> : null;
}
