import { RecordList } from "#console/list/list.records.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { readRights } from "../permission/permission.contract.ts";
import { RightsOf, ToAssignments } from "../permission/permission.rights.part.page.tsx";
import { readStaffAccount } from "./account/account.contract.ts";
import { StaffAccountPanel } from "./account/account.panel.part.page.tsx";
import { idleAccounts } from "./idle/idle.contract.ts";
import { staffRecord } from "./staff.contract.ts";

/** What is to be done for who has never signed in: the invitation that is out, and pages or groups to give. */
function NextSteps({ member }: { member: string }) {
  return useRight("staff.change") ? <Invited member={member} /> : null;
}

function Invited({ member }: { member: string }) {
  const knowsRights = useRight("user-permissions");
  const account = useRead(readStaffAccount, { id: member }).data;
  if (!account || account.hasPassword || account.status !== "Active") return null;
  const { invitedUntil } = account;
  return (
    <Alert look="info" title={invitedUntil ? `Invited by mail until ${asDay(invitedUntil)}` : "Not signed in yet"}>
      {knowsRights && <ToGive member={member} />}
    </Alert>
  );
}

function ToGive({ member }: { member: string }) {
  const held = useRead(readRights, { id: member }).data;
  if (held?.length !== 0) return null;
  return (
    <>
      <p>Now give groups or pages: until then there is nothing to open after the sign-in.</p>
      <p className="flex flex-wrap gap-x-4">
        <ToAssignments page="group-members" member={member} text="Give a group" />
        <ToAssignments page="user-permissions" member={member} text="Give a page" />
      </p>
    </>
  );
}

/** Who works here, and whose account nobody uses. */
export function StaffPage() {
  const { pathname } = useLocation();
  if (pathname === idleAccounts.link)
    return (
      <RecordList of={longestFirst} addAt={null}>
        <Tabs here={pathname} />
      </RecordList>
    );
  if (pathname.startsWith(`${idleAccounts.link}/`)) return <ListingScreens of={longestFirst} />;
  return (
    <RecordScreens of={staffRecord} above={<Tabs here={pathname} />} next={({ _id }) => <NextSteps member={_id} />}>
      {({ _id, _title }) => (
        <>
          <StaffAccountPanel member={{ _id, title: _title }} />
          <RightsOf member={_id} />
        </>
      )}
    </RecordScreens>
  );
}

const longestFirst = { ...idleAccounts, usual: "-idledays" };

const tabs = [
  [staffRecord.link, staffRecord.many],
  [idleAccounts.link, idleAccounts.many],
] as const;

const Tabs = ({ here }: { here: string }) => (
  <nav aria-label="Staff" className="views">
    {tabs.map(([to, word]) => (
      <Link key={to} to={to} className="tab" aria-current={to === here ? "page" : undefined}>
        {word}
      </Link>
    ))}
  </nav>
);
