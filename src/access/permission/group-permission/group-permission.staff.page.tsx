import { type ReactNode, useState, useSyncExternalStore } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { RowBones } from "#console/list/list.table.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { AssignmentScreens } from "#console/screens/screens.assignment.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { readMatrix } from "../permission.contract.ts";
import { pairsIn } from "../permission.rules.ts";
import { groupPermissions } from "./group-permission.contract.ts";
import { type MatrixContent, useGrants } from "./group-permission.grant.page.tsx";
import { MatrixGrid } from "./group-permission.grid.page.tsx";
import { ManyPages } from "./group-permission.many.page.tsx";
import { OneGroup } from "./group-permission.one.page.tsx";

function PermissionMatrix({ beside }: { beside: ReactNode }) {
  const read = useRead(readMatrix);
  return (
    <>
      <ConsoleHeading title={groupPermissions.many}>{beside}</ConsoleHeading>
      <Read from={read} waiting={<RowBones />}>
        {(matrix) => <Inside matrix={matrix} />}
      </Read>
    </>
  );
}

const wide = "(min-width: 64rem)";

const useWide = (): boolean =>
  useSyncExternalStore(
    (tell) => {
      const media = matchMedia(wide);
      media.addEventListener("change", tell);
      return () => media.removeEventListener("change", tell);
    },
    () => matchMedia(wide).matches,
  );

function Inside({ matrix }: { matrix: MatrixContent }) {
  const grants = useGrants(matrix);
  const mayChange = useRight(`${groupPermissions.page}.change`);
  const isWide = useWide();
  const [sought, setSought] = useState("");
  const many = useShown();
  const word = sought.trim().toLowerCase();
  const blocks = matrix.blocks
    .map(({ name, pages }) => ({
      name,
      pairs: pairsIn(pages).filter((pair) => `${pair.name} ${name}`.toLowerCase().includes(word)),
    }))
    .filter(({ pairs }) => pairs.length > 0);
  const parts = { groups: matrix.groups, blocks, grants, mayChange };
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <search className="search-box">
          <input
            type="search"
            aria-label="Find a page"
            placeholder="Find a page"
            autoComplete="off"
            value={sought}
            onChange={(event) => setSought(event.target.value)}
          />
        </search>
        {mayChange && (
          <button type="button" className="button button-quiet" onClick={many.show}>
            Many pages at once
          </button>
        )}
        <p role="status" className={grants.news?.isBad ? "font-semibold text-bad" : "text-soft"}>
          {grants.news?.text ?? (mayChange ? "A press gives or takes a page, at once." : "")}
        </p>
      </div>
      {blocks.length === 0 ? (
        <p>No page is called that.</p>
      ) : isWide ? (
        <MatrixGrid {...parts} />
      ) : (
        <OneGroup {...parts} />
      )}
      {many.shown && <ManyPages matrix={matrix} onHide={many.hide} />}
    </>
  );
}

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
