import { cellTrouble, readCell } from "./table-file.cell.server.ts";
import { refuseFile, refuseTrouble, type TableLimits } from "./table-file.limits.server.ts";
import { lastRowOf } from "./table-file.sheets.server.ts";

export interface Line {
  /** As the spreadsheet numbers it. */
  readonly number: number;
  readonly cells: readonly string[];
  /** Merged cells of a workbook that begin in this line, such as "A2:A3"; those that reach lowest. */
  readonly merged?: string | undefined;
}

export interface Row {
  /** As the spreadsheet numbers it. */
  readonly number: number;
  /** As many as there are headings. */
  readonly cells: string[];
}

export interface Table {
  /** Trimmed, none blank, no two alike. */
  readonly headings: string[];
  readonly rows: Row[];
}

/** Whether the cells of a line are the headings that a table of its kind has. */
export type IsHead = (cells: readonly string[]) => boolean;

/**
 * Makes a table of the lines: the first that says something holds the headings, or, of a kind whose headings are known, the
 * first that has them. Refuses what is none, and names the row.
 */
export async function gatherTable(lines: AsyncIterable<Line>, limits: TableLimits, isHead?: IsHead): Promise<Table> {
  let headings: string[] | undefined;
  let passedOver = 0;
  const rows: Row[] = [];
  for await (const line of isHead ? fromHead(lines, isHead) : lines) {
    if (isBlank(line.cells) || (!headings && line.cells[0]?.startsWith("#"))) {
      if (passedOver === limits.rows) throw refuseFile("table-too-large", tooManyBlank(limits));
      passedOver += 1;
      continue;
    }
    if (!headings) {
      headings = headingsOf(line, limits);
      if (line.merged && lastRowOf(line.merged) > line.number) throw refuseFile("cells-merged", merged(line.merged));
      continue;
    }
    if (line.merged) throw refuseFile("cells-merged", merged(line.merged));
    if (rows.length === limits.rows) throw refuseFile("table-too-large", tooManyRows(limits));
    rows.push({ number: line.number, cells: cellsOf(line, headings, limits) });
  }
  if (!headings) throw refuseTrouble("empty");
  if (rows.length === 0) throw refuseTrouble("noRows");
  return { headings, rows };
}

/** A spreadsheet keeps the value in the first of them alone: the others would be read as blank. */
const merged = (cells: string) =>
  `The cells ${cells} are merged. Unmerge them and type the value into each, save the workbook and choose it again`;

/** A bank's name, an account and a period above the headings take no more. */
export const MOST_ABOVE = 40;

/** The lines from the headings on; all of them where none of the first is known to be the headings. */
async function* fromHead(lines: AsyncIterable<Line>, isHead: IsHead): AsyncGenerator<Line> {
  let above: Line[] | null = [];
  for await (const line of lines) {
    if (above && !isHead(line.cells)) {
      above.push(line);
      if (above.length <= MOST_ABOVE) continue;
      yield* above;
    } else yield line;
    above = null;
  }
  if (above) yield* above;
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === "");

const tooManyRows = ({ rows }: TableLimits) =>
  `This table has more than ${rows.toLocaleString("en")} rows. Split it into several files and send one after the other`;

const tooManyBlank = ({ rows }: TableLimits) =>
  `This table has more than ${rows.toLocaleString("en")} blank rows between the others. Delete them, save the file and choose it again`;

function headingsOf({ number, cells }: Line, limits: TableLimits): string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== "");
  if (last >= limits.columns) {
    throw refuseFile(
      "table-too-large",
      `This table has more than ${limits.columns} columns. Delete those that are not needed`,
    );
  }
  const headings = cells.slice(0, last + 1).map((cell) => readCell(cell.trim()).trim());
  const places = new Map<string, number>();
  for (const [place, heading] of headings.entries()) {
    if (heading === "")
      throw refuseFile("heading-missing", `Column ${letters(place)} has no heading in row ${number}. Type one`);
    if (heading.length > limits.cell)
      throw refuseFile("heading-too-long", `The heading of column ${letters(place)} is too long. Shorten it`);
    const other = places.get(heading.toLowerCase());
    if (other !== undefined) {
      throw refuseFile(
        "heading-twice",
        `The heading ${quoted(heading)} stands in column ${letters(other)} and again in column ${letters(place)}. Rename or delete one of them`,
      );
    }
    places.set(heading.toLowerCase(), place);
  }
  return headings;
}

function cellsOf({ number, cells }: Line, headings: readonly string[], limits: TableLimits): string[] {
  const width = headings.length;
  if (cells.length < width || !isBlank(cells.slice(width)))
    throw refuseFile("row-of-other-length", ragged(number, cells, width));
  return cells.slice(0, width).map((cell, place) => {
    const trouble = cell.length > limits.cell ? tooLong(limits) : cellTrouble(cell);
    if (trouble) throw refuseFile("cell-unreadable", `Row ${number}, column ${quoted(headings[place])}: ${trouble}`);
    return readCell(cell);
  });
}

const tooLong = ({ cell }: TableLimits) => `the cell has more than ${cell.toLocaleString("en")} characters. Shorten it`;

function ragged(number: number, cells: readonly string[], width: number): string {
  if (cells.length < width) {
    const has = `Row ${number} has ${cells.length} of ${width} cells`;
    return `${has}. Correct the row, or save the table as an Excel workbook (.xlsx), and choose it again`;
  }
  const place = cells.findIndex((cell, nth) => nth >= width && cell.trim() !== "");
  const stands = `Row ${number} has something in column ${letters(place)}, but no heading stands above it`;
  const head = isAllWords(cells)
    ? `If row ${number} holds the headings, delete the rows above it; else delete`
    : "Delete";
  return `${stands}. ${head} what stands there, or type a heading. In a CSV file, put text with separators in it in quotation marks`;
}

/** As headings are: several, and no number among them. */
const isAllWords = (cells: readonly string[]): boolean => {
  const filled = cells.filter((cell) => cell.trim() !== "");
  return filled.length > 1 && filled.every((cell) => !/\d/.test(cell));
};

/** Long headings would hide what the sentence says. */
const quoted = (heading = "") => `“${heading.length > 60 ? `${heading.slice(0, 60)}…` : heading}”`;

/** The name of a column in a spreadsheet: A, B, … Z, AA. */
const letters = (place: number): string =>
  (place < 26 ? "" : letters(Math.floor(place / 26) - 1)) + String.fromCharCode(65 + (place % 26));
