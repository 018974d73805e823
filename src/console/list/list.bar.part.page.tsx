import { Download, Search, Upload } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { opened } from "#kit/page/opened.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import type { AnyEndpoint } from "#kit/wire/endpoint.contract.ts";
import { isNumeric } from "../record/record.rules.ts";
import type { Asked, Listed } from "./list.asked.part.page.tsx";
import { ADDED } from "./list.columns.part.page.tsx";
import { asked, type Query, usualSort } from "./list.rules.ts";

const PAUSE_MS = 250;

/** Narrows the list by words. The address follows at a pause in typing, without a step for Back at each. */
export function SearchBox({ searched, asked }: { searched: string; asked: Asked }) {
  const { q } = asked.query;
  const [typed, setTyped] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(q);
  useEffect(() => {
    // Back, a saved view or "Clear filters" asked for something else than what was typed.
    if (q !== sent.current) setTyped(q);
    sent.current = q;
  }, [q]);
  const ask = (text: string) => {
    sent.current = text.trim();
    asked.replace({ q: text.trim() });
  };
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(ask, PAUSE_MS, text);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <search className="search-box">
      <Search aria-hidden className="size-4 shrink-0 text-soft" />
      <input
        type="search"
        aria-label={`Search by ${searched}`}
        placeholder={`Search by ${searched}`}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            clearTimeout(timer.current);
            ask(typed);
          } else if (event.key === "Escape" && typed) {
            event.preventDefault();
            type("");
          }
        }}
      />
      <kbd aria-hidden className="key">
        /
      </kbd>
    </search>
  );
}

/** The order of the rows in words, also of what stands in no column. */
export function Order({ of, asked }: { of: Listed; asked: Asked }) {
  const id = useId();
  const usual = usualSort(of);
  const orders = of.sorts.map(String).flatMap((name) => {
    const [rising, falling] = wordsOf(of, name);
    return [
      { sort: name, words: rising },
      { sort: `-${name}`, words: falling },
    ];
  });
  return (
    <div className="filter">
      <label htmlFor={id} className="text-soft">
        Order
      </label>
      <select
        id={id}
        value={asked.query.sort || usual}
        onChange={({ target }) => asked.push({ sort: target.value === usual ? "" : target.value })}
      >
        {orders.map(({ sort, words }) => (
          <option key={sort} value={sort}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

function wordsOf(of: Listed, name: string): readonly [rising: string, falling: string] {
  if (name === ADDED) return ["Oldest first", "Newest first"];
  const field = of.shown.find((one) => one.name === name);
  const label = field?.label ?? name;
  if (field?.kind === "day" || field?.kind === "minute") return [`${label}, earliest first`, `${label}, latest first`];
  if (field && isNumeric(field)) return [`${label}, lowest first`, `${label}, highest first`];
  return [`${label}, A to Z`, `${label}, Z to A`];
}

const ImportDialog = opened(() => import("../import/import.dialog.part.page.tsx").then((part) => part.ImportDialog));

interface FilesParts {
  readonly of: Listed & { readonly key?: readonly PropertyKey[]; readonly calls: { readonly import?: AnyEndpoint } };
  readonly query: Query;
  readonly mayChange: boolean;
}

/** The list as a file, by the same filters; and a file into the list. */
export function FileButtons({ of, query, mayChange }: FilesParts) {
  const importing = useShown();
  const filter = asked(of, { ...query, after: "" });
  const bring = mayChange && of.calls.import && (of.key?.length ?? 0) > 0 ? of.calls.import : null;
  return (
    <>
      <a href={`/api${of.calls.export.path}${filter && `?${filter}`}`} download className="button button-quiet">
        <Download aria-hidden className="size-4" />
        <span className="sr-only sm:not-sr-only">Export CSV</span>
      </a>
      {bring && (
        <button type="button" className="button button-quiet" onClick={importing.show}>
          <Upload aria-hidden className="size-4" />
          <span className="sr-only sm:not-sr-only">Import</span>
        </button>
      )}
      {bring && importing.shown && <ImportDialog of={of} call={bring} onHide={importing.hide} />}
    </>
  );
}
