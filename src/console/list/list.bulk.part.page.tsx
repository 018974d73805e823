import { type ReactNode, useMemo, useState } from "react";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { asFigure } from "#kit/value/count.rules.ts";
import type { AnyEndpoint } from "#kit/wire/endpoint.contract.ts";
import { Confirm } from "../confirm/confirm.ask.part.page.tsx";
import type { ChosenRows, Row } from "../record/record.contract.ts";
import type { Listed, ListPage } from "./list.asked.part.page.tsx";
import { type Query, whole } from "./list.rules.ts";

interface BarParts {
  readonly of: Listed;
  readonly query: Query;
  readonly page: ListPage;
  readonly selection: Selection;
  /** What can be done with the rows that are selected. */
  readonly deeds: (picked: Picked) => ReactNode;
}

/** A row as it was on the screen. */
export type SeenRow = Pick<Row, "_id" | "version">;

/** What a deed on selected rows sends beside its own fields, and what it is called. */
export interface Picked {
  readonly chosen: ChosenRows;
  /** The same rows as they were seen; absent where all that a list finds are chosen. */
  readonly seen?: readonly SeenRow[];
  /** "3 applications". */
  readonly named: string;
  /** Whether rows of other pages of the list are among them. */
  readonly beyond: boolean;
  /** Selects none and reads the list again: for when the deed is done. */
  done(): Promise<void>;
}

/** What can be done with the rows that are selected; nothing while none is. */
export function BulkBar({ of, query, page, selection, deeds }: BarParts) {
  const reread = useReread();
  const { total } = page;
  const count = selection.all && total !== "10,000+" ? total : selection.ids.size;
  if (count === 0) return null;
  const isPage = page.list.every(({ _id }) => selection.has(_id));
  const more = isPage && !selection.all && total !== "10,000+" && total > page.list.length ? total : null;
  return (
    <section aria-label="Selected rows" className="bulk-bar">
      <p role="status" className="figures font-semibold">
        {asFigure(count)} selected
      </p>
      {more !== null && (
        <button type="button" className="link cursor-pointer py-1.5" onClick={selection.selectAll}>
          Select all {asFigure(more)} matching
        </button>
      )}
      <div className="ml-auto flex flex-wrap gap-2">
        {deeds({
          chosen: { count, ...(selection.all ? { query: whole(query) } : { ids: [...selection.ids] }) },
          ...(!selection.all && { seen: [...selection.seen.values()] }),
          named: `${asFigure(count)} ${(count === 1 ? of.one : of.many).toLowerCase()}`,
          beyond: selection.all,
          done: async () => {
            selection.clear();
            await reread();
          },
        })}
        <button type="button" className="button button-plain" onClick={selection.clear}>
          Clear selection
        </button>
      </div>
    </section>
  );
}

interface SwitchesParts {
  readonly of: Listed & { readonly calls: { readonly bulk?: AnyEndpoint } };
  readonly picked: Picked;
}

export function StatusSwitches({ of, picked }: SwitchesParts) {
  const [wanted, setWanted] = useState<boolean | null>(null);
  const field = of.facts.find(({ name }) => name === "status");
  return (
    <>
      {[true, false].map((status) => (
        <button key={String(status)} type="button" className="button button-quiet" onClick={() => setWanted(status)}>
          {status ? "Activate" : "Deactivate"}
        </button>
      ))}
      {wanted !== null && (
        <Switch
          of={of}
          picked={picked}
          status={wanted}
          word={field?.words?.[wanted ? 0 : 1] ?? ""}
          onHide={() => setWanted(null)}
        />
      )}
    </>
  );
}

interface SwitchParts extends SwitchesParts {
  readonly status: boolean;
  /** What they will be. */
  readonly word: string;
  onHide(): void;
}

function Switch({ of, picked, status, word, onHide }: SwitchParts) {
  const { chosen, named, beyond, done } = picked;
  const submit = `${status ? "Activate" : "Deactivate"} ${named}`;
  const body = { status, ...chosen };
  return (
    <Confirm
      title={`${submit}?`}
      submit={submit}
      send={async (attempt) => (await call(of.calls.bulk as AnyEndpoint, { body, attempt })) as { message: string }}
      onHide={onHide}
      onDone={done}
    >
      <p>
        {chosen.count === 1 ? "It becomes" : `All ${named} become`} <strong>{word.toLowerCase()}</strong>
        {beyond && ", also those on other pages of the list"}.{" "}
        {status
          ? "They can be chosen again from then on."
          : "Where they are used already they stay; they can no longer be chosen anew."}
      </p>
    </Confirm>
  );
}

/** The rows that are selected: some by their `_id`, or all that the list finds, on every page of it. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Those by their `_id`, as they were when they were selected. */
  readonly seen: ReadonlyMap<string, SeenRow>;
  readonly all: boolean;
  has(id: string): boolean;
  toggle(row: SeenRow): void;
  /** Selects these rows, or none of them if all are selected. */
  togglePage(rows: readonly SeenRow[]): void;
  selectAll(): void;
  clear(): void;
}

interface Held {
  /** What the list was asked for: another question has another selection. */
  readonly of: string;
  readonly seen: ReadonlyMap<string, SeenRow>;
  readonly all: boolean;
}

export function useSelection(query: Query): Selection {
  const of = whole(query);
  const [held, setHeld] = useState<Held>({ of, seen: new Map(), all: false });
  return useMemo(() => {
    const { seen, all } = held.of === of ? held : { seen: new Map<string, SeenRow>(), all: false };
    const hold = (next: Iterable<SeenRow>) =>
      setHeld({ of, seen: new Map([...next].map(({ _id, version }) => [_id, { _id, version }])), all: false });
    const without = (rows: readonly SeenRow[]) => [...seen.values()].filter((one) => !rows.some(isSameRow(one)));
    return {
      ids: new Set(seen.keys()),
      seen,
      all,
      has: (id) => all || seen.has(id),
      toggle: (row) => hold(seen.has(row._id) ? without([row]) : [...seen.values(), row]),
      togglePage(page) {
        const isWhole = page.every(({ _id }) => all || seen.has(_id));
        hold(isWhole ? without(page) : [...seen.values(), ...page]);
      },
      selectAll: () => setHeld({ of, seen: new Map(), all: true }),
      clear: () => hold([]),
    };
  }, [held, of]);
}

const isSameRow =
  ({ _id }: SeenRow) =>
  (other: SeenRow): boolean =>
    other._id === _id;
