import { Check } from "lucide-react";
import type { Pair } from "../permission/permission.pairs.contract.ts";
import { type Grants, type Group, OWN, type Page, type Right } from "./group-permission.grant.page.tsx";

interface CellParts {
  readonly group: Group;
  readonly pair: Pair<Page>;
  readonly right: Right;
  readonly grants: Grants;
  readonly mayChange: boolean;
  /** Where the Tab key enters. */
  readonly isFirst: boolean;
}

/** Whether a group opens a page, or changes it; a press turns it round. Empty where a page has no such right. */
export function MatrixCell({ group, pair, right, grants, mayChange, isFirst }: CellParts) {
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
