import { pipeline, Readable } from "node:stream";
import { setImmediate as pause } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { refuseFile } from "./table-file.limits.server.ts";
import type { IsHead, Line } from "./table-file.rows.server.ts";
import { separatorLine, separatorOf } from "./table-file.text.server.ts";

const SLICE = 64 * 1024;

/** Bytes between two turns of others: a blank line takes one byte of a file and as long as a row. */
const TURN = 2 * 1024;

/** Above every row that the limits let through: a mark that is never closed ends here, not at the file's end. */
const LONGEST_ROW = 1024 * 1024;

/** The lines of a CSV file in UTF-8, numbered as a spreadsheet numbers them. Refuses a quotation mark that is not closed. */
export async function* csvLines(text: Buffer, isHead?: IsHead): AsyncGenerator<Line> {
  const beginning = text.toString("utf8", 0, SLICE);
  const [line = "", named] = separatorLine.exec(beginning) ?? [];
  const parser = parse({
    delimiter: named ?? separatorOf(beginning, isHead),
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: LONGEST_ROW,
  });
  pipeline(Readable.from(slices(withoutBlankEnd(text).subarray(line.length))), parser, () => undefined);
  let number = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      number += 1;
      yield { number, cells };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw refuseFile(
      "quotation-mark-open",
      `Row ${Number(error.records) + 1} has a quotation mark (") that is not closed. Close or remove it, and choose the file again`,
    );
  }
}

/** Without the million blank lines that a spreadsheet adds below a table where a cell far down has a look. */
function withoutBlankEnd(text: Buffer): Buffer {
  let last = text.length - 1;
  while (last >= 0 && isBlank[text[last] ?? 0] === 1) last -= 1;
  let end = last + 1;
  while (end < text.length && text[end] !== CR && text[end] !== LF) end += 1;
  return text.subarray(0, last < 0 ? 0 : end);
}

const CR = 13;
const LF = 10;

/** By the byte: a file may be nothing else, and others wait while twenty million are looked at. */
const isBlank = new Uint8Array(256);
for (const byte of Buffer.from("\r\n\t ,;")) isBlank[byte] = 1;

/** A file is read between other people's requests. */
async function* slices(text: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < text.length; at += TURN) {
    yield text.subarray(at, at + TURN);
    await pause();
  }
}
