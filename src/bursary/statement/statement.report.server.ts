import { naira } from "#kit/value/money.contract.ts";
import type { ImportReport } from "./statement.contract.ts";
import type { Read } from "./statement.rows.server.ts";
import { isWaiting, type LineStanding, lineStandings } from "./statement.standing.contract.ts";

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
        ...{ row, does: line ? ("added" as const) : ("known" as const), day, amount: naira(amount_kobo), says: null },
        ...{ rrr: line ? line.rrr : (rrrs[0] ?? null), standing: (line?.standing as LineStanding) ?? null },
        knownas: knownAs.get(row) ?? null,
      };
    }),
    ...passed.map(({ row, says }) => ({
      ...{ row, does: "passed over" as const, day: null, rrr: null, amount: null, standing: null, says, knownas: null },
    })),
  ];
  const days = lines.map(({ day }) => day).sort();
  const sum = (way: number) =>
    naira(lines.reduce((all, line) => all + (Math.sign(line.amount_kobo) === way ? line.amount_kobo : 0), 0));
  const told = wrong.length > 0 ? [] : rows.sort(byNeed).slice(0, MOST_TOLD);
  return {
    ...{ type: "success", message: "Nothing has been changed yet", _id },
    ...{ added: kept.length, known: wrong.length > 0 ? 0 : lines.length - kept.length, passed: passed.length },
    ...{ came: sum(1), went: sum(-1), from: days[0] ?? null, until: days.at(-1) ?? null },
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
