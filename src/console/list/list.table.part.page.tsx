import { useQueryClient } from "@tanstack/react-query";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { KeyboardEvent, MouseEvent, ReactNode, RefObject } from "react";
import { Link, useNavigate } from "#kit/page/router.web.tsx";
import type { Row } from "../record/record.contract.ts";
import type { Field } from "../record/record.facts.rules.ts";
import { isNumeric } from "../record/record.rules.ts";
import type { Asked, Listed, ListPage } from "./list.asked.part.page.tsx";
import type { Selection } from "./list.bulk.part.page.tsx";
import { ADDED, Cell, firstMoney, spoken, useColumns, wordBefore } from "./list.columns.part.page.tsx";
import { sortAfterClick, usualSort, type Way } from "./list.rules.ts";

type Frame = RefObject<HTMLElement | null>;

const rowsIn = (frame: Frame): HTMLTableRowElement[] => [
  ...(frame.current?.querySelectorAll<HTMLTableRowElement>("tbody tr") ?? []),
];

/** The row that has the keyboard. */
const rowHere = () => document.activeElement?.closest<HTMLTableRowElement>("tbody tr") ?? null;

/** Takes the keyboard some rows further: to what opens the row, or to its first button. */
function moveRow(frame: Frame, by: 1 | -1): void {
  const rows = rowsIn(frame);
  const here = rowHere();
  const at = here ? rows.indexOf(here) : -1;
  const next = rows[at < 0 ? 0 : Math.max(0, Math.min(at + by, rows.length - 1))];
  const place = next?.querySelector<HTMLElement>("a, button") ?? next?.querySelector<HTMLElement>("input");
  place?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
}

/** The keys of a list: j and k from row to row, x selects, / searches. */
export const rowKeys = (frame: Frame) => ({
  j: () => moveRow(frame, 1),
  k: () => moveRow(frame, -1),
  x: () => rowHere()?.querySelector<HTMLInputElement>("input[type=checkbox]")?.click(),
  "/": () => document.querySelector<HTMLElement>("input[type=search]")?.focus(),
});

interface RowParts {
  readonly of: Listed;
  readonly row: Row;
  readonly columns: readonly Field[];
  readonly to: string | null;
  readonly from: Way;
  readonly selection: Selection | null;
  readonly deeds: ReactNode;
}

/** One record. Its first cell leads to it; a press anywhere else in the row does the same. */
function ListRow({ of, row, columns, to, from, selection, deeds }: RowParts) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const chosen = selection?.has(row._id) ?? false;
  // The record's own screen begins with what stands here.
  const remember = () => {
    if (of.calls.read) queries.setQueryData([of.calls.read.path, { id: row._id }], row);
  };
  const open = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    const isOwn = target instanceof Element && target.closest("a, button, input, label");
    if (!to || isOwn || ctrlKey || metaKey || shiftKey || String(getSelection()) !== "") return;
    remember();
    navigate(to, { state: { from } });
  };
  return (
    <tr {...spoken.row} onClick={open} className={to ? "opens" : undefined} data-chosen={chosen || undefined}>
      {selection && (
        <td {...spoken.cell} className="tick">
          <label>
            <input
              type="checkbox"
              aria-label={`Select ${row._title}`}
              checked={chosen}
              onChange={() => selection.toggle(row)}
            />
          </label>
        </td>
      )}
      {columns.map((field, place) => (
        <td
          key={field.name}
          {...spoken.cell}
          className={classOf(field, columns)}
          data-word={wordBefore(field, columns)}
        >
          {place === 0 && to ? (
            <Link to={to} state={{ from }} className="opener" onClick={remember}>
              <Cell field={field} row={row} />
              <span className="sr-only">, {row._title}</span>
            </Link>
          ) : (
            <Cell field={field} row={row} />
          )}
        </td>
      ))}
      {deeds !== undefined && (
        <td {...spoken.cell} className="deeds">
          {deeds}
        </td>
      )}
    </tr>
  );
}

function classOf(field: Field, columns: readonly Field[]): string | undefined {
  if (field === columns[0]) return isNumeric(field) ? "first right" : "first";
  if (field === firstMoney(columns)) return "right sum";
  return isNumeric(field) ? "right" : field.name === ADDED ? "quiet" : undefined;
}

interface TableParts {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly of: Listed;
  readonly asked: Asked;
  readonly page: ListPage;
  /** Whether these rows are the last ones, while others are on their way. */
  readonly late: boolean;
  readonly selection: Selection | null;
  readonly deeds: ((row: Row) => ReactNode) | undefined;
  readonly openAt: ((row: Row) => string) | null;
}

/**
 * The rows, under headings that sort them. Scrolls by itself, so that nothing around it does; on a phone each row is a
 * card of at most three lines.
 */
export function Table({ frame, of, asked, page, late, selection, deeds, openAt }: TableParts) {
  const columns = useColumns(of);
  const ids = page.list.map(({ _id }) => _id);
  const move = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    moveRow(frame, event.key === "ArrowDown" ? 1 : -1);
  };
  return (
    <section
      ref={frame}
      aria-label={`Table of ${of.many.toLowerCase()}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
      tabIndex={0}
      className="table-frame"
      onKeyDown={move}
    >
      <table {...spoken.table} className="cards table" aria-busy={late}>
        <thead {...spoken.group}>
          <tr {...spoken.row}>
            {selection && (
              <th scope="col" {...spoken.heading} className="tick">
                <label>
                  <input
                    type="checkbox"
                    aria-label="Select this page"
                    checked={ids.every((id) => selection.has(id))}
                    onChange={() => selection.togglePage(page.list)}
                  />
                </label>
              </th>
            )}
            {columns.map((field) => (
              <Heading
                key={field.name}
                of={of}
                asked={asked}
                name={field.name}
                label={field.label}
                right={isNumeric(field)}
              />
            ))}
            {deeds && (
              <th scope="col" {...spoken.heading}>
                <span className="sr-only">What can be done</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody {...spoken.group}>
          {page.list.map((row) => (
            <ListRow
              key={row._id}
              of={of}
              row={row}
              columns={columns}
              to={openAt?.(row) ?? null}
              from={{ search: asked.query, ids, next: page.next }}
              selection={selection}
              deeds={deeds?.(row)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface HeadingParts {
  readonly of: Listed;
  readonly asked: Asked;
  readonly name: string;
  readonly label: string;
  readonly right: boolean;
}

function Heading({ of, asked, name, label, right }: HeadingParts) {
  const usual = usualSort(of);
  const now = asked.query.sort || usual;
  const way = now === name ? "ascending" : now === `-${name}` ? "descending" : undefined;
  const sorts = of.sorts.includes(name);
  return (
    <th
      scope="col"
      {...spoken.heading}
      aria-sort={way}
      className={right ? "right" : name === ADDED ? "quiet" : undefined}
    >
      {sorts ? (
        <Link to={asked.to({ sort: sortAfterClick(now, name, usual) })} className="sorts">
          {label}
          {way === "ascending" && <ArrowUp aria-hidden className="size-3.5" />}
          {way === "descending" && <ArrowDown aria-hidden className="size-3.5" />}
        </Link>
      ) : (
        label
      )}
    </th>
  );
}

const bones = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

/** The shape of rows that are on their way; shown when they take longer than the eye needs. */
export function RowBones() {
  return (
    <div aria-busy="true" className="table-frame late">
      <p className="sr-only" role="status">
        Please wait... system loading
      </p>
      <div aria-hidden className="grid">
        {bones.map((name) => (
          <div key={name} className="flex h-(--row) items-center gap-6 border-line border-b px-3">
            <div className="bone h-3 w-16" />
            <div className="bone h-3 w-1/3" />
            <div className="bone h-3 w-1/6" />
          </div>
        ))}
      </div>
    </div>
  );
}
