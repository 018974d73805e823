import { Readable } from "node:stream";
import { stringify } from "csv-stringify/sync";
import { plainNumber, writeCell } from "./table-file.cell.server.ts";

/** So many rows are made text at once; then others have their turn. */
const SLICE = 1_000;

/**
 * A CSV file for Excel as a stream of bytes, made as fast as it is taken: `reply.type("text/csv; charset=utf-8").send(…)`.
 * `rows` gives batches, such as a cursor's; it is ended when the receiver goes away. `note` names the filter, in a first
 * line that begins with #. UTF-8 with its mark, commas, CRLF. Dates are ISO 8601, booleans Yes and No, null is empty.
 *
 * Text that a spreadsheet would run or change is guarded, as `writeCell` says; `readTable` gives back what was written,
 * but for rows without anything in them, which it leaves out.
 */
export function csvOf(
  headings: readonly string[],
  rows: AsyncIterable<readonly (readonly unknown[])[]>,
  note?: string,
): Readable {
  return Readable.from(pieces(headings, rows, note), { objectMode: false, highWaterMark: 64 * 1024 });
}

async function* pieces(
  headings: readonly string[],
  rows: AsyncIterable<readonly (readonly unknown[])[]>,
  note?: string,
): AsyncGenerator<string> {
  const noted = note === undefined ? "" : csv([[`# ${note.replace(/\s+/g, " ").trim()}`]]);
  yield `\uFEFF${noted}${csv([headings.map(writeCell)])}`;
  for await (const batch of rows) {
    for (let at = 0; at < batch.length; at += SLICE) {
      yield csv(batch.slice(at, at + SLICE).map((row) => row.map(cellOf)));
    }
  }
}

const csv = (lines: readonly (readonly string[])[]): string =>
  // Beyond commas and quotes: what other separators, lines and trimming would be read from.
  stringify(lines as string[][], { record_delimiter: "\r\n", quoted_match: /[\r\n;\t]|^\s|\s$|^#/ });

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return writeCell(value);
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number" || typeof value === "bigint") return plainNumber(String(value));
  return writeCell(value instanceof Date ? value.toISOString() : JSON.stringify(value));
}
