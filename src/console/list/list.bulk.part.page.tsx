import { useState } from "react";
import { call } from "#kit/call.web.ts";
import type { AnyEndpoint } from "#kit/endpoint.contract.ts";
import { useReread } from "#kit/read.web.tsx";
import { Confirm } from "../confirm/confirm.ask.part.page.tsx";
import type { Listed, ListPage } from "./list.asked.part.page.tsx";
import { type Query, whole } from "./list.query.contract.ts";
import type { Selection } from "./list.selection.part.page.tsx";

interface BarParts {
  readonly of: Listed & { readonly calls: { readonly bulk?: AnyEndpoint } };
  readonly query: Query;
  readonly page: ListPage;
  readonly selection: Selection;
}

/** What can be done with the rows that are selected; nothing while none is. */
export function BulkBar({ of, query, page, selection }: BarParts) {
  const [wanted, setWanted] = useState<boolean | null>(null);
  const { total } = page;
  const count = selection.all && total !== "10,000+" ? total : selection.ids.size;
  if (count === 0) return null;
  const field = of.facts.find(({ name }) => name === "status");
  const isPage = page.list.every(({ _id }) => selection.has(_id));
  const more = isPage && !selection.all && total !== "10,000+" && total > page.list.length ? total : null;
  return (
    <section aria-label="Selected rows" className="bulk-bar">
      <p role="status" className="figures font-semibold">
        {number(count)} selected
      </p>
      {more !== null && (
        <button type="button" className="link cursor-pointer py-1.5" onClick={selection.selectAll}>
          Select all {number(more)} matching
        </button>
      )}
      <div className="ml-auto flex flex-wrap gap-2">
        {[true, false].map((status) => (
          <button key={String(status)} type="button" className="button button-quiet" onClick={() => setWanted(status)}>
            {status ? "Activate" : "Deactivate"}
          </button>
        ))}
        <button type="button" className="button button-plain" onClick={selection.clear}>
          Clear selection
        </button>
      </div>
      {wanted !== null && (
        <Switch
          of={of}
          query={query}
          selection={selection}
          count={count}
          status={wanted}
          word={field?.words?.[wanted ? 0 : 1] ?? ""}
          onHide={() => setWanted(null)}
        />
      )}
    </section>
  );
}

interface SwitchParts extends Pick<BarParts, "of" | "query" | "selection"> {
  readonly count: number;
  readonly status: boolean;
  /** What they will be. */
  readonly word: string;
  onHide(): void;
}

function Switch({ of, query, selection, count, status, word, onHide }: SwitchParts) {
  const reread = useReread();
  const named = `${number(count)} ${(count === 1 ? of.one : of.many).toLowerCase()}`;
  const submit = `${status ? "Activate" : "Deactivate"} ${named}`;
  const body = {
    status,
    count,
    ...(selection.all ? { query: whole(query) } : { ids: [...selection.ids] }),
  };
  return (
    <Confirm
      title={`${submit}?`}
      submit={submit}
      send={async (attempt) => (await call(of.calls.bulk as AnyEndpoint, { body, attempt })) as { message: string }}
      onHide={onHide}
      onDone={() => {
        selection.clear();
        return reread();
      }}
    >
      <p>
        {count === 1 ? "It becomes" : `All ${named} become`} <strong>{word.toLowerCase()}</strong>
        {selection.all && ", also those on other pages of the list"}.{" "}
        {status
          ? "They can be chosen again from then on."
          : "Where they are used already they stay; they can no longer be chosen anew."}
      </p>
    </Confirm>
  );
}

const number = (of: number) => of.toLocaleString("en-NG");
