import { useId } from "react";
import type { ColumnMap, ColumnsRead, WantedColumn } from "./table-map.contract.ts";

interface ColumnsParts {
  readonly wanted: readonly WantedColumn[];
  readonly read: ColumnsRead;
  readonly map: ColumnMap;
  onMap(map: ColumnMap): void;
}

/** Which column of the file holds what, each with what stands in it. */
export function ColumnsToMap({ wanted, read, map, onMap }: ColumnsParts) {
  const id = useId();
  const choose = (name: string, heading: string) => {
    const { [name]: _, ...others } = map;
    onMap(heading === "" ? others : { ...others, [name]: heading });
  };
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold">Which column holds what?</legend>
      <p className="text-small text-soft">
        {read.remembered
          ? "As it was said of the last file with these headings."
          : "A first guess by the headings. What you say here is kept for the next file with the same headings."}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {wanted.map(({ name, label, hint }) => (
          <div key={name} className="min-w-0">
            <label htmlFor={`${id}-${name}`} className="mb-1 block font-semibold">
              {label}
            </label>
            <select
              id={`${id}-${name}`}
              className="control w-full"
              aria-describedby={`${id}-${name}-holds`}
              value={map[name] ?? ""}
              onChange={({ target }) => choose(name, target.value)}
            >
              <option value="">Not in this file</option>
              {read.headings.map((heading) => (
                <option key={heading} value={heading}>
                  {heading}
                </option>
              ))}
            </select>
            <p id={`${id}-${name}-holds`} className="wrap-anywhere mt-1 text-small text-soft">
              {map[name] === undefined ? hint : holds(read, map[name])}
            </p>
          </div>
        ))}
      </div>
    </fieldset>
  );
}

/** "such as 21/11/2026": the first cells of a column that say something. */
function holds({ headings, samples }: ColumnsRead, heading: string): string {
  const place = headings.indexOf(heading);
  const said = samples.map((cells) => cells[place]?.trim() ?? "").filter((cell) => cell !== "");
  return said.length === 0 ? "Empty in the first rows" : `Such as ${[...new Set(said)].slice(0, 2).join(", ")}`;
}
