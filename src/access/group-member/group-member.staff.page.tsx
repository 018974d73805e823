import { AssignmentScreens } from "#console/assignment/assignment.screens.part.page.tsx";
import { groupMembers } from "./group-member.contract.ts";

export const GroupMembersPage = () => <AssignmentScreens of={groupMembers} />;
