import { ProposalTabs } from "#access/proposal/proposal.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { SumsOfRow } from "../academic-record/academic-record.open.part.page.tsx";
import { progressionLines, progressions } from "./progression.contract.ts";

const NewProgression = opened(() => import("./progression.new.page.tsx").then((page) => page.NewProgression));
const Deeds = opened(() => import("./progression.one.page.tsx").then((page) => page.Deeds));
const Run = opened(() => import("./progression.one.page.tsx").then((page) => page.Run));
const ProgressionPaper = opened(() => import("./progression.print.page.tsx").then((page) => page.ProgressionPaper));

const newestFirst = { ...progressions, usual: "-createdAt" };
const inOrder = { ...progressionLines, usual: "place" };
const { link } = progressions;

/** Every level that was moved; one of them with its students; and a new one, seen before it is proposed. */
export function ProgressionsPage() {
  const { pathname } = useLocation();
  const mayPropose = useRight("progressions.change");
  if (pathname === `${link}/new`) return mayPropose ? <NewProgression /> : <NoAccess name="Progression: change" />;
  const printed = matched(`${link}/:id/print`, pathname)?.id;
  if (printed) return <ProgressionPaper key={printed} id={printed} />;
  if (pathname === inOrder.link) return <RecordList of={inOrder} addAt={null} />;
  if (pathname.startsWith(`${inOrder.link}/`))
    return <ListingScreens of={inOrder} first={(row) => <SumsOfRow row={row} />} />;
  if (pathname !== link)
    return <ListingScreens of={progressions} deeds={(row) => <Deeds row={row} />} first={(row) => <Run row={row} />} />;
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      beside={
        mayPropose && (
          <Link to={`${link}/new`} className="button">
            Move a level
          </Link>
        )
      }
    >
      <ProposalTabs
        name="Progressions"
        link={link}
        waiting={{ state: "Proposed", word: "Waiting for a second person" }}
      />
    </RecordList>
  );
}
