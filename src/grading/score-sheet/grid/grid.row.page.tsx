import { memo, useSyncExternalStore } from "react";
import { asMinute } from "#kit/value/dates.rules.ts";
import { missingMarks } from "#registry/past-mark/past-mark.rules.ts";
import { codeGrades } from "../../result-profile/result-profile.rules.ts";
import type { ShownSheet } from "../score-sheet.contract.ts";
import { cells, inWords, noScore, type Typed, typedOf } from "../score-sheet.rules.ts";
import { type GridRow, isShut, previewOf, scoreIn, stateOf } from "./grid.rows.rules.ts";
import type { GridStore } from "./grid.store.page.tsx";

type Profile = ShownSheet["profiles"][number];

/** The columns of the grid at a desk; on a phone a row is a card. */
export const columnsLook =
  "md:grid-cols-[2.5rem_minmax(9rem,12rem)_minmax(8rem,1fr)_5.5rem_5.5rem_3rem_3.5rem_minmax(5rem,9rem)] md:gap-x-3";

/** What a key changes: of a size of its own, so that nothing around it is laid out anew. */
const typedLook = "block h-[1lh] [contain:size_layout]";

/** What fits above a cell on a phone. */
const shortLabels = { ca: "CA", examination: "Exam" } as const satisfies Record<keyof Typed, string>;

interface RowParts {
  readonly store: GridStore;
  readonly student: string;
  readonly nth: number;
  readonly profile: Profile | undefined;
  /** Nobody types: what stands is shown. */
  readonly still: boolean;
  /** A phone, whose keys are digits here: codes are chosen beside them. */
  readonly narrow: boolean;
}

/** One student. Draws itself when that row changes, and at no other time. */
export const GridRowLine = memo(function GridRowLine({ store, student, nth, profile, still, narrow }: RowParts) {
  const row = useSyncExternalStore(
    (listener) => store.followRow(student, listener),
    () => store.row(student),
  );
  const { of } = row;
  const preview = previewOf(row, store.maxima, profile);
  const isStill = still || isShut(of);
  // On a phone it stands on the line of what is typed, whose name is above it.
  const besideLook = `max-md:self-end ${isStill ? "" : "max-md:grid max-md:h-(--control) max-md:content-center"}`;
  return (
    <li
      data-row={nth}
      className={`grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_5.5rem_1.75rem_2.25rem] items-center gap-x-2 gap-y-1 border-line border-b px-3 py-1.5 [contain-intrinsic-size:auto_7.3rem] [content-visibility:auto] md:[contain-intrinsic-size:auto_3.24rem] ${columnsLook}`}
    >
      <span className="hidden text-small text-soft md:block">{nth + 1}</span>
      <span className="figures col-span-full min-w-0 text-small text-soft md:col-span-1 md:text-ink">
        {of.matric ?? "No matric number"}
      </span>
      <span className="col-span-full min-w-0 md:col-span-1">
        {of.name}
        {of.late && <span className="ml-2 text-small text-soft">came late</span>}
      </span>
      {cells.map((field) => (
        <Cell key={field} store={store} row={row} field={field} nth={nth} still={isStill} narrow={narrow} />
      ))}
      {narrow && (isStill ? <span /> : <CodeChoice store={store} row={row} />)}
      <span className={`figures text-right ${besideLook}`}>
        <span className="sr-only">Total </span>
        <span className={typedLook}>{preview.total}</span>
      </span>
      <span className={`font-semibold ${besideLook} ${preview.failed ? "text-bad" : ""}`}>
        <span className="sr-only">Grade </span>
        <span className={typedLook}>{preview.grade}</span>
      </span>
      <Standing store={store} row={row} />
    </li>
  );
});

interface CellParts {
  readonly store: GridStore;
  readonly row: GridRow;
  readonly field: keyof Typed;
  readonly nth: number;
  readonly still: boolean;
  readonly narrow: boolean;
}

function Cell({ store, row, field, nth, still, narrow }: CellParts) {
  const { student, name } = row.of;
  const trouble = row.troubles[field];
  const id = `${student}-${field}`;
  if (still)
    return (
      <span className="figures px-2 max-md:self-start">
        <span className="block text-small text-soft md:sr-only">{shortLabels[field]} </span>
        {row.typed[field]}
      </span>
    );
  return (
    <span className="min-w-0">
      {narrow && (
        <label htmlFor={id} className="block text-small text-soft">
          {shortLabels[field]} <span className="sr-only">of {name}</span>
        </label>
      )}
      <input
        id={id}
        aria-label={narrow ? undefined : `${shortLabels[field]} of ${name}`}
        data-cell={`${nth}:${field}`}
        data-student={student}
        data-field={field}
        type="text"
        inputMode={narrow ? "numeric" : "text"}
        enterKeyHint="next"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="control figures w-full scroll-mt-36 scroll-mb-6 px-2 md:block md:h-9 md:min-h-0 md:py-1 md:[contain:size_layout]"
        value={row.typed[field]}
        aria-invalid={trouble ? true : undefined}
        aria-describedby={trouble || row.refused ? `${student}-says` : undefined}
        onChange={({ target }) => store.type(student, field, target.value)}
      />
    </span>
  );
}

/** A code in place of both marks, without letters to type. */
function CodeChoice({ store, row }: { store: GridStore; row: GridRow }) {
  const { student, name } = row.of;
  const code = scoreIn(row.typed, store.maxima)?.code ?? null;
  return (
    <span className="min-w-0">
      <label htmlFor={`${student}-code`} className="block text-small text-soft">
        Code <span className="sr-only">of {name}</span>
      </label>
      <select
        id={`${student}-code`}
        className="control px-2"
        value={code ?? ""}
        onChange={({ target }) => {
          const chosen = missingMarks.find((one) => one === target.value);
          const typed = typedOf({ ...noScore, code: chosen ?? null });
          store.fill(cells.map((field) => ({ student, field, text: typed[field] })));
        }}
      >
        <option value="">–</option>
        {missingMarks.map((one) => (
          <option key={one} value={one}>
            {codeGrades[one]}
          </option>
        ))}
      </select>
    </span>
  );
}

/** What is about a row: whether it is saved, what is wrong, and what another typed meanwhile. */
function Standing({ store, row }: { store: GridStore; row: GridRow }) {
  const { of, theirs } = row;
  const state = stateOf(row, store.maxima);
  const sentences = [...Object.values(row.troubles), ...(row.refused ? [row.refused] : [])];
  if (of.own) return <span className="col-span-full text-small text-soft md:col-span-1">You: another types it</span>;
  if (of.published) return <span className="col-span-full text-small text-soft md:col-span-1">Published</span>;
  return (
    <>
      <span className="hidden min-w-0 text-small text-soft md:block">
        {state === "saved" && of.by ? (
          of.by
        ) : (
          <span className={typedLook}>{state === "waiting" ? "not saved yet" : ""}</span>
        )}
      </span>
      {sentences.length > 0 && (
        <span id={`${of.student}-says`} className="col-span-full font-semibold text-bad text-small md:col-start-4">
          <span className="sr-only">Error: </span>
          {sentences.join(". ")}
        </span>
      )}
      {theirs && (
        <span className="col-span-full grid gap-2 rounded-control bg-warn-tint px-3 py-2 text-small md:col-start-2">
          <span>
            {theirs.by} typed <strong>{inWords(theirs)}</strong>, {asMinute(theirs.at)}; you typed{" "}
            <strong>{mineInWords(row, store)}</strong>. Nothing is lost: choose one.
          </span>
          <span className="flex flex-wrap gap-2">
            <button type="button" className="button button-quiet" onClick={() => store.keepMine(of.student)}>
              Keep mine<span className="sr-only"> of {of.name}</span>
            </button>
            <button type="button" className="button button-quiet" onClick={() => store.takeTheirs(of.student)}>
              Take theirs<span className="sr-only"> of {of.name}</span>
            </button>
          </span>
        </span>
      )}
    </>
  );
}

function mineInWords(row: GridRow, { maxima }: GridStore): string {
  const score = scoreIn(row.typed, maxima);
  return score ? inWords(score) : [row.typed.ca, row.typed.examination].join(" and ");
}
