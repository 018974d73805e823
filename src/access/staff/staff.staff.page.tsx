import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { readRights } from "../permission/permission.contract.ts";
import { RightsOf, ToAssignments } from "../permission/permission.rights.part.page.tsx";
import { readStaffAccount } from "./account/account.contract.ts";
import { StaffAccountPanel } from "./account/account.panel.part.page.tsx";
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

export const StaffPage = () => (
  <RecordScreens of={staffRecord} next={({ _id }) => <NextSteps member={_id} />}>
    {({ _id, _title }) => (
      <>
        <StaffAccountPanel member={{ _id, title: _title }} />
        <RightsOf member={_id} />
      </>
    )}
  </RecordScreens>
);
