import { setImmediate as pause } from "node:timers/promises";
import { sql } from "kysely";
import { slicesOf } from "#kit/value/slices.rules.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import type { AnyRecord } from "../record/record.contract.ts";
import type { RecordRules } from "../record/record.server.ts";
import type { Table } from "../table-file/table-file.server.ts";
import { namesIn, refuseUnknown, typedIn } from "./import.cells.server.ts";
import { importMany } from "./import.many.server.ts";
import { importAlone, MOST_TOLD, type Place, type ReadRow, type Tally, type Told } from "./import.row.server.ts";
import { fieldsOf } from "./import.rules.ts";

/** What an import did, or would do; `more` and `moreRows` are rows beyond those that are listed. */
export interface Report {
  readonly added: number;
  readonly changed: number;
  readonly same: number;
  readonly wrong: readonly { readonly row: number; readonly sentences: string[] }[];
  readonly more: number;
  /** What is wrong, of every such row. */
  readonly refused: ReadonlyMap<number, readonly string[]>;
  readonly rows: readonly Told[];
  readonly moreRows: number;
  /** A sentence about records that the file calls as they were called before; empty where it calls none so. */
  readonly formerly: string;
}

/** Adds or changes a record for each row, within the asker's reach; rows that are refused are told and left out. */
export async function importRows(place: Place, { headings, rows }: Table): Promise<Report> {
  const { registry, rules, work, who } = place;
  if (rules.many) await requireAlone(work.trx, rules);
  const columns = fieldsOf(headings, [...rules.of.facts, ...rules.of.answers]);
  refuseUnknown(headings, columns, rules);
  const texts = columns.flatMap((field, nth) =>
    field ? [{ field, texts: rows.map(({ cells }) => cells[nth] ?? "") }] : [],
  );
  const names = await namesIn(work.trx, registry, rules, who, texts);
  const usual = { ...(await rules.usual?.(work.trx, who)) };
  const key: readonly string[] = rules.of.key;
  const assumed = Object.fromEntries(Object.entries(usual).filter(([name]) => key.includes(name)));
  const readRow = ({ number, cells }: Table["rows"][number]): ReadRow => {
    const read = typedIn(columns, cells, names, rules.spelt);
    // What tells a record may be left out of the file where there is a usual value, such as the session that admits. A row
    // that leaves out all of it is a new record, such as a member of staff without a folder number.
    const isNamed = key.some((name) => read.typed[name] !== undefined);
    return { ...read, number, isNamed, typed: isNamed ? { ...assumed, ...read.typed } : read.typed };
  };
  const tally: Tally = { done: { added: 0, changed: 0, same: 0 }, wrong: [], told: [], untold: 0, seen: new Map() };
  const atOnce = rules.many ? MANY_AT_ONCE : ONE_BY_ONE;
  for (const lines of slicesOf(rows, atOnce)) {
    const some = lines.map(readRow);
    if (!rules.many || !(await importMany(place, rules.many, usual, tally, some)))
      for (const row of some) await importAlone(place, tally, row);
    // Others have their turn.
    await pause();
  }
  const { done, wrong, told, untold } = tally;
  return {
    ...done,
    wrong: wrong.slice(0, MOST_TOLD),
    more: Math.max(0, wrong.length - MOST_TOLD),
    rows: told,
    moreRows: untold,
    formerly: formerWords([...names.values()].flatMap(({ former }) => [...former])),
    refused: new Map(wrong.map(({ row, sentences }) => [row, sentences])),
  };
}

/** ". OLD/1 is NCE/26/1 Yusuf Amina now; and 2 more". */
function formerWords(former: readonly (readonly [called: string, now: string])[]): string {
  if (former.length === 0) return "";
  const said = former.slice(0, MOST_FORMER).map(([called, now]) => `${called.toUpperCase()} is ${now} now`);
  const more = former.length - said.length;
  return `. ${said.join("; ")}${more > 0 ? `; and ${more} more` : ""}`;
}

const MOST_FORMER = 5;

/** Thousands of rows take seconds, and a second file of the same kind would wait for each of them. */
async function requireAlone(trx: Trx, { of }: RecordRules<AnyRecord>): Promise<void> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`import ${of.noun}`}, 0)) as "isFree"`.execute(trx);
  if (rows[0]?.isFree) return;
  throw refuse(
    "import-under-way",
    `Another file of ${of.many.toLowerCase()} is being read at this moment. Wait a minute, then try again`,
  );
}

const MANY_AT_ONCE = 500;
const ONE_BY_ONE = 100;
