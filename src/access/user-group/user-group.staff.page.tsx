import { RecordScreens } from "#console/record/record.screens.part.page.tsx";
import { userGroups } from "./user-group.contract.ts";
import { GroupMembersOf } from "./user-group.members.page.tsx";
import { GroupPagesOf } from "./user-group.pages.page.tsx";

export const UserGroupsPage = () => (
  <RecordScreens of={userGroups}>
    {({ _id }) => (
      <>
        <GroupMembersOf group={_id} />
        <GroupPagesOf group={_id} />
      </>
    )}
  </RecordScreens>
);
