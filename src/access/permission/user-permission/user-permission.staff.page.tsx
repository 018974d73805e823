import { AssignmentScreens } from "#console/screens/screens.assignment.part.page.tsx";
import { userPermissions } from "./user-permission.contract.ts";

export const UserPermissionsPage = () => <AssignmentScreens of={userPermissions} />;
