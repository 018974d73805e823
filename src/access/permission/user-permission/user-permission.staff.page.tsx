import { AssignmentScreens } from "#console/assignment/assignment.screens.part.page.tsx";
import { userPermissions } from "./user-permission.contract.ts";

export const UserPermissionsPage = () => <AssignmentScreens of={userPermissions} />;
