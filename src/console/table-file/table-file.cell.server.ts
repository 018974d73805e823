/**
 * Text that a spreadsheet would change: 0803… and 12 digits and more (a phone, an RRR) would lose a zero or become
 * 2.34803E+12, 12E3 a number, 3/4 a day in April. Written as ="0803…", a formula that is nothing but its text: Excel and
 * Google Sheets show and keep it as text. A leading tab or apostrophe would stand in the cell for everybody to see.
 */
const changedByExcel =
  /^(?:\+\d{1,40}|0\d{1,40}|\d{12,40}|\d+(?:\.\d+)?E[+-]?\d+|\d{1,2}[/-]\d{1,4}(?:[/-]\d{1,4})?)$/i;

/** What a spreadsheet would run as a formula, with the wide forms that it also takes; and our own notes and errors. */
const dangerous = /^'*[=+\-@\t\r#\uFF1D\uFF0B\uFF0D\uFF20]/;
const plainNegative = /^-\d{1,15}(?:\.\d+)?$/;
const guarded = /^'+[=+\-@\t\r#\uFF1D\uFF0B\uFF0D\uFF20]/;
const keptAsText = /^="([^"]*)"$/;

/** The text as a cell of a CSV file that no spreadsheet changes or runs. `readCell` gives the text back. */
export function writeCell(text: string): string {
  if (changedByExcel.test(text)) return `="${text}"`;
  return dangerous.test(text) && !plainNegative.test(text) ? `'${text}` : text;
}

/** The text that `writeCell` was given. What others wrote is left as it is, unless it looks like ours. */
export function readCell(cell: string): string {
  if (guarded.test(cell)) return cell.slice(1);
  return keptAsText.exec(cell)?.[1] ?? cell;
}

/** What is wrong with a cell that a spreadsheet has spoilt, and what to do; undefined for a sound one. */
export function cellTrouble(cell: string): string | undefined {
  if (!spoilt.test(cell)) return undefined;
  if (!cell.startsWith("#"))
    return `Excel has shortened a number to ${cell}. Save the table as an Excel workbook (.xlsx)`;
  if (cell.endsWith("#")) return "the column was too narrow to show the value. Make it wider and save the table again";
  return `the formula has no result (${cell}). Correct it, or type the value`;
}

/** No result of a formula; a value that did not fit its column; 13 digits that became 2.34803E+12 for good. */
const spoilt = /^(?:#(?:N\/A|REF!|DIV\/0!|VALUE!|NAME\?|NUM!|NULL!|SPILL!|CALC!)|#{4,}|-?\d(?:\.\d+)?E\+\d{2,})$/;

/**
 * A number without exponent, with the 15 digits that a spreadsheet keeps: "0.30000000000000004" is 0.3, and
 * "2.348031234567E12" is 2348031234567. Takes the text that a workbook stores.
 */
export function plainNumber(stored: string): string {
  if (/^-?\d+$/.test(stored)) return stored;
  const number = Number(stored);
  if (!Number.isFinite(number)) return stored;
  const rounded = Number(number.toPrecision(15));
  if (Number.isInteger(rounded)) return String(BigInt(rounded));
  return Math.abs(rounded) < 1e-6 ? rounded.toFixed(20).replace(/0+$/, "") : String(rounded);
}
