import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { asCount } from "#kit/value/count.rules.ts";
import type { ShownSheet, writeScores, writeSecond } from "../score-sheet.contract.ts";
import { cellLabels, cells, type Typed } from "../score-sheet.rules.ts";
import { columnsLook, GridRowLine } from "./grid.row.page.tsx";
import { isBlock, isShut, isTyped, type Listed, pasted } from "./grid.rows.rules.ts";
import { LeaveGrid, LeftMarks, SavingLine } from "./grid.saving.page.tsx";
import { GridStore } from "./grid.store.page.tsx";

interface Grid {
  readonly sheet: Pick<ShownSheet, "_id" | "camax" | "exammax">;
  readonly list: readonly Listed[];
  readonly write: typeof writeScores | typeof writeSecond;
  /** What the device keeps of it is called so. */
  readonly draft: string;
  readonly still: boolean;
  /** Another one begins the grid anew. */
  readonly round?: number;
}

/** The rows of a sheet as they stand on the screen. What another saves meanwhile shows when it differs. */
export function useGrid({ sheet: { _id: id, camax, exammax }, list, write, draft, still, round }: Grid): GridStore {
  const members = list.map(({ student }) => student).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: marks that are read again go into the store that is there
  const store = useMemo(
    () => new GridStore({ id, draft, write, maxima: { camax, exammax }, list, still }),
    [id, draft, write, camax, exammax, still, members, round],
  );
  useEffect(() => store.merge(list), [store, list]);
  useEffect(() => {
    const over = new AbortController();
    void store.open(over.signal);
    return () => over.abort();
  }, [store]);
  return store;
}

interface GridParts extends Pick<Grid, "list" | "still"> {
  readonly store: GridStore;
  readonly state: ShownSheet["state"];
  readonly profiles: ShownSheet["profiles"];
}

/** The marks of a class, typed as in a spreadsheet. */
export function ScoreGrid({ store, state, list, profiles, still }: GridParts) {
  const { camax, exammax } = store.maxima;
  const [told, setTold] = useState<readonly string[]>([]);
  const keys = useKeys(store, setTold);
  const narrow = useSyncExternalStore(followWidth, isNarrow);
  return (
    <section aria-label="Marks" className="card min-w-0">
      {!still && <SavingLine store={store} onNext={() => keys.focusMissing()} />}
      {!still && <LeaveGrid store={store} />}
      <LeftMarks store={store} state={state} />
      {told.length > 0 && (
        <div role="status" className="border-line border-b bg-warn-tint px-3 py-2 text-small">
          {told.join(". ")}.
        </div>
      )}
      <div aria-hidden className={`hidden border-line border-b px-3 py-2 text-small text-soft md:grid ${columnsLook}`}>
        <span />
        <span>Matric number</span>
        <span>Name</span>
        <span>
          {cellLabels.ca} of {camax}
        </span>
        <span>Exam of {exammax}</span>
        <span className="text-right">Total</span>
        <span>Grade</span>
        <span>Typed by</span>
      </div>
      <ol ref={keys.ref} onKeyDown={keys.onKeyDown} onPaste={keys.onPaste} onFocus={keys.onFocus} onBlur={keys.onBlur}>
        {stretchesOf(list).map((some, place) => (
          <Stretch
            key={some[0]?.student}
            store={store}
            list={some}
            from={place * STRETCH}
            profiles={profiles}
            still={still}
            narrow={narrow}
          />
        ))}
      </ol>
    </section>
  );
}

/** Where the grid is cards, by the same width as its styles. */
const phones = () => matchMedia("(width < 52rem)");
const isNarrow = () => phones().matches;
const followWidth = (listener: () => void) => {
  const width = phones();
  width.addEventListener("change", listener);
  return () => width.removeEventListener("change", listener);
};

/** So many rows stand together: a key looks through those of its own stretch, and passes the other stretches over as a whole. */
const STRETCH = 25;

const stretchesOf = (list: readonly Listed[]): (readonly Listed[])[] =>
  Array.from({ length: Math.ceil(list.length / STRETCH) }, (_, place) =>
    list.slice(place * STRETCH, (place + 1) * STRETCH),
  );

interface StretchParts extends Pick<GridParts, "store" | "list" | "profiles" | "still"> {
  readonly narrow: boolean;
  /** The place of its first row. */
  readonly from: number;
}

function Stretch({ store, list, from, profiles, still, narrow }: StretchParts) {
  const known = new Map(profiles.map((profile) => [profile._id, profile]));
  return (
    <li className="[contain-intrinsic-size:auto_182rem] [content-visibility:auto] md:[contain-intrinsic-size:auto_81rem]">
      <ol start={from + 1}>
        {list.map((one, place) => (
          <GridRowLine
            key={one.student}
            store={store}
            student={one.student}
            nth={from + place}
            profile={known.get(one.profile ?? "")}
            still={still}
            narrow={narrow}
          />
        ))}
      </ol>
    </li>
  );
}

interface Place {
  readonly nth: number;
  readonly field: keyof Typed;
  readonly student: string;
}

const placeOf = (target: EventTarget): Place | null => {
  if (!(target instanceof HTMLInputElement) || !target.dataset.cell) return null;
  const [nth = "", field = ""] = target.dataset.cell.split(":");
  return { nth: Number(nth), field: field as keyof Typed, student: target.dataset.student ?? "" };
};

/** The keys of a spreadsheet, heard once for all cells. */
function useKeys(store: GridStore, tell: (sentences: readonly string[]) => void) {
  const ref = useRef<HTMLOListElement>(null);
  // F2 goes into a cell, whose arrows then move within its text.
  const inside = useRef(false);
  const focus = (nth: number, field: keyof Typed): boolean => {
    const box = ref.current?.querySelector<HTMLInputElement>(`[data-cell="${nth}:${field}"]`);
    box?.focus({ preventScroll: true });
    box?.scrollIntoView({ block: "nearest" });
    return box !== null && box !== undefined;
  };
  /** Past rows that nobody may type into. */
  const move = (from: number, by: 1 | -1, field: keyof Typed) => {
    for (let nth = from + by; nth >= 0 && nth < store.order.length; nth += by) if (focus(nth, field)) return;
  };
  const across: Readonly<Record<string, keyof Typed>> = { ArrowLeft: "ca", ArrowRight: "examination" };

  const onKeyDown = (event: KeyboardEvent<HTMLOListElement>) => {
    const place = placeOf(event.target);
    if (!place || event.nativeEvent.isComposing) return;
    const { key, shiftKey } = event;
    const { nth, field, student } = place;
    const box = event.target as HTMLInputElement;
    const done = () => event.preventDefault();
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "z" && !shiftKey) {
      done();
      const undone = store.undo();
      if (undone) focus(store.order.indexOf(undone), field);
    } else if (event.ctrlKey && (key === "Home" || key === "End")) {
      done();
      if (key === "Home") move(-1, 1, "ca");
      else move(store.order.length, -1, "examination");
    } else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (key === "Enter") {
      done();
      move(nth, shiftKey ? -1 : 1, field);
    } else if (key === "ArrowDown" || key === "ArrowUp") {
      done();
      move(nth, key === "ArrowDown" ? 1 : -1, field);
    } else if (across[key] && !inside.current && !shiftKey) {
      done();
      focus(nth, across[key]);
    } else if (key === "F2") {
      done();
      inside.current = true;
      box.setSelectionRange(box.value.length, box.value.length);
    } else if (key === "Escape") {
      inside.current = false;
      store.takeBack(student);
    } else if (key === "Delete" && !inside.current) {
      done();
      store.type(student, field, "");
    }
  };

  const onPaste = (event: ClipboardEvent<HTMLOListElement>) => {
    const place = placeOf(event.target);
    const text = event.clipboardData.getData("text/plain");
    if (!place || !isBlock(text)) return;
    event.preventDefault();
    const rows = store.order.map((student) => store.row(student).of);
    const { changes, left } = pasted(text, rows, place);
    store.fill(changes);
    const students = new Set(changes.map(({ student }) => student)).size;
    tell([`Pasted for ${asCount(students, "student")}; Ctrl+Z takes it back`, ...left.slice(0, 5)]);
  };

  return {
    ref,
    onKeyDown,
    onPaste,
    onFocus({ target }: FocusEvent<HTMLOListElement>) {
      inside.current = false;
      // The next key replaces what stands there.
      if (placeOf(target)) (target as HTMLElement as HTMLInputElement).select();
    },
    onBlur({ target }: FocusEvent<HTMLOListElement>) {
      const place = placeOf(target);
      if (place) store.leave(place.student);
    },
    focusMissing() {
      const nth = store.order.findIndex(
        (student) => !isTyped(store.row(student), store.maxima) && !isShut(store.row(student).of),
      );
      const field = cells.find((cell) => store.row(store.order[nth] ?? "")?.typed[cell] === "");
      if (nth >= 0) focus(nth, field ?? "ca");
    },
  };
}
