import { setImmediate as pause } from "node:timers/promises";
import * as v from "valibot";
import type { Table } from "#console/table-file/table-file.server.ts";
import type { ColumnMap } from "#console/table-map/table-map.contract.ts";
import { cellsBy } from "#console/table-map/table-map.server.ts";
import { slicesOf } from "#kit/value/slices.rules.ts";
import { writtenDay } from "#kit/value/written-day.rules.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { jambNumber } from "#reference/jamb-number/jamb-number.contract.ts";
import { genders } from "#reference/qualifications/qualifications.rules.ts";
import { areaNamed, stateNamed } from "#reference/states-and-lgas/states-and-lgas.aliases.rules.ts";
import type { CapsWords } from "../caps/caps.server.ts";
import type { FileReport } from "../jamb.contract.ts";
import type { FileKind } from "../jamb.rules.ts";
import { wantedColumns } from "./import.rules.ts";

/** Takes what is wrong with a row, which then is not imported. */
interface Saying {
  wrong(sentence: string): void;
  /** A status that nobody has said yet what it means. */
  unknown(status: string): void;
  /** What is not understood and left empty. */
  remark(sentence: string): void;
}

const shown = (cell: string) => (cell.length > 60 ? `${cell.slice(0, 60)}…` : cell);

/** The number in the portal's spelling. Contract 3.3. */
export function jambIn(cell: string, say: Saying): string {
  if (cell === "") say.wrong("JAMB number is missing");
  const { success, output } = v.safeParse(jambNumber, cell);
  if (!success && cell !== "") say.wrong(`${shown(cell)} is no JAMB number: 8 to 12 digits and two letters`);
  return success ? output : "";
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const unprintable = /[\0-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

/** One line of text, at most `max` characters; empty where nothing stands. */
export function textIn(label: string, cell: string, max: number, say: Saying): string {
  const text = cell.normalize("NFC").replace(/\s+/g, " ").trim();
  if (unprintable.test(text)) say.wrong(`${label} holds signs that cannot be printed. Type it again`);
  if (text.length > max) say.wrong(`${label} must be at most ${max} characters`);
  return text;
}

/** A name in one piece. */
export function nameIn(parts: readonly string[], say: Saying): string {
  const name = textIn("Name", parts.filter((part) => part !== "").join(" "), 200, say).replace(/\s*,\s*/g, " ");
  if (!/\p{L}.*\p{L}/u.test(name)) say.wrong(name === "" ? "Name is missing" : `${shown(name)} is no name`);
  return name;
}

export function genderIn(cell: string, say: Saying): (typeof genders)[number] | null {
  if (cell === "") return null;
  const known = genders.find((gender) => [gender.toLowerCase(), gender[0]?.toLowerCase()].includes(cell.toLowerCase()));
  if (!known) say.wrong(`Sex ${shown(cell)} is not known: write M or F`);
  return known ?? null;
}

/** State and area in the portal's spelling. An area that is not known is left empty, and told. */
export function originIn({ state, area }: Record<"state" | "area", string>, say: Saying) {
  const none = { stateoforigin: null, lgaoforigin: null };
  if (state === "" && area !== "") say.remark(`The area ${shown(area)} is left out, because its state is missing`);
  if (state === "") return none;
  const stateoforigin = stateNamed(state);
  if (!stateoforigin) {
    say.wrong(`State ${shown(state)} is not known. Write one of the 36 states, or FCT`);
    return none;
  }
  const lgaoforigin = area === "" ? null : (areaNamed(stateoforigin, area) ?? null);
  if (area !== "" && !lgaoforigin) say.remark(`${shown(area)} is no area of ${stateoforigin} that is known`);
  return { stateoforigin, lgaoforigin };
}

/** Nobody who sat the examination has 0: it stands for those who did not. */
const noScore = /^(?:0+(?:\.0+)?|-|nil|none|n\/?a|abs|absent)?$/i;

export function utmeIn(cell: string, say: Saying): number | null {
  if (noScore.test(cell)) return null;
  const score = Number(cell.replace(/^(\d+)\.0+$/, "$1"));
  if (/^\d{1,3}(?:\.0+)?$/.test(cell) && score <= 400) return score;
  say.wrong(`UTME score ${shown(cell)} must be a whole number from 0 to 400`);
  return null;
}

/** The day as `YYYY-MM-DD`. One that is none is left empty, and told: nobody is claimed by it. */
export function birthIn(cell: string, say: Saying): string | null {
  if (cell === "") return null;
  const day = writtenDay(cell, FIRST_BIRTH);
  if (!day) say.remark(`${shown(cell)} is no date of birth: write it as 31/12/2006`);
  return day;
}

// Nobody who was born before sits the examination of today, and no two figures of a year mean that century.
const FIRST_BIRTH = 1930;

const absent = /^(?:a|ab|abs|absent|dnc|did not come)$/i;

/** The score in hundredths' precision, as text; null for who did not come. */
export function screeningIn(cell: string, say: Saying): string | null {
  if (absent.test(cell)) return null;
  if (/^\d{1,3}(?:\.\d{1,2}0*)?$/.test(cell) && Number(cell) <= 100) return cell;
  say.wrong(
    cell === ""
      ? "The score is missing: write 0 to 100, or ABS for who did not come"
      : `Score ${shown(cell)} must be a number from 0 to 100 with at most two decimals, or ABS`,
  );
  return null;
}

/** Reads one row's cells, by our names of the columns, and by what was said of the words of CAPS. */
export type RowReader<R extends { readonly jamb: string }> = (cells: Cells, say: Saying, words: CapsWords) => R;

type Cells = Readonly<Record<string, string>>;

/** What the rows of a file say, and what there is to say about them. */
export interface TakenRows<R> extends Pick<FileReport, "wrong" | "more"> {
  readonly rows: readonly R[];
  /** Where each number stands in the file. */
  readonly rowOf: ReadonlyMap<string, number>;
  readonly remarks: Tellings;
  /** What is wrong, of every such row. */
  readonly refused: ReadonlyMap<number, readonly string[]>;
  /** Statuses that nobody has said yet what they mean, with how many rows have each. */
  readonly statuses: ReadonlyMap<string, number>;
}

/** The first rows of which there is something to say, and how many more there are. */
interface Tellings {
  readonly list: { row: number; sentences: string[] }[];
  more(): number;
  tell(row: number, sentences: string[]): void;
}

const MOST_TOLD = 200;

// So many rows are read at once; then others have their turn.
const SLICE = 2_000;

/** Every row that is in order; a number that stands twice in the file is wrong where it stands again. */
export async function takeRows<R extends { readonly jamb: string }>(
  kind: FileKind,
  { headings, rows }: Table,
  map: ColumnMap,
  read: RowReader<R>,
  words: CapsWords,
): Promise<TakenRows<R>> {
  const cellsOf = cellsBy(
    map,
    headings,
    wantedColumns[kind].map(({ name }) => name),
  );
  const taken: R[] = [];
  const wrong = tellings();
  const remarks = tellings();
  const seen = new Map<string, number>();
  const refused = new Map<number, readonly string[]>();
  const statuses = new Map<string, number>();
  for (const [place, { number, cells }] of rows.entries()) {
    if (place % SLICE === SLICE - 1) await pause();
    const said = { wrong: [] as string[], remarks: [] as string[] };
    const say: Saying = {
      wrong: (sentence) => void said.wrong.push(sentence),
      unknown: (status) => void statuses.set(status, (statuses.get(status) ?? 0) + 1),
      remark: (sentence) => void said.remarks.push(sentence),
    };
    const row = read(cellsOf(cells), say, words);
    const before = seen.get(row.jamb);
    if (before !== undefined) said.wrong.push(`${row.jamb} stands in row ${before} already`);
    // One that is left out for another reason does not stand in the way of the next with its number.
    else if (row.jamb !== "" && said.wrong.length === 0) seen.set(row.jamb, number);
    wrong.tell(number, said.wrong);
    if (said.wrong.length > 0) refused.set(number, said.wrong);
    else {
      remarks.tell(number, said.remarks);
      taken.push(row);
    }
  }
  return {
    rows: taken,
    wrong: wrong.list,
    more: wrong.more(),
    rowOf: seen,
    remarks,
    refused,
    statuses,
  };
}

function tellings(): Tellings {
  const list: { row: number; sentences: string[] }[] = [];
  let count = 0;
  return {
    list,
    more: () => count - list.length,
    tell(row: number, sentences: string[]) {
      if (sentences.length === 0) return;
      count += 1;
      if (list.length < MOST_TOLD) list.push({ row, sentences });
    },
  };
}

/** What rows of a file are to the table that they go into. */
export interface RowCounts {
  readonly added: number;
  readonly changed: number;
  readonly same: number;
}

export interface SessionRows<R> {
  readonly session: string;
  readonly rows: readonly R[];
}

export interface StoredRows<R> extends SessionRows<R> {
  /** The `_id` of the imported file. */
  readonly list: string;
}

/** What a kind of file is read and kept by. */
export interface FileNoun<R extends { readonly jamb: string }> {
  readonly read: RowReader<R>;
  /** What keeping these rows would do. */
  weigh(db: Database | Trx, brought: SessionRows<R>): Promise<RowCounts>;
  /** Keeps them; answers how many applications got a score by them. */
  store(trx: Trx, storing: StoredRows<R>): Promise<{ readonly scored: number }>;
  /** How a row spells a course. */
  course(row: R): string | null;
}

// A statement has five seconds.
const BATCH = 5_000;

/** Does a statement on so many rows at a time, and adds up what each counted. */
export async function inBatches<R>(
  rows: readonly R[],
  statement: (batch: readonly R[]) => Promise<Omit<RowCounts, "same"> | undefined>,
): Promise<RowCounts> {
  const sum = { added: 0, changed: 0 };
  for (const some of slicesOf(rows, BATCH)) {
    const counted = await statement(some);
    sum.added += counted?.added ?? 0;
    sum.changed += counted?.changed ?? 0;
  }
  return { ...sum, same: rows.length - sum.added - sum.changed };
}
