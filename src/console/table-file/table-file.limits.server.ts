import { type Refusal, type RefusalCode, refuseForm } from "#kit/wire/refusal.server.ts";

export interface TableLimits {
  /** Of the file as it was sent. */
  readonly bytes: number;
  readonly rows: number;
  readonly columns: number;
  /** Characters in one cell. */
  readonly cell: number;
  /** Bytes of a workbook once it is unpacked. */
  readonly expanded: number;
}

const MB = 1024 * 1024;

/** Far above what an office types, and no more than the portal reads beside its other work. */
export const tableLimits: TableLimits = {
  bytes: 20 * MB,
  rows: 100_000,
  columns: 60,
  cell: 2_000,
  expanded: 200 * MB,
};

/** What all sentences about a wrong kind of file end with. */
const SAVE = "Save it as CSV or as an Excel workbook (.xlsx) and choose it again";

export const fileSentences = {
  nothing: "Please choose a CSV file or an Excel workbook (.xlsx)",
  oneFile: "Choose one file at a time, in the field “file”",
  empty: `This file is empty. Open your table, ${SAVE.replace("Save", "save")}`,
  noRows: "This table has headings but no rows below them. Type the rows, save the file and choose it again",
  noTable: `This file is no table. Open your table, ${SAVE.replace("Save", "save")}`,
  pdf: `This is a PDF, not a table. Open the table that it was made from. ${SAVE}`,
  picture: "This is a picture, not a table. Choose the table itself, as CSV or as an Excel workbook (.xlsx)",
  webPage: `This is a web page, even if it is called .xls or .csv. Open it in Excel. ${SAVE}`,
  oldWorkbook: `This is a workbook of an Excel before 2007 (.xls). ${SAVE}`,
  locked: "This workbook is protected by a password. Remove the password, save the workbook and choose it again",
  binaryWorkbook: `This is a binary workbook (.xlsb). ${SAVE}`,
  openDocument: `This is an OpenDocument file (.ods). ${SAVE}`,
  noWorkbook: `This is a packed file without a workbook in it. Unpack it and choose the table itself, or open the table. ${SAVE}`,
  damaged: `This workbook is damaged or did not arrive whole. Open it in Excel. ${SAVE}`,
  tooMuch:
    "This workbook is far larger than the table in it. Copy the filled cells alone into a new workbook, save it as CSV and choose that",
} as const;

export type FileTrouble = keyof typeof fileSentences;

export const tooLarge = ({ bytes }: TableLimits) =>
  `This file is larger than ${bytes / MB} MB. Split the table into several files and send one after the other`;

/** A workbook is one table: which of several was meant is not for us to guess. */
export function severalSheets(names: readonly string[]): string {
  const first = names.slice(0, 5).map((name) => `“${name.slice(0, 40)}”`);
  const told = names.length > 5 ? [...first.slice(0, 4), `${names.length - 4} others`] : first;
  const list = new Intl.ListFormat("en-GB").format(told);
  return `This workbook has more than one filled sheet: ${list}. Hide or delete all but the one that is meant, save it and choose it again`;
}

/** In a workbook of ours nothing is hidden: what its reader did not see is not for us to read. */
export function sheetsHidden(names: readonly string[]): string {
  const told = names.slice(0, 5).map((name) => `“${name.slice(0, 40)}”`);
  return `This workbook has ${names.length === 1 ? "a hidden sheet" : "hidden sheets"}: ${new Intl.ListFormat("en-GB").format(told)}. Delete what is hidden, save the workbook and choose it again`;
}

export const formulaFound = (cell: string): string =>
  `${cell ? `Cell ${cell}` : "A cell"} of this workbook holds a formula, whose result depends on what else it holds. Copy the cells and paste them as values, save the workbook and choose it again`;

/** The request alone shows that this file will not do. The sentence stands under the field `file`. */
export const refuseFile = (code: RefusalCode, sentence: string): Refusal =>
  refuseForm(code, sentence, { file: sentence });

const codes: Readonly<Record<FileTrouble, RefusalCode>> = {
  nothing: "file-missing",
  oneFile: "one-file-only",
  empty: "file-empty",
  noRows: "table-without-rows",
  noTable: "file-of-other-kind",
  pdf: "file-of-other-kind",
  picture: "file-of-other-kind",
  webPage: "file-of-other-kind",
  oldWorkbook: "file-of-other-kind",
  locked: "file-locked",
  binaryWorkbook: "file-of-other-kind",
  openDocument: "file-of-other-kind",
  noWorkbook: "file-of-other-kind",
  damaged: "file-damaged",
  tooMuch: "table-too-large",
};

/** Refuses a file for one of the known troubles. */
export const refuseTrouble = (trouble: FileTrouble): Refusal => refuseFile(codes[trouble], fileSentences[trouble]);
