import { withQuery } from "#console/list/list.asked.part.page.tsx";
import type { Choice, Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { AssignmentScreens } from "#console/screens/screens.assignment.part.page.tsx";
import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asFigure } from "#kit/value/count.rules.ts";
import { groupPermissions } from "../group-permission/group-permission.contract.ts";
import { readMatrix } from "../permission.contract.ts";
import { PageNames } from "../permission.rights.part.page.tsx";
import { pairsIn } from "../permission.rules.ts";
import { groupMembers, userGroups } from "./user-group.contract.ts";

/** Who belongs to a group, the first fifty by name; nothing for who may not know. */
function GroupMembersOf({ group }: { group: string }) {
  return useRight(groupMembers.page) ? <Members group={group} /> : null;
}

function Members({ group }: { group: string }) {
  const read = useRead(withQuery(groupMembers.calls.list, `group=${group}`));
  const opensStaff = useRight("staff");
  const mayChange = useRight(`${groupMembers.page}.change`);
  const all = `${groupMembers.link}?group=${group}`;
  return (
    <section aria-labelledby="members" className="card px-5 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="members" className="text-large">
          Members
        </h2>
        <Link to={all} className="link py-1">
          {mayChange ? "Add or remove" : "As a list"}
        </Link>
      </div>
      <Read from={read} waiting={<div className="bone late mt-2 h-10" />}>
        {({ list, total }) =>
          total === 0 ? (
            <p className="mt-1 text-soft">Nobody belongs to this group.</p>
          ) : (
            <>
              <ul className="mt-1 gap-x-8 sm:columns-2">
                {(list as Row[]).map(({ _id, staff }) => (
                  <li key={_id} className="break-inside-avoid py-1">
                    <Person of={staff as Choice} opens={opensStaff} />
                  </li>
                ))}
              </ul>
              {typeof total === "string" || total > list.length ? (
                <Link to={all} className="link inline-block py-1">
                  All {asFigure(total)} members
                </Link>
              ) : null}
            </>
          )
        }
      </Read>
    </section>
  );
}

function Person({ of: { _id, label }, opens }: { of: Choice; opens: boolean }) {
  if (!opens) return label;
  return (
    <Link to={`/staff/staff/${_id}`} className="link inline-block py-0.5">
      {label}
    </Link>
  );
}

/** What a group opens and changes; nothing for who may not know. */
function GroupPagesOf({ group }: { group: string }) {
  return useRight(groupPermissions.page) ? <Pages group={group} /> : null;
}

function Pages({ group }: { group: string }) {
  const read = useRead(readMatrix);
  const mayChange = useRight(`${groupPermissions.page}.change`);
  return (
    <section aria-labelledby="pages" className="card px-5 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="pages" className="text-large">
          Pages
        </h2>
        <Link to={groupPermissions.link} className="link py-1">
          {mayChange ? "Give or take pages" : "As a matrix"}
        </Link>
      </div>
      <Read from={read} waiting={<div className="bone late mt-2 h-10" />}>
        {({ blocks, granted }) => {
          const held = new Set(granted.filter((one) => one.group === group).map(({ page }) => page));
          return <PageNames pairs={pairsIn(blocks.flatMap(({ pages }) => pages).filter(({ _id }) => held.has(_id)))} />;
        }}
      </Read>
    </section>
  );
}

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

export const GroupMembersPage = () => <AssignmentScreens of={groupMembers} />;
