/** The program that opens a workbook: `node table-file.unpack.server.ts <bytes that it may unpack to> <whose> < file.xlsx`. */
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { Unzip, UnzipInflate, zipSync } from "fflate";
import { readSheet, type SheetData } from "read-excel-file/node";
import { plainNumber } from "./table-file.cell.server.ts";
import type { FileTrouble } from "./table-file.limits.server.ts";
import { formulaIn, hiddenSheets, meantSheets, mergedOf } from "./table-file.sheets.server.ts";
import type { Said } from "./table-file.workbook.server.ts";

const SLICE = 64 * 1024;

type Parts = Record<string, Uint8Array>;

async function* saying(bytes: Buffer, room: number, isOurs: boolean): AsyncGenerator<string> {
  for await (const said of reading(bytes, room, isOurs)) yield `${JSON.stringify(said)}\n`;
}

async function* reading(bytes: Buffer, room: number, isOurs: boolean): AsyncGenerator<Said> {
  const parts = unpacked(bytes, room);
  if (typeof parts === "string") {
    yield { trouble: parts };
    return;
  }
  const hidden = isOurs ? hiddenSheets(parts) : [];
  if (hidden.length > 0) {
    yield { hidden };
    return;
  }
  const [sheet, ...others] = meantSheets(parts);
  if (sheet && others.length > 0) {
    yield { filled: [sheet, ...others].map(({ name }) => name) };
    return;
  }
  const formula = isOurs && sheet ? formulaIn(sheet) : undefined;
  if (formula !== undefined) {
    yield { formula };
    return;
  }
  const rows = sheet && (await rowsOf(parts, sheet.number));
  if (!rows) {
    yield { trouble: "damaged" };
    return;
  }
  const merged = mergedOf(sheet);
  for (const [place, row] of rows.entries()) {
    const cells = row.map(cellText);
    if (cells.some((cell) => cell !== "")) yield [place + 1, cells, merged.get(place + 1)];
  }
}

/** The XML of a workbook. What a file says about its size is not believed: the bytes are counted as they come. */
function unpacked(bytes: Buffer, room: number): Parts | FileTrouble {
  if (bytes.lastIndexOf("PK\x05\x06", undefined, "latin1") < 0) return "damaged";
  const names = new Set<string>();
  const chunks = new Map<string, Uint8Array[]>();
  let size = 0;
  let broken = false;
  const unzip = new Unzip((part) => {
    names.add(part.name);
    if (!/^xl\/.*\.(?:xml|rels)$/.test(part.name)) return;
    const kept: Uint8Array[] = [];
    chunks.set(part.name, kept);
    part.ondata = (error, chunk) => {
      broken ||= error !== null;
      size += chunk?.length ?? 0;
      if (size <= room && chunk) kept.push(chunk);
    };
    part.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length && size <= room && !broken; at += SLICE) {
      unzip.push(bytes.subarray(at, at + SLICE), at + SLICE >= bytes.length);
    }
  } catch {
    broken = true;
  }
  if (size > room) return "tooMuch";
  if (broken) return "damaged";
  if (!names.has("xl/workbook.xml")) return otherKind(names);
  // The library takes minutes for a long text in which no element begins.
  if ([...chunks].some(([name, kept]) => name.endsWith(".xml") && !isXml(kept))) return "damaged";
  return Object.fromEntries([...chunks].map(([name, kept]) => [name, slim(name, Buffer.concat(kept))]));
}

const isXml = ([first = new Uint8Array()]: readonly Uint8Array[]): boolean =>
  /^\uFEFF?\s*</.test(Buffer.from(first.subarray(0, 100)).toString());

function otherKind(names: ReadonlySet<string>): FileTrouble {
  if (names.has("xl/workbook.bin")) return "binaryWorkbook";
  return names.has("content.xml") ? "openDocument" : "noWorkbook";
}

/**
 * A sheet without cells and rows that have a look but nothing in them, of which a workbook may have millions; and with
 * the errors of formulas as text, which the library would read as empty cells. So it would a formula whose result no
 * program has stored yet; a blank text that is stored is a result.
 */
function slim(name: string, xml: Buffer): Buffer {
  if (!name.startsWith("xl/worksheets/")) return xml;
  const pieces: Buffer[] = [];
  for (let at = 0; at < xml.length; ) {
    const end = xml.indexOf("</row>", at + SLICE);
    const piece = xml.toString("latin1", at, end < 0 ? xml.length : end + "</row>".length);
    at += piece.length;
    pieces.push(
      Buffer.from(
        piece.replace(emptyCell, "").replace(emptyRow, "").replace(error, '$1"str"').replace(unreckoned, noResult),
        "latin1",
      ),
    );
  }
  return Buffer.concat(pieces);
}

const emptyCell = /<c\s[^<>]*(?:\/>|><\/c>)/g;
const emptyRow = /<row\s[^<>]*(?:\/>|>\s*<\/row>)/g;
const error = /(<c\s[^<>]*\bt=)"e"/g;
const unreckoned =
  /<((?:\w+:)?)c(\s[^<>]*)?>\s*<\1f(?:\s[^<>]*)?(?:\/>|>[^<]*<\/\1f>)\s*(<\1v\s*\/>\s*|<\1v>\s*<\/\1v>\s*)?<\/\1c>/g;

function noResult(cell: string, prefix: string, attributes = "", blank = ""): string {
  if (blank !== "" && /\st="str"/.test(attributes)) return cell;
  const other = attributes.replace(/\st="[^"]*"/, "");
  return `<${prefix}c${other} t="str"><${prefix}v>#N/A</${prefix}v></${prefix}c>`;
}

type Sheet = SheetData<string>;

/** Packed anew, so that the library finds the sizes that were counted. */
async function rowsOf(parts: Parts, sheet: number): Promise<Sheet | undefined> {
  try {
    return await readSheet(Buffer.from(zipSync(parts, { level: 0 })), sheet, { parseNumber: plainNumber });
  } catch {
    return undefined;
  }
}

function cellText(cell: Sheet[number][number]): string {
  if (cell === null) return "";
  if (typeof cell === "boolean") return cell ? "Yes" : "No";
  return cell instanceof Date ? dateText(cell) : String(cell);
}

/** A day, a day with its time, or a time alone, which is a time of the day before the first day. */
function dateText(date: Date): string {
  const seconds = Math.round(date.getTime() / 1000);
  if (!(seconds >= DAY_ZERO && seconds < YEAR_10000)) return "####";
  const [day = "", time = ""] = new Date(seconds * 1000).toISOString().split(/[T.]/);
  if (seconds < DAY_ZERO + 86_400) return time;
  return time === "00:00:00" ? day : `${day} ${time}`;
}

const DAY_ZERO = Date.UTC(1899, 11, 30) / 1000;
const YEAR_10000 = Date.UTC(10_000, 0, 1) / 1000;

const [, , budget, whose] = process.argv;
await pipeline(Readable.from(saying(await buffer(process.stdin), Number(budget), whose === "our own")), process.stdout);
