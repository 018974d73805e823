import { useQueryClient } from "@tanstack/react-query";
import type { MouseEvent, ReactNode } from "react";
import { Link, useNavigate } from "#kit/page/router.web.tsx";
import type { Row } from "../record/record.contract.ts";
import type { Field } from "../record/record.facts.contract.ts";
import { isNumeric } from "../record/record.shown.contract.ts";
import type { Listed } from "./list.asked.part.page.tsx";
import { ADDED, Cell, firstMoney, spoken, wordBefore } from "./list.columns.part.page.tsx";
import type { Selection } from "./list.selection.part.page.tsx";
import type { Way } from "./list.way.part.page.tsx";

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
export function ListRow({ of, row, columns, to, from, selection, deeds }: RowParts) {
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
              onChange={() => selection.toggle(row._id)}
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
