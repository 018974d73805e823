import { type ReactNode, useId } from "react";
import { labelOfField } from "./grid.row.rules.ts";
import type { RowState } from "./grid.saving.page.tsx";

/** The columns of the grid at a desk; on a phone a row is a card. */
export const columnsLook = (withHalf: boolean): string =>
  withHalf
    ? "lg:grid-cols-[6.5rem_minmax(10rem,1fr)_7rem_4rem_4.5rem_9rem_6rem] lg:gap-x-2"
    : "lg:grid-cols-[6.5rem_minmax(10rem,1fr)_7rem_4rem_9rem_6rem] lg:gap-x-2";

interface BoxParts {
  readonly row: RowState;
  readonly name: string;
  readonly children?: ReactNode;
  readonly inputMode?: "numeric";
  readonly list?: string;
  readonly wide?: boolean;
  /** Beneath a heading at a desk, where the column says it. */
  readonly bare?: boolean;
}

/** One box of a row with its refusal under it; a list to choose from where it has children. */
export function RowBox({ row, name, children, inputMode, list, wide = false, bare = true }: BoxParts) {
  const id = useId();
  const error = row.errors[name];
  const parts = {
    id,
    "data-cell": name,
    className: "control",
    value: row.typed[name] ?? "",
    "aria-invalid": error ? true : undefined,
    "aria-describedby": error ? `${id}-error` : undefined,
  };
  return (
    <div className={wide ? "col-span-full lg:col-span-1" : ""}>
      <label htmlFor={id} className={`mb-0.5 block text-small text-soft ${bare ? "lg:sr-only" : ""}`}>
        {labelOfField(name)}
      </label>
      {children ? (
        <select {...parts} onChange={(event) => row.type(name, event.target.value)}>
          {children}
        </select>
      ) : (
        <input
          {...parts}
          type="text"
          autoComplete="off"
          autoCapitalize={name === "code" || name === "needs" || name === "excludes" ? "characters" : "off"}
          spellCheck={false}
          {...(inputMode && { inputMode })}
          {...(list && { list })}
          onChange={(event) => row.type(name, event.target.value)}
        />
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 font-semibold text-bad text-small">
          <span className="sr-only">Error: </span>
          {error}
        </p>
      )}
    </div>
  );
}
