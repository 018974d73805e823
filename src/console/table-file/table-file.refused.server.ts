import { text } from "node:stream/consumers";
import type { Table } from "./table-file.rows.server.ts";
import { csvOf } from "./table-file.write.server.ts";

/** The heading above what is wrong with each row; `readTable` leaves that column out when the mended file comes back. */
export const WRONG = "What is wrong";

/** More than these are no slips of some rows: the file is another one than was meant. */
const MOST = 5_000;

/**
 * The rows of a file that are refused, under its own headings, each with what is wrong, as a CSV file to mend; null for none,
 * and for more than anybody mends. `wrong` holds the sentences by the row's number.
 */
export async function refusedFile(
  { headings, rows }: Table,
  wrong: ReadonlyMap<number, readonly string[]>,
): Promise<string | null> {
  if (wrong.size === 0 || wrong.size > MOST) return null;
  const told = rows.flatMap(({ number, cells }) => {
    const sentences = wrong.get(number);
    return sentences ? [[...cells, sentences.join(". ")]] : [];
  });
  return text(csvOf([...headings, WRONG], pageOf(told)));
}

async function* pageOf(rows: readonly (readonly string[])[]): AsyncGenerator<readonly (readonly string[])[]> {
  yield rows;
}

/** The table without what we wrote beside its rows. */
export function withoutTold({ headings, rows }: Table): Table {
  const at = headings.indexOf(WRONG);
  if (at < 0) return { headings, rows };
  const left = <T>(list: readonly T[]) => list.filter((_, place) => place !== at);
  return { headings: left(headings), rows: rows.map(({ number, cells }) => ({ number, cells: left(cells) })) };
}
