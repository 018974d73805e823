import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { groupPermissions } from "../group-permission/group-permission.contract.ts";
import { readMatrix } from "../permission/permission.contract.ts";
import { PageNames } from "../permission/permission.names.part.page.tsx";
import { pairsIn } from "../permission/permission.pairs.contract.ts";

/** What a group opens and changes; nothing for who may not know. */
export function GroupPagesOf({ group }: { group: string }) {
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
