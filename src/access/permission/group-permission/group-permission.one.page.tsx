import { Lock } from "lucide-react";
import { useId, useState } from "react";
import type { PagePair } from "../permission.rules.ts";
import {
  type GrantChanges,
  type MatrixGroup,
  type MatrixPage,
  OWN,
  type PageRight,
} from "./group-permission.grant.page.tsx";
import { type MatrixParts, reachWords } from "./group-permission.grid.page.tsx";

/** One group and its pages: the matrix on a phone. */
export function OneGroup({ groups, blocks, grants, mayChange }: MatrixParts) {
  const id = useId();
  const [chosen, setChosen] = useState("");
  const group = groups.find(({ _id }) => _id === chosen) ?? groups.find(({ isOwn }) => !isOwn) ?? groups[0];
  if (!group) return <p>There is no user group yet.</p>;
  return (
    <>
      <label htmlFor={id} className="mb-1 block font-semibold">
        Group
      </label>
      <select id={id} className="control mb-2" value={group._id} onChange={(event) => setChosen(event.target.value)}>
        {groups.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </select>
      <p className="mb-3 text-soft">
        Its pages reach {reachWords[group.scope] ?? group.scope}.
        {group.isOwn && mayChange && (
          <span className="block font-semibold text-ink">
            <Lock aria-hidden className="inline size-4" /> {OWN}.
          </span>
        )}
      </p>
      {blocks.map(({ name, pairs }) => (
        <section key={name} aria-label={name} className="mb-4">
          <h2 className="mb-1 text-large">{name}</h2>
          <ul className="card">
            {pairs.map((pair) => (
              <li
                key={pair.name}
                className="flex flex-wrap items-center justify-between gap-x-4 border-line border-b px-3 last:border-b-0"
              >
                <span className="min-w-0 py-1">{pair.name}</span>
                <span className="ml-auto flex shrink-0 gap-x-4">
                  <Box {...{ group, pair, grants, mayChange }} right="opens" word="Opens" />
                  <Box {...{ group, pair, grants, mayChange }} right="changes" word="Changes" />
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

interface BoxParts {
  readonly group: MatrixGroup;
  readonly pair: PagePair<MatrixPage>;
  readonly grants: GrantChanges;
  readonly mayChange: boolean;
  readonly right: PageRight;
  readonly word: string;
}

function Box({ group, pair, grants, mayChange, right, word }: BoxParts) {
  const page = pair[right];
  if (!page) return null;
  return (
    <label className="flex min-h-(--control) cursor-pointer items-center gap-2">
      <input
        type="checkbox"
        className="size-4.5"
        aria-label={`${group.name} ${right} ${pair.name}`}
        checked={grants.has(group, page)}
        disabled={!mayChange || group.isOwn}
        onChange={() => void grants.toggle(group, pair, right)}
      />
      {word}
    </label>
  );
}
