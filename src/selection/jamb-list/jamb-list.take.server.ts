import { setImmediate as pause } from "node:timers/promises";
import type { Table } from "#console/table-file/table-file.rows.server.ts";
import type { ColumnMap } from "#console/table-map/table-map.contract.ts";
import { cellsBy } from "#console/table-map/table-map.server.ts";
import type { CapsWords } from "../caps-return/caps-return.words.server.ts";
import type { Saying } from "./jamb-list.cells.server.ts";
import { wantedColumns } from "./jamb-list.columns.contract.ts";
import type { FileReport } from "./jamb-list.contract.ts";
import type { FileKind } from "./jamb-list.kinds.contract.ts";

/** Reads one row's cells, by our names of the columns, and by what was said of the words of CAPS. */
export type RowReader<R extends { readonly jamb: string }> = (cells: Cells, say: Saying, words: CapsWords) => R;

export type Cells = Readonly<Record<string, string>>;

/** What the rows of a file say, and what there is to say about them. */
export interface Taken<R> extends Pick<FileReport, "wrong" | "more"> {
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
): Promise<Taken<R>> {
  const cellsOf = cellsBy(
    map,
    headings,
    wantedColumns[kind].map(({ name }) => name),
  );
  const taken: R[] = [];
  const [wrong, remarks] = [tellings(), tellings()];
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
