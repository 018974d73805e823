import { Check, Columns3, Minus } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { StateWord, WordBadge } from "#kit/look/badge.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { keepWords, useKeptWords } from "../preference/preference.part.page.tsx";
import type { Row } from "../record/record.contract.ts";
import type { Field } from "../record/record.facts.rules.ts";
import { asText, shortDay } from "../record/record.rules.ts";
import type { Listed } from "./list.asked.part.page.tsx";

/** The column of a list that can be ordered by age. */
export const ADDED = "createdAt";

const added: Field = {
  name: ADDED,
  label: "Added",
  optional: false,
  kind: "day",
  options: [],
  noun: null,
  words: null,
  column: ADDED,
};

/** The fields that stand in columns, and when each was added where the list can be ordered by it. */
function columnsOf({ columns, shown: fields, sorts }: Listed): readonly Field[] {
  const shown = columns.flatMap((name) => fields.find((field) => field.name === name) ?? []);
  return sorts.includes(ADDED) && !columns.includes(ADDED) ? [...shown, added] : shown;
}

/** Said beside the elements: laid out as cards, some readers of screens take a table for none. */
export const spoken = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  cell: { role: "cell" },
  heading: { role: "columnheader" },
} as const;

/** What a card says before a value that does not say by itself what it is, such as a number or a second amount. */
export function wordBefore(field: Field, columns: readonly Field[]): string | undefined {
  const { kind, label, name, words } = field;
  if (kind === "money") return field === firstMoney(columns) ? undefined : label;
  const isPlain = kind === "whole" || kind === "day" || kind === "minute" || (kind === "flag" && words?.[0] === "Yes");
  return isPlain && name !== columns[0]?.name ? label : undefined;
}

/** The amount that stands at the right of a card. */
export const firstMoney = (columns: readonly Field[]) => columns.find(({ kind }) => kind === "money");

/** One value in its column; what is missing is a dash. */
export function Cell({ field, row }: { field: Field; row: Row }): ReactNode {
  const value = row[field.name];
  if (field === added) return shortDay(row.createdAt);
  if (field.name === "status" && field.kind === "flag") return <State field={field} value={value} />;
  if (field.kind === "about") return <About value={value as Subject} />;
  const look = field.looks?.[String(value)];
  if (look) return <StateWord look={look} word={asText(field, value)} />;
  return (
    asText(field, value) || (
      <span className="nothing text-soft">
        <span aria-hidden>–</span>
        <span className="sr-only">None</span>
      </span>
    )
  );
}

interface Subject {
  readonly label: string;
  readonly link: string | null;
}

function About({ value: { label, link } }: { value: Subject }) {
  if (!link) return label;
  return (
    <Link to={link} className="link">
      {label}
    </Link>
  );
}

/** The same in a column, where a hundred of them stand under each other. */
function State({ field, value }: { field: Field; value: unknown }) {
  const Sign = value ? Check : Minus;
  return (
    <span className={`flex items-center gap-1.5 ${value ? "text-good" : "text-soft"}`}>
      <Sign aria-hidden className="size-3.5" strokeWidth={2.5} />
      {asText(field, value)}
    </span>
  );
}

export function Status({ field, value }: { field: Field; value: unknown }) {
  return <WordBadge look={value ? "good" : "plain"} word={asText(field, value)} />;
}

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
