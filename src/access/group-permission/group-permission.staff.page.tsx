import { AssignmentScreens } from "#console/assignment/assignment.screens.part.page.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { groupPermissions } from "./group-permission.contract.ts";
import { PermissionMatrix } from "./group-permission.matrix.page.tsx";

const LIST = `${groupPermissions.link}/list`;
const asList = { ...groupPermissions, link: LIST };

/** Which group opens which page: a matrix first, and the same as a list with search, filters and files. */
export function GroupPermissionsPage() {
  const { pathname } = useLocation();
  if (pathname === LIST)
    return <AssignmentScreens of={asList} beside={<Way to={groupPermissions.link} text="As a matrix" />} />;
  return <PermissionMatrix beside={<Way to={LIST} text="As a list" />} />;
}

const Way = ({ to, text }: { to: string; text: string }) => (
  <Link to={to} className="button button-quiet">
    {text}
  </Link>
);
