import { ArrowDown, ArrowUp } from "lucide-react";
import type { KeyboardEvent, ReactNode, RefObject } from "react";
import { Link } from "#kit/page/router.web.tsx";
import type { Row } from "../record/record.contract.ts";
import { isNumeric } from "../record/record.shown.contract.ts";
import type { Asked, Listed, ListPage } from "./list.asked.part.page.tsx";
import { useColumns } from "./list.column-choice.part.page.tsx";
import { ADDED, spoken } from "./list.columns.part.page.tsx";
import { moveRow } from "./list.keys.part.page.tsx";
import { sortAfterClick, usualSort } from "./list.query.contract.ts";
import { ListRow } from "./list.row.part.page.tsx";
import type { Selection } from "./list.selection.part.page.tsx";

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
                    onChange={() => selection.togglePage(ids)}
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
