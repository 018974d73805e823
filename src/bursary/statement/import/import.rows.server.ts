import type { Table } from "#console/table-file/table-file.server.ts";
import type { ColumnMap } from "#console/table-map/table-map.contract.ts";
import { cellsBy } from "#console/table-map/table-map.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import { writtenDay } from "#kit/value/written-day.rules.ts";
import type { ImportReport } from "../statement.contract.ts";
import { isWaiting, type LineStanding, lineStandings } from "../statement.rules.ts";
import { koboIn, rrrIn, rrrsIn, type StatementColumn, signIn, statementColumns } from "./import.rules.ts";

export interface StatementRow {
  readonly row: number;
  readonly day: string;
  /** The references that it may name, the likeliest first. */
  readonly rrrs: readonly string[];
  /** What came in; with a minus, what went out. */
  readonly amount_kobo: number;
  readonly bankreference: string;
  readonly narration: string;
}

interface Read {
  readonly lines: StatementRow[];
  /** Rows that are no movement of money: balances, totals, notes. */
  readonly passed: { readonly row: number; readonly says: string }[];
  readonly wrong: { readonly row: number; readonly sentences: string[] }[];
}

type Cells = Readonly<Record<StatementColumn, string>>;

const names = statementColumns.map(({ name }) => name);
const LONGEST = 500;

/** What each row of the file says by this map. `today` is the last day on which money can have moved. */
export function readLines({ headings, rows }: Table, map: ColumnMap, today: string): Read {
  const by = cellsBy(map, headings, names);
  const read: Read = { lines: [], passed: [], wrong: [] };
  for (const { number: row, cells } of rows) {
    const line = by(cells);
    const passed = whyPassed(line, map, cells);
    if (passed) {
      read.passed.push({ row, says: passed });
      continue;
    }
    const day = dayOf(line, map, today);
    const amount = amountOf(line, map);
    const sentences = [day, amount].flatMap((part) => ("trouble" in part ? [part.trouble] : []));
    if ("trouble" in day || "trouble" in amount) read.wrong.push({ row, sentences });
    else read.lines.push({ row, day: day.day, amount_kobo: amount.kobo, ...wordsOf(line) });
  }
  return read;
}

/** A row that sums up others: what it names is no movement. */
const sumsUp = /\b(?:balances?|bal|(?:sub|grand)?-?totals?|summary|b\/f|c\/f|(?:brought|carried) (?:forward|down))\b/i;

function whyPassed(line: Cells, map: ColumnMap, cells: readonly string[]): string | null {
  if (!/\d/.test(line.day))
    return moneyOf(line, map) && !cells.some((cell) => sumsUp.test(cell)) ? null : "No date stands there";
  return moneyCells(line, map).every((cell) => koboIn(cell) === 0) ? "No money stands there" : null;
}

const moneyCells = ({ amount, credit, debit }: Cells, map: ColumnMap) =>
  map.amount === undefined ? [credit, debit] : [amount];

/** The cell that names money; undefined where none does. */
const moneyOf = (line: Cells, map: ColumnMap) => moneyCells(line, map).find((cell) => koboIn(cell));

function dayOf(line: Cells, map: ColumnMap, today: string): { day: string } | { trouble: string } {
  const { day } = line;
  if (!/\d/.test(day))
    return {
      trouble: `No date stands beside ${moneyOf(line, map)}. Add it, or delete the row if it is a total or a balance`,
    };
  const found = writtenDay(day, 2000);
  if (found === null) return { trouble: `Date ${day.slice(0, 40)} must be a date such as 21/11/2026 or 2026-11-21` };
  return found > today ? { trouble: `Date ${day.slice(0, 40)} has not come yet` } : { day: found };
}

function amountOf({ amount, sign, credit, debit }: Cells, map: ColumnMap): { kobo: number } | { trouble: string } {
  const wrong = [amount, credit, debit].find((cell) => koboIn(cell) === null);
  if (wrong !== undefined) return { trouble: `Amount ${wrong.slice(0, 40)} must be an amount such as 12,500.00` };
  if (map.amount === undefined) {
    // A minus among the money in takes it back; among the money out it only says so once more.
    const came = koboIn(credit) ?? 0;
    const went = Math.abs(koboIn(debit) ?? 0);
    return came !== 0 && went !== 0 ? { trouble: "Money in and money out stand in one row" } : { kobo: came - went };
  }
  const kobo = koboIn(amount) ?? 0;
  if (map.sign === undefined) return { kobo };
  const way = signIn(sign);
  return way === null
    ? { trouble: `Credit or debit ${sign.slice(0, 40) || "(empty)"} must say CR or DR` }
    : { kobo: way === 1 ? kobo : -Math.abs(kobo) };
}

function wordsOf({ rrr, narration, bankreference }: Cells): Pick<StatementRow, "rrrs" | "narration" | "bankreference"> {
  const own = rrrIn(rrr);
  return {
    rrrs: own ? [own] : [...new Set([...rrrsIn(rrr), ...rrrsIn(narration)])],
    narration: oneLine(narration),
    bankreference: oneLine(bankreference),
  };
}

const oneLine = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, LONGEST);

interface Kept {
  readonly row: number;
  readonly rrr: string | null;
  readonly standing: string;
  readonly amount_kobo: number;
}

/** A row of the file, and the line of another file that it was taken for. */
export interface TakenFor {
  readonly row: number;
  readonly _id: string;
  readonly itsrow: number;
  readonly name: string;
}

const MOST_TOLD = 500;

/** What an import did, or would do: of every row, those first that somebody should look at. */
export function reportOf(
  { lines, passed, wrong }: Read,
  kept: readonly Kept[],
  known: readonly TakenFor[],
  _id: string | null,
): ImportReport {
  const byRow = new Map(kept.map((line) => [line.row, line]));
  const knownAs = new Map(known.map(({ row, _id, itsrow, name }) => [row, { _id, name, row: itsrow }]));
  const rows: ImportReport["rows"] = [
    ...lines.map(({ row, day, amount_kobo, rrrs }) => {
      const line = byRow.get(row);
      return {
        row,
        does: line ? ("added" as const) : ("known" as const),
        day,
        amount: naira(amount_kobo),
        says: null,
        rrr: line ? line.rrr : (rrrs[0] ?? null),
        standing: (line?.standing as LineStanding) ?? null,
        knownas: knownAs.get(row) ?? null,
      };
    }),
    ...passed.map(({ row, says }) => ({
      row,
      does: "passed over" as const,
      day: null,
      rrr: null,
      amount: null,
      standing: null,
      says,
      knownas: null,
    })),
  ];
  const days = lines.map(({ day }) => day).sort();
  const sum = (way: number) =>
    naira(lines.reduce((all, line) => all + (Math.sign(line.amount_kobo) === way ? line.amount_kobo : 0), 0));
  const told = wrong.length > 0 ? [] : rows.sort(byNeed).slice(0, MOST_TOLD);
  return {
    type: "success",
    message: "Nothing has been changed yet",
    _id,
    added: kept.length,
    known: wrong.length > 0 ? 0 : lines.length - kept.length,
    passed: passed.length,
    came: sum(1),
    went: sum(-1),
    from: days[0] ?? null,
    until: days.at(-1) ?? null,
    standings: lineStandings.flatMap((standing) => {
      const own = kept.filter((line) => line.standing === standing);
      const amount = naira(own.reduce((all, { amount_kobo }) => all + amount_kobo, 0));
      return own.length === 0 ? [] : [{ standing, count: own.length, amount }];
    }),
    wrong: wrong.slice(0, MOST_TOLD),
    rows: told,
    more: wrong.length > 0 ? Math.max(0, wrong.length - MOST_TOLD) : rows.length - told.length,
  };
}

type RowReport = ImportReport["rows"][number];

const need = ({ does, standing }: RowReport): number =>
  standing && isWaiting(standing) ? 0 : does === "added" ? 2 : 1;

const byNeed = (one: RowReport, other: RowReport): number => need(one) - need(other) || one.row - other.row;
