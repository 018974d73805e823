import { isUtf8 } from "node:buffer";
import { type IsHead, MOST_ABOVE } from "./table-file.rows.server.ts";

export type Separator = "," | ";" | "\t";

/**
 * The text of a file as UTF-8 without its mark, or undefined where it is no text. Files without a mark that are no UTF-8
 * come from an older Excel: Windows-1252, which holds Latin-1.
 */
export function asUtf8(bytes: Buffer): Buffer | undefined {
  const text = decoded(bytes);
  return text?.includes(0) ? undefined : text;
}

function decoded(bytes: Buffer): Buffer | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodedBy("utf-16le", bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodedBy("utf-16be", bytes);
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  if (isUtf8(bytes)) return marked ? bytes.subarray(3) : bytes;
  return marked || noWindows1252(bytes) ? undefined : decodedBy("windows-1252", bytes);
}

function decodedBy(encoding: string, bytes: Buffer): Buffer | undefined {
  try {
    return Buffer.from(new TextDecoder(encoding, { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Signs that nobody types, and the five places that Windows-1252 leaves open: this is another encoding, or no text. */
const noWindows1252 = (bytes: Buffer) => untyped.test(bytes.toString("latin1"));
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const untyped = /[\0-\x08\x0b\x0c\x0e-\x1f\x81\x8d\x8f\x90\x9d]/;

/** A saved web page, or an XML file: what several portals call .xls. */
export const isWebPage = (text: string): boolean => /^\s*<(?:!doctype|\?xml|html|head|body|table|meta)\b/i.test(text);

/** Excel's own first line that names the separator; it shows it to nobody and numbers the lines after it from 1. */
export const separatorLine = /^sep=([,;\t])(?:\r\n|\n|\r)/i;

/**
 * The separator that stands most often in the line of headings, outside quotes; a comma where none does. The headings are the
 * first line that says something, or, where they are known, the first that has them.
 */
export function separatorOf(text: string, isHead: IsHead = () => true): Separator {
  let first: Separator | undefined;
  let lines = 0;
  for (const [line, counts] of countedLines(text)) {
    const own = mostOf(counts);
    first ??= own;
    if (isHead(line.split(own).map((cell) => cell.replace(/^"|"$/g, "")))) return own;
    lines += 1;
    if (lines > MOST_ABOVE) break;
  }
  return first ?? ",";
}

type Counts = Record<Separator, number>;

function mostOf(counts: Counts): Separator {
  if (counts[";"] > counts[","] && counts[";"] >= counts["\t"]) return ";";
  return counts["\t"] > counts[","] ? "\t" : ",";
}

/** Each line that says something, with how often each separator stands in it outside quotes. */
function* countedLines(text: string): Generator<readonly [string, Counts]> {
  let counts: Counts = { ",": 0, ";": 0, "\t": 0 };
  let start = 0;
  let quoted = false;
  for (let at = 0; at <= text.length; at += 1) {
    const sign = text[at] ?? "\n";
    // Of two within quotes the first says that the second is meant.
    if (sign === '"' && quoted && text[at + 1] === '"') at += 1;
    else if (sign === '"' && (quoted || at === start || isSeparator(text[at - 1]))) quoted = !quoted;
    else if (quoted) continue;
    else if (isSeparator(sign)) counts[sign] += 1;
    else if (sign === "\n" || sign === "\r") {
      const line = text.slice(start, at);
      if (!isPassedOver(line)) yield [line, counts];
      counts = { ",": 0, ";": 0, "\t": 0 };
      start = at + 1;
    }
  }
  // A quote that is never closed, or a line longer than what was looked at.
  if (start < text.length) yield [text.slice(start), counts];
}

const isSeparator = (sign: string | undefined): sign is Separator => sign === "," || sign === ";" || sign === "\t";

/** A blank line or a note before the headings. */
const isPassedOver = (line: string) => /^"?#/.test(line) || /^[\s,;"]*$/.test(line);
