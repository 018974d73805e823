import { strToU8, unzipSync, zipSync } from "fflate";
import writeXlsxFile, { type SheetData } from "write-excel-file/node";

export const workbookOf = (rows: unknown[][]): Promise<Buffer> => writeXlsxFile(rows as SheetData).toBuffer();

export const SHEET = "xl/worksheets/sheet1.xml";

/** A workbook of one row, and the same with other XML in its sheet. */
export interface SmallBook {
  readonly parts: Readonly<Record<string, Uint8Array>>;
  readonly sheet: string;
  readonly withSheet: (xml: string) => Buffer;
  readonly withRows: (rows: string) => Buffer;
}

export async function smallBook(): Promise<SmallBook> {
  const parts = unzipSync(
    await workbookOf([
      [{ value: "Code" }, { value: "Seats" }],
      [{ value: "SCI" }, { value: 40 }],
    ]),
  );
  const sheet = Buffer.from(parts[SHEET] ?? []).toString();
  const withSheet = (xml: string) => Buffer.from(zipSync({ ...parts, [SHEET]: strToU8(xml) }));
  return {
    parts,
    sheet,
    withSheet,
    withRows: (rows) => withSheet(sheet.replace("</sheetData>", `${rows}</sheetData>`)),
  };
}

/** As spreadsheets keep a row that was coloured and never filled. */
export const emptyRow = (row: number): string =>
  `<row r="${row}" s="1"><c r="A${row}" s="1"/><c r="B${row}" s="1"></c></row>`;

/** Every part says that it has so many bytes, in its own header and in the list at the end. */
export function declaring(bytes: Buffer, size: number): Buffer {
  const lying = Buffer.from(bytes);
  for (const [mark, offset] of [
    ["PK\x03\x04", 22],
    ["PK\x01\x02", 24],
  ] as const) {
    for (let at = lying.indexOf(mark); at >= 0; at = lying.indexOf(mark, at + 4))
      lying.writeUInt32LE(size, at + offset);
  }
  return lying;
}
