import { ProposalTabs } from "#access/proposal/proposal.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { graduands, graduations } from "./graduation.contract.ts";

const MakePage = opened(() => import("./graduation.make.page.tsx").then((page) => page.MakePage));
const Deeds = opened(() => import("./graduation.one.page.tsx").then((page) => page.Deeds));
const Standing = opened(() => import("./graduation.one.page.tsx").then((page) => page.Standing));
const PersonDeeds = opened(() => import("./graduation.one.page.tsx").then((page) => page.PersonDeeds));
const PersonAudit = opened(() => import("./graduation.one.page.tsx").then((page) => page.PersonAudit));
const Paper = opened(() => import("./graduation.print.page.tsx").then((page) => page.GraduationPaper));

const newestFirst = { ...graduations, usual: "-createdAt" };
const byName = { ...graduands, usual: "name" };
const { link } = graduations;

/** Every graduation list, one of them with its people, and a new one, seen before it is proposed. */
export function GraduationsPage() {
  const { pathname } = useLocation();
  const mayMake = useRight("graduations.change");
  if (pathname === `${link}/new`) return mayMake ? <MakePage /> : <NoAccess name="Graduation lists: change" />;
  const printed = matched(`${link}/:id/print`, pathname)?.id;
  if (printed) return <Paper key={printed} id={printed} />;
  if (pathname === byName.link) return <RecordList of={byName} addAt={null} />;
  if (pathname.startsWith(`${byName.link}/`))
    return (
      <ListingScreens
        of={byName}
        deeds={(row) => <PersonDeeds row={row} />}
        first={(row) => <PersonAudit row={row} />}
      />
    );
  if (pathname !== link)
    return (
      <ListingScreens of={graduations} deeds={(row) => <Deeds row={row} />} first={(row) => <Standing row={row} />} />
    );
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      beside={
        mayMake && (
          <Link to={`${link}/new`} className="button">
            Make a list
          </Link>
        )
      }
    >
      <ProposalTabs
        name="Graduation lists"
        link={link}
        waiting={{ state: "Proposed", word: "Waiting for a second person" }}
      />
    </RecordList>
  );
}
