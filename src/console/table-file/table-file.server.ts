import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import multipart from "@fastify/multipart";
import { stringify } from "csv-stringify/sync";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { fileTypeFromBuffer } from "file-type";
import { slicesOf } from "#kit/value/slices.rules.ts";
import { Refusal } from "#kit/wire/refusal.server.ts";
import { waitLonger } from "#platform/http/slow-body.server.ts";
import { openGate } from "#platform/limits/gate.server.ts";
import { plainNumber, writeCell } from "./table-file.cell.server.ts";
import { csvLines } from "./table-file.csv.server.ts";
import {
  type FileTrouble,
  refuseFile,
  refuseTrouble,
  type TableLimits,
  tableLimits,
  tooLarge,
} from "./table-file.limits.server.ts";
import { gatherTable, type IsHead, type Line, type Table } from "./table-file.rows.server.ts";
import { asUtf8, isWebPage } from "./table-file.text.server.ts";
import { workbookLines } from "./table-file.workbook.server.ts";

export type { IsHead, Line, Table } from "./table-file.rows.server.ts";

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
    for (const some of slicesOf(batch, SLICE)) {
      yield csv(some.map((row) => row.map(cellOf)));
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

/** The heading above what is wrong with each row; `readTable` leaves that column out when the mended file comes back. */
const WRONG = "What is wrong";

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
function withoutTold({ headings, rows }: Table): Table {
  const at = headings.indexOf(WRONG);
  if (at < 0) return { headings, rows };
  const left = <T>(list: readonly T[]) => list.filter((_, place) => place !== at);
  return { headings: left(headings), rows: rows.map(({ number, cells }) => ({ number, cells: left(cells) })) };
}

/** Unpacking is the heaviest work that a file can ask for, and parsing takes its time in the process of everybody. */
const workbooks = openGate(2);
const texts = openGate(2);

/** The line to whoever sent a file. */
type Sender = Pick<Socket, "destroyed">;

/**
 * Reads a table that somebody typed in a spreadsheet: a CSV file (comma, semicolon or tab; UTF-8, UTF-16 with its mark,
 * Windows-1252) or the one filled sheet of an Excel workbook that is not hidden. What it is shows in its bytes, never in its name.
 *
 * Dates of a workbook become YYYY-MM-DD, booleans Yes and No, numbers are written plainly, formulas are their results.
 * Blank rows are left out, and so are lines that begin with # above the headings, where our own files name their filter.
 * `isHead` knows the headings of a kind of file that has other lines above them, such as a bank's. The column in which we said
 * what was wrong with a row is left out.
 * Cells of a CSV file stand as they were written; what `csvOf` wrote comes back as it was. Refuses everything else with
 * one sentence under the field `file`, which names the row where there is one; never more than one sentence at a time. It reads no further once the `sender` has gone away.
 */
export async function readTable(
  bytes: Buffer,
  limits: Partial<TableLimits> = {},
  isHead?: IsHead,
  sender: Sender = { destroyed: false },
): Promise<Table> {
  const within = { ...tableLimits, ...limits };
  if (bytes.length === 0) throw refuseTrouble("empty");
  if (bytes.length > within.bytes) throw refuseFile("file-too-large", tooLarge(within));
  if (begins(bytes, "PK\x03\x04") || begins(bytes, "PK\x05\x06"))
    return withoutTold(
      await workbooks(() => gatherTable(whileHere(workbookLines(bytes, within), sender), within, isHead)),
    );
  const known = knownTrouble(bytes);
  if (known) throw refuseTrouble(known);
  const text = asUtf8(bytes);
  if (!text) throw refuseTrouble(await whatElse(bytes));
  if (isWebPage(text.toString("utf8", 0, 1024))) throw refuseTrouble("webPage");
  return withoutTold(await texts(() => gatherTable(whileHere(csvLines(text, isHead), sender), within, isHead)));
}

/**
 * The filled lines of a workbook that the portal made, and somebody filled. Nothing of it is passed over: hidden sheets and
 * formulas are refused, and so is every other kind of file.
 */
export async function readOwnWorkbook(
  bytes: Buffer,
  limits: Partial<TableLimits> = {},
  sender: Sender = { destroyed: false },
): Promise<Line[]> {
  const within = { ...tableLimits, ...limits };
  if (bytes.length === 0) throw refuseTrouble("empty");
  if (bytes.length > within.bytes) throw refuseFile("file-too-large", tooLarge(within));
  const known = knownTrouble(bytes);
  if (known) throw refuseTrouble(known);
  if (!begins(bytes, "PK\x03\x04"))
    throw refuseFile(
      "file-of-other-kind",
      "This is no Excel workbook. Choose the workbook that was downloaded here, filled and saved as .xlsx",
    );
  return workbooks(async () => {
    const lines: Line[] = [];
    for await (const line of whileHere(workbookLines(bytes, within, "our own"), sender)) {
      if (lines.length > within.rows)
        throw refuseFile("table-too-large", `This workbook has more than ${within.rows} rows`);
      lines.push(line);
    }
    return lines;
  });
}

async function* whileHere(lines: AsyncIterable<Line>, sender: Sender): AsyncGenerator<Line> {
  for await (const line of lines) {
    if (sender.destroyed)
      throw new Refusal("upload-broken-off", 400, "The file was not read to its end: its sender went away");
    yield line;
  }
}

const begins = (bytes: Buffer, signs: string) => bytes.subarray(0, signs.length).equals(Buffer.from(signs, "latin1"));

/** What is told by its first bytes alone. Old workbooks and locked ones are both in Microsoft's container. */
function knownTrouble(bytes: Buffer): FileTrouble | undefined {
  if (begins(bytes, "%PDF-")) return "pdf";
  if (!begins(bytes, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")) return undefined;
  return bytes.includes("EncryptedPackage", 0, "utf16le") ? "locked" : "oldWorkbook";
}

/** Asked only about what is no text: a table that begins with BM is no picture. */
async function whatElse(bytes: Buffer): Promise<FileTrouble> {
  const found = await fileTypeFromBuffer(bytes.subarray(0, 4100));
  return found?.mime.startsWith("image/") ? "picture" : "noTable";
}

/** What is too large is read to here and dropped, so that the sender hears why; after that the line is cut. */
const PATIENCE_BYTES = 4 * tableLimits.bytes;

const LONGEST_NAME = 200;

/** Makes a scope of the server take forms with a file and nothing else. */
export function takeTableFilesOnly(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.register(multipart, { limits: { fileSize: PATIENCE_BYTES, files: 2, fields: 4, parts: 5, headerPairs: 20 } });
  scope.addContentTypeParser("*", async () => {
    throw new Refusal("content-type-wrong", 415, "Send the file as a form (content-type: multipart/form-data)");
  });
}

/**
 * The one file of a form, in its field `file`. Refuses none, several, an empty one (500, under `file`), one above 20 MB
 * (413) and one that breaks off (400). Nothing touches the disk. A route that takes it stands in a scope of its own, and
 * its contract's body is `v.nullish(v.undefined())`:
 *
 *     app.register(async (scope) => {
 *       takeTableFilesOnly(scope);
 *       handle(scope, importColleges, staff("college"), async (ask) => {
 *         const table = await readTable(await takeTableFile(ask.request));
 *         …
 *       });
 *     });
 *
 * The guard runs before a byte of the file is read, and only then does the file get more than 15 seconds to arrive.
 * For the idempotency key, hand `write` a body that stands for the file, such as its SHA-256.
 */
export const takeTableFile = async (request: FastifyRequest): Promise<Buffer> => (await takeNamedFile(request)).bytes;

/** The same with what the sender calls it: one line of at most 200 characters, null where it has no name. */
export async function takeNamedFile(request: FastifyRequest): Promise<{ bytes: Buffer; name: string | null }> {
  if (!request.isMultipart()) throw refuseTrouble("nothing");
  waitLonger(request);
  let file: Buffer | undefined;
  let name: string | null = null;
  try {
    for await (const part of request.parts()) {
      if (part.type !== "file") continue;
      // Before it is read: many large files at once would fill the memory.
      if (part.fieldname !== "file" || file) throw refuseTrouble("oneFile");
      file = await readWithin(part.file, request);
      name = part.filename?.replace(/\p{C}/gu, "").trim().slice(0, LONGEST_NAME).toWellFormed() || null;
    }
  } catch (error) {
    request.raw.unpipe().resume();
    if (error instanceof Refusal) throw error;
    throw new Refusal("upload-broken-off", 400, "The file did not arrive whole. Please send it again");
  }
  if (!file || file.length === 0) throw refuseTrouble(file ? "empty" : "nothing");
  if (file.length <= tableLimits.bytes) return { bytes: file, name };
  throw new Refusal("file-too-large", 413, tooLarge(tableLimits), { file: tooLarge(tableLimits) });
}

/** Reads a part to its end, but keeps no more than shows that it is too large. */
async function readWithin(part: NodeJS.ReadableStream, request: FastifyRequest): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part as AsyncIterable<Buffer>) {
    if (size <= tableLimits.bytes) chunks.push(chunk);
    size += chunk.length;
    if (size >= PATIENCE_BYTES) request.raw.destroy();
  }
  return Buffer.concat(chunks);
}
