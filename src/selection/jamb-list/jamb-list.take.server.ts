import { setImmediate as pause } from "node:timers/promises";
import type { Table } from "#console/table-file/table-file.rows.server.ts";
import type { ColumnMap } from "#console/table-map/table-map.contract.ts";
import { cellsBy } from "#console/table-map/table-map.server.ts";
import type { Saying } from "./jamb-list.cells.server.ts";
import { wantedColumns } from "./jamb-list.columns.contract.ts";
import type { FileReport } from "./jamb-list.contract.ts";
import type { FileKind } from "./jamb-list.kinds.contract.ts";

/** Reads one row's cells, by our names of the columns. */
export type RowReader<R extends { readonly jamb: string }> = (cells: Cells, say: Saying) => R;

export type Cells = Readonly<Record<string, string>>;

/** What the rows of a file say, and what there is to say about them. */
export interface Taken<R> extends Pick<FileReport, "wrong" | "more"> {
  readonly rows: readonly R[];
  /** Where each number stands in the file. */
  readonly rowOf: ReadonlyMap<string, number>;
  readonly remarks: Tellings;
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
): Promise<Taken<R>> {
  const cellsOf = cellsBy(
    map,
    headings,
    wantedColumns[kind].map(({ name }) => name),
  );
  const taken: R[] = [];
  const [wrong, remarks] = [tellings(), tellings()];
  const seen = new Map<string, number>();
  for (const [place, { number, cells }] of rows.entries()) {
    if (place % SLICE === SLICE - 1) await pause();
    const said = { wrong: [] as string[], remarks: [] as string[] };
    const row = read(cellsOf(cells), {
      wrong: (sentence) => void said.wrong.push(sentence),
      remark: (sentence) => void said.remarks.push(sentence),
    });
    const before = seen.get(row.jamb);
    if (before !== undefined) said.wrong.push(`${row.jamb} stands in row ${before} already`);
    else if (row.jamb !== "") seen.set(row.jamb, number);
    wrong.tell(number, said.wrong);
    remarks.tell(number, said.remarks);
    if (said.wrong.length === 0) taken.push(row);
  }
  return {
    rows: taken,
    wrong: wrong.list,
    more: wrong.more(),
    rowOf: seen,
    remarks,
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
