import { asCount } from "#kit/value/count.rules.ts";
import { isExcused } from "../../academic-record/academic-record.rules.ts";
import { type GradingRules, gradeOf } from "../../result-profile/result-profile.rules.ts";
import type { Conflict, ShownSheet, writeScores, writeSecond } from "../score-sheet.contract.ts";
import {
  cells,
  isSame,
  isWhole,
  type Maxima,
  noScore,
  readCell,
  readRow,
  type Score,
  type Typed,
  totalOf,
  typedOf,
} from "../score-sheet.rules.ts";

/** What a row of the grid begins with: of the sheet itself, or of its second typing. */
export interface Listed extends Score {
  readonly student: string;
  readonly name: string;
  readonly matric: string | null;
  readonly version: number;
  readonly by: string | null;
  readonly at: string | null;
  readonly own: boolean;
  readonly published: boolean;
  readonly late?: boolean;
  readonly profile?: string | null;
}

/** What a grid is opened with. */
export interface Opening {
  readonly id: string;
  readonly draft: string;
  readonly write: typeof writeScores | typeof writeSecond;
  readonly maxima: Maxima;
  readonly list: readonly Listed[];
  /** Nobody types: what the device kept is told, and stays there. */
  readonly still: boolean;
}

/** Whether nobody types in a row: one's own, and one whose result is published. */
export const isShut = ({ own, published }: Pick<Listed, "own" | "published">): boolean => own || published;

/** One row as it stands on the screen. */
export interface GridRow {
  readonly of: Listed;
  /** What the portal has, and by which version. */
  readonly saved: Score;
  readonly version: number;
  /** What stands in the cells. */
  readonly typed: Typed;
  /** A sentence by cell, as it is typed. */
  readonly troubles: Partial<Record<keyof Typed, string>>;
  /** What the portal said of it. */
  readonly refused: string | null;
  /** What another typed meanwhile. */
  readonly theirs: Conflict | null;
}

export const rowOf = (of: Listed): GridRow => {
  const { ca, examination, code, version } = of;
  const saved = { ca, examination, code };
  return { of, saved, version, typed: typedOf(saved), troubles: {}, refused: null, theirs: null };
};

/** The score that the cells say; null while one of them says none. */
export function scoreIn(typed: Typed, maxima: Maxima): Score | null {
  const read = readRow(typed, maxima);
  return "score" in read ? read.score : null;
}

/** A row whose cells say something else now. */
export function typedInto(row: GridRow, typed: Typed, maxima: Maxima): GridRow {
  const read = readRow(typed, maxima);
  return { ...row, typed, troubles: "troubles" in read ? read.troubles : {}, refused: null };
}

export type RowState = "saved" | "waiting" | "wrong" | "differs";

export function stateOf(row: GridRow, maxima: Maxima): RowState {
  if (row.theirs) return "differs";
  const score = scoreIn(row.typed, maxima);
  if (score === null || row.refused !== null) return "wrong";
  return isSame(score, row.saved) ? "saved" : "waiting";
}

export const isTyped = (row: GridRow, maxima: Maxima): boolean => isWhole(scoreIn(row.typed, maxima) ?? noScore);

/** The cells as they stand once they were read: "040" is 40, and beside a code nothing stands. */
export function tidied(row: GridRow, maxima: Maxima): GridRow {
  const score = scoreIn(row.typed, maxima);
  return score === null ? row : { ...row, typed: typedOf(score) };
}

export interface Summary {
  readonly typed: number;
  readonly of: number;
  readonly waiting: number;
  readonly wrong: number;
  readonly differs: number;
  readonly sending: boolean;
  /** Sent, and not answered: the portal is out of reach. */
  readonly unreached: boolean;
  /** Why the portal takes nothing any more. */
  readonly refused: string | null;
  /** When something was saved last. */
  readonly savedAt: number | null;
  /** What the device kept and no row takes. */
  readonly left: readonly LeftMark[];
}

/** Why a sheet on the screen is not what the portal has; null where it is. */
export function unsavedInWords({
  waiting,
  wrong,
  differs,
  refused,
}: Pick<Summary, "waiting" | "wrong" | "differs" | "refused">): string | null {
  const count = waiting + wrong + differs;
  if (count === 0) return null;
  const why = [
    ...(waiting > 0
      ? [`${asCount(waiting, "waits", "wait")} ${refused === null ? "for the network" : "in vain"}`]
      : []),
    ...(differs > 0 ? [`${asCount(differs, "differs", "differ")} from another's`] : []),
    ...(wrong > 0 ? [`${asCount(wrong, "is", "are")} not right yet`] : []),
  ];
  return `${asCount(count, "mark is", "marks are")} not saved yet: ${why.join(", ")}${refused === null ? "" : `. ${refused}`}`;
}

/** What is kept on the device of one row: what is typed, with the version that was seen, and whose it is. */
export interface KeptMark extends Typed {
  readonly version: number;
  /** Drafts of before have neither. */
  readonly name?: string;
  readonly matric?: string | null;
}

export type Kept = Readonly<Record<string, KeptMark>>;

export interface LeftMark {
  readonly student: string;
  readonly of: KeptMark;
  /** What the portal has of the same student; null where the student is not in the class. */
  readonly saved: Score | null;
}

/** What was kept on the device and finds no place: of who is in the class no more; of everybody, once nobody types. */
export const leftOf = (
  kept: Kept,
  rowOfStudent: (student: string) => GridRow | undefined,
  maxima: Maxima,
  still: boolean,
): LeftMark[] =>
  Object.entries(kept).flatMap(([student, of]): LeftMark[] => {
    const row = rowOfStudent(student);
    if (!row) return [{ student, of, saved: null }];
    const score = scoreIn(of, maxima);
    if (!still || (score && isSame(score, row.saved))) return [];
    return [{ student, of: { ...of, name: row.of.name, matric: row.of.matric }, saved: row.saved }];
  });

/** What the device keeps: rows that are not saved, and what found no place. */
export function keptOf(unsaved: readonly GridRow[], left: readonly LeftMark[]): Kept | null {
  if (unsaved.length + left.length === 0) return null;
  return Object.fromEntries([
    ...left.map(({ student, of }) => [student, of] as const),
    ...unsaved.map(({ of: { student, name, matric }, typed, version }) => [
      student,
      { ...typed, version, name, matric },
    ]),
  ]);
}

type Profile = ShownSheet["profiles"][number];

export interface Preview {
  readonly total: string;
  readonly grade: string;
  /** Known, neither passed nor excused. */
  readonly failed: boolean;
}

/** What the cells would come to. */
export function previewOf(row: GridRow, maxima: Maxima, profile: Profile | undefined): Preview {
  const score = scoreIn(row.typed, maxima);
  if (score === null || !isWhole(score)) return { total: "", grade: "", failed: false };
  const total = totalOf(score);
  if (!profile) return { total: total === null ? "" : String(total), grade: "", failed: false };
  const { grade, passed, point } = gradeOf({ total, code: score.code }, { ...nothingElse, ...profile });
  const failed = !passed && !isExcused({ code: score.code, point });
  return { total: total === null ? "" : String(total), grade, failed };
}

/** What a grade alone does not ask for. */
const nothingElse: Pick<GradingRules, "attempts" | "classes" | "standings" | "awardunits"> = {
  attempts: "All",
  classes: [],
  standings: [],
  awardunits: null,
};

export interface CellChange {
  readonly student: string;
  readonly field: keyof Typed;
  readonly text: string;
}

export interface Pasted {
  readonly changes: readonly CellChange[];
  /** What found no place, a sentence each. */
  readonly left: readonly string[];
}

/** Whether a text is a block of a spreadsheet, and no mark. */
export const isBlock = (text: string): boolean => /[\t\n]/.test(text.replace(/\r?\n$/, ""));

/**
 * A block of cells as it is copied from a spreadsheet: one or two columns, from the cell on where it is pasted; or with matric numbers
 * in its first column, by which each line finds its student wherever it stands. Columns of names are passed over.
 */
export function pasted(
  text: string,
  rows: readonly Pick<Listed, "student" | "matric">[],
  at: { readonly student: string; readonly field: keyof Typed },
): Pasted {
  const block = text
    .replace(/\r?\n$/, "")
    .split(/\r?\n/)
    .map((line) => line.split("\t").map((cell) => cell.trim()));
  const byMatric = new Map(rows.flatMap(({ matric, student }) => (matric === null ? [] : [[plain(matric), student]])));
  if (block.some(([first = ""]) => byMatric.has(plain(first)) || isNumbered(first)))
    return byNumbers(block, byMatric, at.field);
  return downFrom(block, rows, at);
}

/** As matric numbers look, such as NCE/26/0001: never typed into a cell, whoever's it is. */
const isNumbered = (text: string): boolean => /^(?=.*\d)[A-Za-z0-9]+(?:[/-][A-Za-z0-9]+){2,}$/.test(text);

const plain = (matric: string): string => matric.toUpperCase().replace(/\s+/g, "");

function byNumbers(
  block: readonly (readonly string[])[],
  byMatric: ReadonlyMap<string, string>,
  field: keyof Typed,
): Pasted {
  const placed = block.map(([first = "", ...others]) => ({ first, others, student: byMatric.get(plain(first)) }));
  const marks = markColumns(placed.flatMap(({ others, student }) => (student ? [others] : [])));
  const left: string[] = [];
  const changes = placed.flatMap(({ first, others, student }, line) => {
    if (!student) {
      // What stands above the first number is its heading.
      if (first !== "" && (line > 0 || isNumbered(first))) left.push(`${first.slice(0, 40)} is not in the class`);
      return [];
    }
    const texts = marks.map((column) => others[column] ?? "");
    return across(student, marks.length === 1 ? field : "ca", texts);
  });
  return { changes, left };
}

/** The last two columns that hold nothing but marks: names and numbers of the line stand before them. */
const markColumns = (lines: readonly (readonly string[])[]): number[] => {
  const width = Math.max(0, ...lines.map(({ length }) => length));
  const isMarks = (column: number) =>
    lines.every((line) => !/[A-Za-z]{2,}/.test(line[column] ?? "") || "code" in readCell(line[column] ?? "", 100, ""));
  return Array.from({ length: width }, (_, column) => column)
    .filter(isMarks)
    .slice(-2);
};

function downFrom(
  block: readonly (readonly string[])[],
  rows: readonly Pick<Listed, "student">[],
  { student, field }: { readonly student: string; readonly field: keyof Typed },
): Pasted {
  const start = rows.findIndex((row) => row.student === student);
  const beyond = block.length - (rows.length - start);
  const wide = Math.max(...block.map(({ length }) => length)) > (field === "ca" ? 2 : 1);
  return {
    changes: block.flatMap((texts, line) => {
      const row = rows[start + line];
      return row ? across(row.student, field, texts) : [];
    }),
    left: [
      ...(beyond > 0 ? [`${asCount(beyond, "line is", "lines are")} more than students stand below`] : []),
      ...(wide ? ["Columns beyond the examination were left out"] : []),
    ],
  };
}

const across = (student: string, from: keyof Typed, texts: readonly string[]): CellChange[] =>
  cells.slice(cells.indexOf(from)).flatMap((field, place) => {
    const text = texts[place];
    return text === undefined ? [] : [{ student, field, text }];
  });
