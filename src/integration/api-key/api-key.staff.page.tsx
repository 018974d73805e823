import { ProposalTabs } from "#access/proposal/proposal.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { apiKeys } from "./api-key.contract.ts";

const ProposePage = opened(() => import("./api-key.propose.part.page.tsx").then((part) => part.ProposePage));
const Deeds = opened(() => import("./api-key.one.part.page.tsx").then((part) => part.Deeds));
const Use = opened(() => import("./api-key.one.part.page.tsx").then((part) => part.Use));

const newestFirst = { ...apiKeys, usual: "-createdAt" };
const { link } = apiKeys;

/** Keys of other systems, one of them with its secret and its use, and a new one. */
export function ApiKeysPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("api-keys.change");
  if (pathname === `${link}/new`) return mayChange ? <ProposePage /> : <NoAccess name="API keys: change" />;
  if (pathname !== link)
    return <ListingScreens of={apiKeys} deeds={(row) => <Deeds row={row} />} first={(row) => <Use row={row} />} />;
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      beside={
        <>
          <a href="/integrations" className="button button-quiet" target="_blank" rel="noreferrer">
            For programmers
          </a>
          {mayChange && (
            <Link to={`${link}/new`} className="button">
              New key
            </Link>
          )}
        </>
      }
    >
      <ProposalTabs name="API keys" link={link} waiting={{ state: "Proposed", word: "Waiting for a second person" }} />
    </RecordList>
  );
}
