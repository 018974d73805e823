import { semesterWords } from "#calendar/session/session.rules.ts";
import { type Line, readOwnWorkbook } from "#console/table-file/table-file.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import { isSignedBy, signature } from "#platform/config/signature.server.ts";
import type { SheetClass, StoredSheet } from "../score-sheet.reach.server.ts";

/** What the first lines of a workbook say, as they stand there. */
export interface Identity {
  readonly course: string;
  readonly session: string;
  readonly sheet: string;
  readonly version: string;
}

/** One student of a workbook. */
export interface BookRow {
  /** As the spreadsheet numbers it. */
  readonly row: number;
  readonly key: string;
  readonly name: string;
  readonly ca: string;
  readonly examination: string;
}

export const labels = {
  course: "Score sheet",
  session: "Session",
  sheet: "Sheet",
  version: "Version",
  signature: "Signature",
} as const;

export const headings = (camax: number, exammax: number): readonly string[] => [
  "Matric number",
  "Name",
  `CA of ${camax}`,
  `Examination of ${exammax}`,
];

export const identityOf = (of: SheetClass, sheet: StoredSheet): Identity => ({
  course: `${of.code} ${of.name}`,
  session: `${of.session}, ${semesterWords(of.semester)}`,
  sheet: sheet._id,
  version: String(sheet.marksversion),
});

/** By which a row finds its student: the matric number, or the end of the record's own id where there is none yet. */
export const keyOf = ({ matric, student }: { readonly matric: string | null; readonly student: string }): string =>
  matric ?? `No number ${student.slice(-12).toUpperCase()}`;

const use = "score sheets";

const textOf = ({ course, session, sheet, version }: Identity, heads: readonly string[]): string =>
  JSON.stringify([course, session, sheet, version, ...heads.slice(2, 4)]);

/** In the order of the keys: whole rows may be sorted. */
const listText = (identity: string, rows: readonly Pick<BookRow, "key" | "name">[]): string =>
  JSON.stringify([identity, ...rows.map(({ key, name }) => `${key}\t${name}`).toSorted()]);

/** Of the first lines, and of these with the list: by the second alone nobody could say which was changed. */
export function signaturesOf(
  config: Pick<Config, "secret">,
  identity: Identity,
  heads: readonly string[],
  rows: readonly Pick<BookRow, "key" | "name">[],
): string {
  const text = textOf(identity, heads);
  return `${signature(config, { use, text })}-${signature(config, { use, text: listText(text, rows) })}`;
}

const fileRefused = (code: Lowercase<string>, sentence: string) => refuseFields(code, { file: sentence });

/** More than any class has, and no more than is held in the memory of everybody. */
const MOST_ROWS = 6_000;

export interface ReadBook {
  readonly version: number;
  readonly rows: readonly BookRow[];
  /** Whether the list is the one that was downloaded. */
  readonly isWhole: boolean;
}

/** Reads a filled workbook of a sheet. Refuses by name one of another, and one whose first lines are not the portal's. */
export async function readBook(
  config: Pick<Config, "secret">,
  bytes: Buffer,
  { of, sheet }: { readonly of: SheetClass; readonly sheet: StoredSheet },
  sender?: { readonly destroyed: boolean },
): Promise<ReadBook> {
  const lines = await readOwnWorkbook(bytes, { rows: MOST_ROWS, expanded: 50 * 1024 * 1024 }, sender);
  const { identity, signed, heads, body } = apart(lines);
  if (identity.sheet !== sheet._id) throw anothersSheet(identity, of);
  const text = textOf(identity, heads);
  const [first = "", second = ""] = signed.split("-");
  if (!isSignedBy(config, { use, text }, first))
    throw fileRefused(
      "workbook-not-ours",
      "The first lines of this workbook are not as this portal signed them: one was changed, or another portal made it. Download the sheet again, and copy your marks into it",
    );
  const version = Number(identity.version);
  if (version > sheet.marksversion)
    throw fileRefused(
      "workbook-of-later-state",
      `This workbook was made of write ${version} of the sheet, which has ${sheet.marksversion}. Download the sheet again, and copy your marks into it`,
    );
  return { version, rows: body, isWhole: isSignedBy(config, { use, text: listText(text, body) }, second) };
}

const anothersSheet = ({ course, session }: Identity, of: SheetClass) =>
  refuse(
    "sheet-of-another-class",
    `This is the sheet of ${course.slice(0, 80)} of ${session.slice(0, 40)}; you opened ${of.code} of ${of.session}, ${semesterWords(of.semester)}. Open that sheet, or choose the workbook of this one`,
  );

/** The first lines, the headings and the rows of a workbook. Refuses what was never one of a sheet. */
function apart(lines: readonly Line[]) {
  const said = (label: string) =>
    lines
      .slice(0, 12)
      .find(({ cells }) => cells[0]?.trim() === label)
      ?.cells[1]?.trim();
  const at = lines.findIndex(({ cells }) => cells[0]?.trim() === headings(0, 0)[0]);
  const identity = {
    course: said(labels.course) ?? "",
    session: said(labels.session) ?? "",
    sheet: said(labels.sheet) ?? "",
    version: said(labels.version) ?? "",
  };
  const signed = said(labels.signature);
  const head = lines[at];
  if (!head || !signed || Object.values(identity).includes(""))
    throw fileRefused(
      "workbook-without-signature",
      "This is no score sheet that was downloaded here: its first lines are missing. Download the sheet, fill it and choose that workbook",
    );
  const body = lines.slice(at + 1).map(({ number, cells: [key = "", name = "", ca = "", examination = ""] }) => ({
    ...{ row: number, key: key.trim(), name: name.trim(), ca, examination },
  }));
  // What stands below in other columns, such as the lecturer's own notes, is no student.
  const rows = body.filter(({ key, name, ca, examination }) =>
    [key, name, ca, examination].some((cell) => cell !== ""),
  );
  return { identity, signed, heads: head.cells.map((cell) => cell.trim()), body: rows };
}

/** Which row keeps a workbook from holding the list that was signed. */
export function refuseOtherList(
  rows: readonly BookRow[],
  known: ReadonlyMap<string, { readonly name: string }>,
): Error {
  const seen = new Map<string, number>();
  for (const { row, key, name } of rows) {
    const before = seen.get(key);
    const one = known.get(key);
    if (before !== undefined)
      return listChanged(`Row ${row}: ${key} stands in row ${before} already. Delete one of them`);
    if (!one)
      return listChanged(
        `Row ${row}: ${key.slice(0, 40) || "a row without a matric number"} is not on this sheet. A row is not added here, and a number not changed: the registration brings the student`,
      );
    if (one.name.trim() !== name)
      return listChanged(
        `Row ${row}: beside ${key} stands ${name.slice(0, 60) || "nobody"}, and it is the number of ${one.name}. Was a column sorted alone? Undo that, or download the sheet again`,
      );
    seen.set(key, row);
  }
  const missing = [...known].filter(([key]) => !seen.has(key)).map(([, { name }]) => name);
  const names = missing.slice(0, 3).join(", ");
  const more = missing.length > 3 ? ` and ${missing.length - 3} more` : "";
  return listChanged(
    missing.length > 0
      ? `Rows of this workbook were deleted: ${names}${more}. Leave the row of who has no mark, or type ABS, EXC, MAL or NCA`
      : "The list of this workbook is not as it was downloaded. Download the sheet again, and copy your marks into it",
  );
}

const listChanged = (sentence: string) => fileRefused("workbook-list-changed", sentence);
