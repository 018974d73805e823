import type { Socket } from "node:net";
import { fileTypeFromBuffer } from "file-type";
import { Refusal } from "#kit/wire/refusal.server.ts";
import { openGate } from "#platform/limits/gate.server.ts";
import { csvLines } from "./table-file.csv.server.ts";
import { fileSentences, refuseFile, type TableLimits, tableLimits, tooLarge } from "./table-file.limits.server.ts";
import { withoutTold } from "./table-file.refused.server.ts";
import { gatherTable, type IsHead, type Line, type Table } from "./table-file.rows.server.ts";
import { asUtf8, isWebPage } from "./table-file.text.server.ts";
import { workbookLines } from "./table-file.workbook.server.ts";

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
  if (bytes.length === 0) throw refuseFile(fileSentences.empty);
  if (bytes.length > within.bytes) throw refuseFile(tooLarge(within));
  if (begins(bytes, "PK\x03\x04") || begins(bytes, "PK\x05\x06"))
    return withoutTold(
      await workbooks(() => gatherTable(whileHere(workbookLines(bytes, within), sender), within, isHead)),
    );
  const known = knownTrouble(bytes);
  if (known) throw refuseFile(known);
  const text = asUtf8(bytes);
  if (!text) throw refuseFile(await whatElse(bytes));
  if (isWebPage(text.toString("utf8", 0, 1024))) throw refuseFile(fileSentences.webPage);
  return withoutTold(await texts(() => gatherTable(whileHere(csvLines(text, isHead), sender), within, isHead)));
}

async function* whileHere(lines: AsyncIterable<Line>, sender: Sender): AsyncGenerator<Line> {
  for await (const line of lines) {
    if (sender.destroyed) throw new Refusal(400, "The file was not read to its end: its sender went away");
    yield line;
  }
}

const begins = (bytes: Buffer, signs: string) => bytes.subarray(0, signs.length).equals(Buffer.from(signs, "latin1"));

/** What is told by its first bytes alone. Old workbooks and locked ones are both in Microsoft's container. */
function knownTrouble(bytes: Buffer): string | undefined {
  if (begins(bytes, "%PDF-")) return fileSentences.pdf;
  if (!begins(bytes, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")) return undefined;
  return bytes.includes("EncryptedPackage", 0, "utf16le") ? fileSentences.locked : fileSentences.oldWorkbook;
}

/** Asked only about what is no text: a table that begins with BM is no picture. */
async function whatElse(bytes: Buffer): Promise<string> {
  const found = await fileTypeFromBuffer(bytes.subarray(0, 4100));
  return found?.mime.startsWith("image/") ? fileSentences.picture : fileSentences.noTable;
}
