import { CallFailure, call, sentenceOf } from "#kit/call/call.web.ts";
import { isOffline, onConnection } from "#kit/call/connection.web.ts";
import { draftKeeper, type Keeper } from "#kit/draft/draft-keeper.web.ts";
import { placeOfDraft } from "#kit/draft/draft-place.web.ts";
import { type Draft, readDraft } from "#kit/draft/draft-shelf.web.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import type { writeScores } from "../score-sheet.contract.ts";
import { isSame, type Maxima, type Typed, typedOf } from "../score-sheet.rules.ts";
import {
  type CellChange,
  type GridRow,
  isShut,
  isTyped,
  type Kept,
  keptOf,
  type Listed,
  leftOf,
  type Opening,
  type RowState,
  rowOf,
  type Summary,
  scoreIn,
  stateOf,
  tidied,
  typedInto,
} from "./grid.rows.rules.ts";

/** A pause in typing; the row that is left is sent then. */
const PAUSE_MS = 800;

/** A portal that did not answer is asked again after so long; sooner where the connection says that it is back. */
const AGAIN_MS = 5_000;

/** So many marks go in one request: one that is lost costs a slow line little. */
const BATCH = 100;

/**
 * The rows of a grid beside the screen, so that a key draws its own row and no other. Sends what is typed by itself, and keeps it on the device
 * until it is saved.
 */
export class GridStore {
  readonly order: readonly string[];
  readonly maxima: Maxima;
  readonly #opening: Opening;
  readonly #rows = new Map<string, GridRow>();
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #watchers = new Set<() => void>();
  readonly #undo: (readonly { readonly student: string; readonly typed: Typed }[])[] = [];
  #summary: Summary;
  #sending: Promise<void> | null = null;
  #keeper: Keeper<Kept> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(opening: Opening) {
    this.#opening = opening;
    this.maxima = opening.maxima;
    this.order = opening.list.map(({ student }) => student);
    for (const one of opening.list) this.#rows.set(one.student, rowOf(one));
    const typed = [...this.#rows.values()].filter((row) => isTyped(row, this.maxima)).length;
    this.#summary = {
      ...{ typed, of: this.order.length, waiting: 0, wrong: 0, differs: 0 },
      ...{ sending: false, unreached: false, refused: null, savedAt: null, left: [] },
    };
  }

  /** Puts back what the device kept, and sends by itself until `over`. */
  async open(over: AbortSignal): Promise<void> {
    const stop = onConnection(() => !isOffline() && void this.flush());
    over.addEventListener("abort", () => {
      stop();
      clearTimeout(this.#timer);
      void this.flush();
    });
    const place = placeOfDraft(this.#opening.draft);
    if (!place) return;
    const found = await readDraft<Kept>(place);
    if (over.aborted) return;
    this.#keeper = draftKeeper<Kept>(place, over);
    const [kept, still] = [found?.typed ?? {}, this.#opening.still];
    this.#tell({ left: leftOf(kept, (student) => this.#rows.get(student), this.maxima, still) });
    for (const [student, { version, ca, examination }] of Object.entries(still ? {} : kept)) {
      const row = this.#rows.get(student);
      const next = row && typedInto(row, { ca, examination }, this.maxima);
      // What was typed before the device had found it goes first.
      if (next && this.#stateOf(row) === "saved") this.#set({ ...next, version });
    }
    this.#later();
  }

  /** Takes from the device what no row takes. */
  discardLeft = (): void => {
    this.#tell({ left: [] });
    this.#keep();
  };

  /** What was read again: rows that wait for nothing show it. An answer that was overtaken by one's own is passed over. */
  merge(list: readonly Listed[]): void {
    for (const one of list) {
      const row = this.#rows.get(one.student);
      if (!row || row.of === one || one.version < row.version) continue;
      if (this.#stateOf(row) === "saved") this.#set(rowOf(one));
    }
  }

  row = (student: string): GridRow => this.#rows.get(student) as GridRow;
  summary = (): Summary => this.#summary;

  followRow(student: string, listener: () => void): () => void {
    const all = this.#listeners.get(student) ?? new Set();
    this.#listeners.set(student, all.add(listener));
    return () => all.delete(listener);
  }

  follow = (listener: () => void): (() => void) => {
    this.#watchers.add(listener);
    return () => this.#watchers.delete(listener);
  };

  /** Types into one cell; a run of keys in it is one step back. */
  type(student: string, field: keyof Typed, text: string): void {
    const row = this.row(student);
    const last = this.#undo.at(-1);
    if (this.#typing !== `${student} ${field}` || !last) this.#remember([student]);
    this.#typing = `${student} ${field}`;
    this.#set(typedInto(row, { ...row.typed, [field]: text }, this.maxima));
    this.#later();
  }

  #typing = "";

  /** Fills many cells in one step. */
  fill(changes: readonly CellChange[]): void {
    this.#remember([...new Set(changes.map(({ student }) => student))]);
    this.#typing = "";
    for (const { student, field, text } of changes) {
      const row = this.row(student);
      if (!isShut(row.of)) this.#set(typedInto(row, { ...row.typed, [field]: text }, this.maxima));
    }
    this.#later();
  }

  undo(): string | undefined {
    const step = this.#undo.pop();
    this.#typing = "";
    for (const { student, typed } of step ?? []) this.#set(typedInto(this.row(student), typed, this.maxima));
    this.#later();
    return step?.[0]?.student;
  }

  /** Whoever leaves a row has it tidied and sent. */
  leave(student: string): void {
    this.#typing = "";
    const row = this.row(student);
    const next = tidied(row, this.maxima);
    if (next.typed.ca !== row.typed.ca || next.typed.examination !== row.typed.examination) this.#set(next);
  }

  /** Shows what is saved in place of what is typed. */
  takeBack(student: string): void {
    this.#remember([student]);
    this.#typing = "";
    const row = this.row(student);
    this.#set(typedInto(row, typedOf(row.saved), this.maxima));
    this.#later();
  }

  keepMine(student: string): void {
    const { theirs, ...row } = this.row(student);
    if (!theirs) return;
    const { ca, examination, code, version } = theirs;
    this.#set({ ...row, saved: { ca, examination, code }, version, theirs: null });
    void this.flush();
  }

  takeTheirs(student: string): void {
    const { theirs, ...row } = this.row(student);
    if (!theirs) return;
    const { ca, examination, code, version, by, at } = theirs;
    const saved = { ca, examination, code };
    this.#set({ ...rowOf({ ...row.of, ...saved, version, by, at }), typed: typedOf(saved) });
    this.#later();
  }

  /** Sends what waits, in one request after the other; whoever asks meanwhile waits for the same. */
  flush = (): Promise<void> => {
    const over = () => {
      this.#sending = null;
    };
    this.#sending ??= this.#send().finally(over);
    return this.#sending;
  };

  async #send(): Promise<void> {
    for (let on = true; on; ) {
      clearTimeout(this.#timer);
      const sent = this.order.map(this.row).filter((row) => this.#stateOf(row) === "waiting");
      on = sent.length > 0 && this.#summary.refused === null && (await this.#sendSome(sent.slice(0, BATCH)));
    }
  }

  async #sendSome(sent: readonly GridRow[]): Promise<boolean> {
    this.#tell({ sending: true });
    try {
      const marks = sent.map(({ of: { student }, typed, version }) => ({ student, ...typed, version }));
      const reply = await call(this.#opening.write, { params: { id: this.#opening.id }, body: { marks } });
      this.#answered(sent, reply);
      this.#tell({ sending: false, unreached: false, savedAt: Date.now() });
      this.#keep();
      return true;
    } catch (failure) {
      this.#tell({ sending: false });
      this.#failed(failure);
      return false;
    }
  }

  #answered(sent: readonly GridRow[], { saved, conflicts, wrong }: Replied<typeof writeScores>): void {
    const before = new Map(sent.map((row) => [row.of.student, row]));
    for (const { student, version } of saved) {
      const was = before.get(student);
      const score = was && scoreIn(was.typed, this.maxima);
      if (!score) continue;
      const now = this.row(student);
      const by = version === was.version ? now.of.by : "you";
      this.#set({ ...now, of: { ...now.of, by }, saved: score, version });
    }
    for (const theirs of conflicts) {
      // What is typed by now may say the same as they.
      const { ca, examination, code, version } = theirs;
      const now = { ...this.row(theirs.student), saved: { ca, examination, code } };
      const mine = scoreIn(now.typed, this.maxima);
      this.#set(mine && isSame(mine, theirs) ? { ...now, version } : { ...this.row(theirs.student), theirs });
    }
    for (const { student, sentence } of wrong) this.#set({ ...this.row(student), refused: sentence });
  }

  #failed(failure: unknown): void {
    const isAway =
      failure instanceof CallFailure && (failure.status === 0 || failure.status === 429 || failure.status >= 500);
    if (isAway) {
      this.#tell({ unreached: true });
      this.#timer = setTimeout(this.flush, AGAIN_MS);
    } else this.#tell({ refused: sentenceOf(failure) });
  }

  #later(): void {
    this.#keep();
    clearTimeout(this.#timer);
    if (this.#summary.waiting > 0) this.#timer = setTimeout(this.flush, PAUSE_MS);
  }

  #keep(): void {
    this.#keeper?.later(() => this.#draft());
  }

  #draft(): Draft<Kept> | null {
    const unsaved = this.order.map(this.row).filter((row) => this.#stateOf(row) !== "saved");
    const typed = keptOf(unsaved, this.#summary.left);
    return typed && { at: Date.now(), typed, begun: {} };
  }

  #remember(students: readonly string[]): void {
    this.#undo.push(students.map((student) => ({ student, typed: this.row(student).typed })));
  }

  #stateOf = (row: GridRow): RowState => stateOf(row, this.maxima);

  /** Counts by what changed, so that a key in a sheet of hundreds looks at one row. */
  #set(next: GridRow): void {
    const { student } = next.of;
    const before = this.row(student);
    this.#rows.set(student, next);
    const counts = { ...this.#summary };
    for (const [row, by] of [
      [before, -1],
      [next, 1],
    ] as const) {
      const state = this.#stateOf(row);
      if (state !== "saved") counts[state] += by;
      if (isTyped(row, this.maxima)) counts.typed += by;
    }
    this.#tell(counts);
    for (const listener of this.#listeners.get(student) ?? []) listener();
  }

  #tell(change: Partial<Summary>): void {
    const next = { ...this.#summary, ...change };
    const names = Object.keys(next) as (keyof Summary)[];
    if (names.every((name) => next[name] === this.#summary[name])) return;
    this.#summary = next;
    for (const watcher of this.#watchers) watcher();
  }
}
