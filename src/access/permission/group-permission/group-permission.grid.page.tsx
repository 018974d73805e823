import { Check, Eye, Lock, Pencil } from "lucide-react";
import { Fragment, type KeyboardEvent, useRef } from "react";
import type { PagePair } from "../permission.rules.ts";
import {
  type GrantChanges,
  type MatrixGroup,
  type MatrixPage,
  OWN,
  type PageRight,
} from "./group-permission.grant.page.tsx";

interface CellParts {
  readonly group: MatrixGroup;
  readonly pair: PagePair<MatrixPage>;
  readonly right: PageRight;
  readonly grants: GrantChanges;
  readonly mayChange: boolean;
  /** Where the Tab key enters. */
  readonly isFirst: boolean;
}

/** Whether a group opens a page, or changes it; a press turns it round. Empty where a page has no such right. */
function MatrixCell({ group, pair, right, grants, mayChange, isFirst }: CellParts) {
  const page = pair[right];
  const look = right === "opens" ? "matrix-opens" : undefined;
  if (!page) return <td className={look} />;
  const isGiven = grants.has(group, page);
  const sign = isGiven && <Check aria-hidden className="mx-auto size-4" strokeWidth={3} />;
  if (!mayChange)
    return (
      <td className={look} data-given={isGiven || undefined}>
        {sign}
        <span className="sr-only">{isGiven ? "Yes" : "No"}</span>
      </td>
    );
  return (
    <td className={look} data-given={isGiven || undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: a native box knows no arrows of a grid */}
      <button
        type="button"
        role="checkbox"
        aria-checked={isGiven}
        aria-disabled={group.isOwn || undefined}
        aria-busy={grants.isBusy(group, pair) || undefined}
        aria-label={`${group.name} ${right} ${pair.name}`}
        title={group.isOwn ? OWN : undefined}
        tabIndex={isFirst ? 0 : -1}
        className="matrix-box"
        onClick={() => void grants.toggle(group, pair, right)}
      >
        {sign}
      </button>
    </td>
  );
}

export interface MatrixParts {
  readonly groups: readonly MatrixGroup[];
  readonly blocks: readonly { readonly name: string; readonly pairs: readonly PagePair<MatrixPage>[] }[];
  readonly grants: GrantChanges;
  readonly mayChange: boolean;
}

/** Long words break where the column ends. */
const broken = (name: string) => name.replace(/(\p{L}{6})(?=\p{L}{4})/gu, "$1\u00AD");

export const reachWords: Readonly<Record<string, string>> = {
  all: "everything",
  college: "own college",
  department: "own department",
};

/** The whole matrix: a row for each page, two cells for each group. The arrows go from cell to cell. */
export function MatrixGrid({ groups, blocks, grants, mayChange }: MatrixParts) {
  const table = useRef<HTMLTableElement>(null);
  return (
    <section aria-label="Matrix of groups and pages" tabIndex={mayChange ? -1 : 0} className="table-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: one stop of the Tab key; the arrows do the rest */}
      <table ref={table} role="grid" className="matrix" onKeyDown={(event) => move(table.current, event)}>
        <thead>
          <tr>
            <th scope="col" rowSpan={2} className="matrix-page">
              Page
            </th>
            {groups.map((group) => (
              <th
                key={group._id}
                scope="colgroup"
                colSpan={2}
                className="matrix-group"
                title={group.isOwn ? OWN : undefined}
              >
                {broken(group.name)}
                <span className="block font-normal">{reachWords[group.scope] ?? group.scope}</span>
                {group.isOwn && mayChange && (
                  <span className="block font-normal">
                    <Lock aria-hidden className="inline size-3.5" /> your own
                  </span>
                )}
              </th>
            ))}
          </tr>
          <tr>
            {groups.map((group) => (
              <Fragment key={group._id}>
                <th scope="col" className="matrix-right matrix-opens" title="Opens the page">
                  <Eye aria-hidden className="mx-auto size-4" />
                  <span className="sr-only">Opens</span>
                </th>
                <th scope="col" className="matrix-right" title="Changes what stands there">
                  <Pencil aria-hidden className="mx-auto size-4" />
                  <span className="sr-only">Changes</span>
                </th>
              </Fragment>
            ))}
          </tr>
        </thead>
        {blocks.map(({ name, pairs }, at) => (
          <tbody key={name}>
            <tr>
              <th scope="colgroup" className="matrix-block">
                {name}
              </th>
              <td colSpan={groups.length * 2} className="matrix-block" />
            </tr>
            {pairs.map((pair, row) => (
              <tr key={pair.name}>
                <th scope="row" className="matrix-page">
                  {pair.name}
                </th>
                {groups.map((group, column) => (
                  <Fragment key={group._id}>
                    <MatrixCell
                      {...{ group, pair, grants, mayChange }}
                      right="opens"
                      isFirst={at + row + column === 0}
                    />
                    <MatrixCell {...{ group, pair, grants, mayChange }} right="changes" isFirst={false} />
                  </Fragment>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

const ways: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** From a cell to the next one in that direction that holds anything; Home and End go to the ends of the row. */
function move(table: HTMLTableElement | null, event: KeyboardEvent): void {
  const cell = (event.target as Element).closest("td");
  const row = cell?.parentElement as HTMLTableRowElement | null;
  if (!table || !cell || !row) return;
  const rows = [...table.rows].filter((one) => one.querySelector("[role=checkbox]"));
  const cellsOf = (of: HTMLTableRowElement | undefined) => [...(of?.querySelectorAll("td") ?? [])];
  const way = ways[event.key];
  const target = () => {
    if (event.key === "Home") return cellsOf(row).find(boxIn);
    if (event.key === "End") return cellsOf(row).findLast(boxIn);
    if (!way) return undefined;
    const [down, right] = way;
    let [at, place] = [rows.indexOf(row) + down, cellsOf(row).indexOf(cell) + right];
    for (; rows[at] && cellsOf(rows[at])[place]; at += down, place += right) {
      const next = cellsOf(rows[at])[place];
      if (next && boxIn(next)) return next;
    }
    return undefined;
  };
  const next = target();
  if (way || event.key === "Home" || event.key === "End") event.preventDefault();
  const box = next && boxIn(next);
  if (!box) return;
  table.querySelector("[role=checkbox][tabindex='0']")?.setAttribute("tabindex", "-1");
  box.tabIndex = 0;
  box.focus();
}

const boxIn = (cell: Element): HTMLElement | null => cell.querySelector("[role=checkbox]");
