import { ProposalTabs } from "#access/proposal/proposal.part.page.tsx";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { ReasonDialog } from "#console/confirm/confirm.reason.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import type { Choice, Row } from "#console/record/record.contract.ts";
import { useGiven, useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { useLocation } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { SumsOfRow } from "../academic-record/academic-record.open.part.page.tsx";
import { approveStandings, declineStandings, standings, withdrawStandings } from "./standing.contract.ts";

const FindStandings = opened(() => import("./standing.find.page.tsx").then((page) => page.FindStandings));

const newestFirst = { ...standings, usual: "-createdAt" };
const { link } = standings;

/** Whom the rules warn, put on probation or withdraw, and what two people decided about it. */
export function StandingsPage() {
  const { pathname } = useLocation();
  const mayFind = useRight("standings.change");
  const mayApprove = useRight("standings.approve");
  if (pathname !== link)
    return (
      <ListingScreens of={standings} deeds={(row) => <Deciding row={row} />} first={(row) => <SumsOfRow row={row} />} />
    );
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      beside={mayFind && <FindStandings />}
      chosenDeeds={mayFind || mayApprove ? (picked: Picked) => <Chosen picked={picked} /> : undefined}
    >
      <ProposalTabs
        name="Academic standing"
        link={link}
        waiting={{ state: "Proposed", word: "Waiting for a second person" }}
      />
    </RecordList>
  );
}

/** One alone: as if it had been chosen in the list. */
function Deciding({ row }: { row: Row }) {
  const { me } = useGiven();
  const reread = useReread();
  if (row.state !== "Proposed") return null;
  const picked = {
    ...{ chosen: { ids: [row._id], count: 1 }, named: row._title, beyond: false },
    done: async () => void (await reread()),
  };
  return (row.proposedby as Choice)._id === me._id ? <TakeBack picked={picked} /> : <Decide picked={picked} />;
}

const Chosen = ({ picked }: { picked: Picked }) => (
  <>
    <TakeBack picked={picked} />
    <Decide picked={picked} />
  </>
);

const sent = ({ chosen }: Picked) => ({ ...chosen, ids: chosen.ids && [...chosen.ids] });

function Decide({ picked }: { picked: Picked }) {
  const [declining, approving] = [useShown(), useShown()];
  if (!useRight("standings.approve")) return null;
  const body = sent(picked);
  return (
    <>
      <button type="button" className="button button-quiet" onClick={declining.show}>
        Decline
      </button>
      <button type="button" className="button" onClick={approving.show}>
        Approve
      </button>
      {declining.shown && (
        <ReasonDialog
          title={`Decline ${picked.named}`}
          submit="Decline"
          draft="standing-decline"
          send={({ reason }, attempt) => call(declineStandings, { body: { reason, ...body }, attempt })}
          onHide={declining.hide}
          onDone={picked.done}
        >
          <p>Nothing follows for the students: they go on with their class.</p>
        </ReasonDialog>
      )}
      {approving.shown && (
        <Confirm
          title={`Approve ${picked.named}?`}
          submit="Approve"
          send={(attempt) => call(approveStandings, { body, attempt })}
          onHide={approving.hide}
          onDone={picked.done}
        >
          <p>
            Each student is written to. A withdrawal changes the status at once. Whose figure has changed since it was
            proposed is named, and then nothing is approved.
          </p>
        </Confirm>
      )}
    </>
  );
}

function TakeBack({ picked }: { picked: Picked }) {
  const { shown, show, hide } = useShown();
  if (!useRight("standings.change")) return null;
  return (
    <>
      <button type="button" className="button button-quiet" onClick={show}>
        Take the proposal back
      </button>
      {shown && (
        <Confirm
          title={`Take back the proposal: ${picked.named}?`}
          submit="Take the proposal back"
          send={(attempt) => call(withdrawStandings, { body: sent(picked), attempt })}
          onHide={hide}
          onDone={picked.done}
        >
          <p>What you proposed falls away. It is found anew when the rules are asked again.</p>
        </Confirm>
      )}
    </>
  );
}
