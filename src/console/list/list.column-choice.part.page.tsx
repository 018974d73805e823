import { Columns3 } from "lucide-react";
import { useId, useState } from "react";
import { keepWords, useKeptWords } from "../preference/preference.words.part.page.tsx";
import type { Field } from "../record/record.facts.contract.ts";
import type { Listed } from "./list.asked.part.page.tsx";
import { columnsOf } from "./list.columns.part.page.tsx";

const keptUnder = ({ noun }: Listed) => `columns-${noun}`;

/** The columns of a list as this device shows them. The first leads to the record and always stands. */
export function useColumns(of: Listed): readonly Field[] {
  const chosen = useKeptWords(keptUnder(of));
  if (!chosen) return columnsOf(of);
  const [first, ...others] = eachColumn(of);
  return first ? [first, ...others.filter(({ name }) => chosen.includes(name))] : [];
}

/** What could stand in a column: what stands there by itself, then everything else that a row shows. */
function eachColumn(of: Listed): readonly Field[] {
  const usual = columnsOf(of);
  return [...usual, ...of.shown.filter((field) => !usual.some(({ name }) => name === field.name))];
}

/** Which columns stand in the list. On a phone, where rows are cards, there is nothing to choose. */
export function ColumnChoice({ of }: { of: Listed }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const shown = useColumns(of).map(({ name }) => name);
  const [, ...others] = eachColumn(of);
  if (others.length < 2) return null;
  const toggle = (name: string) =>
    keepWords(keptUnder(of), shown.includes(name) ? shown.filter((one) => one !== name) : [...shown, name]);
  return (
    <div className="column-choice">
      <button type="button" className="button button-quiet" title="Columns" popoverTarget={id}>
        <Columns3 aria-hidden className="size-4" />
        <span className="sr-only">Columns</span>
      </button>
      <div id={id} popover="auto" className="column-list" onToggle={({ newState }) => setOpen(newState === "open")}>
        {open && (
          <>
            <fieldset>
              <legend className="mb-2 font-semibold">Columns</legend>
              {others.map(({ name, label }) => (
                <label key={name} className="flex min-h-8 items-center gap-2">
                  <input type="checkbox" checked={shown.includes(name)} onChange={() => toggle(name)} />
                  {label}
                </label>
              ))}
            </fieldset>
            <button type="button" className="link mt-2 py-1" onClick={() => keepWords(keptUnder(of), null)}>
              As they were
            </button>
          </>
        )}
      </div>
    </div>
  );
}
