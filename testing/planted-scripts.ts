import { sql } from "kysely";
import type { Database } from "../src/platform/database/connect.server.ts";
import { payloads } from "./script-payloads.ts";

const IN_ONE_TEXT = 12;

/** A dozen payloads in each: of the rows of a list, some hold each of them. */
const texts = Array.from({ length: Math.ceil(payloads.length / IN_ONE_TEXT) }, (_, nth) =>
  payloads.slice(nth * IN_ONE_TEXT, (nth + 1) * IN_ONE_TEXT).join(" "),
);

/** Texts that are no words of anybody's: by them the portal finds, signs, links and decides. By whole names, each group with its reason. */
const readByPrograms: readonly RegExp[] = [
  // What signs and opens.
  /token|hash|secret|password|^(?:sha|kid|value|key|signature|nonce|seen)$/,
  // Names of kept files and their types.
  /uri$|mediatype|^(?:evidence|folder)$/,
  // Numbers and codes by which a record is found.
  /^(?:rrr|serial|matric|(?:gone|kept|new|old)matric|jamb|orderid|serviceid|serviceTypeID|servicetypeid|applicationcode|code|wascode|courses)$/i,
  // Words of the portal's own, by which it decides.
  /^(?:state|status|fromstate|tostate|fromstatus|tostatus|kind|kinds|type|moduletype|mode|modes|noun|page|scope|scopes|scored|standing|level|semester|language|channel|source|gender|relation|each|call|template|asks|items|needs|deed|actorkind|icon|grade|term|examinationtype)$/,
  // Who did what to which row, and with which request or process.
  /^(?:actor|subject|row|request|session|version|process|worker|recipients|query)$/,
];

export interface Planted {
  readonly columns: readonly string[];
  /** Columns by the mark that their texts hold. */
  readonly marks: ReadonlyMap<string, string>;
}

/**
 * Puts payloads into each text of each row that people read, past every check that the wire makes, as old data or another
 * program might hold them. What a constraint of the database keeps out stays as it was.
 */
export async function plantScripts(db: Database): Promise<Planted> {
  const { rows } = await sql<{ table: string; column: string }>`select table_name as table, column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'portal' and table_type = 'BASE TABLE' and data_type = 'text' and is_generated = 'NEVER'
    order by 1, 2`.execute(db);
  const marks = new Map<string, string>();
  for (const [nth, { table, column }] of rows.entries()) {
    if (isForPrograms(table, column)) continue;
    const changed = await plantInto(db, table, column, nth);
    if (changed > 0) marks.set(markOf(nth), `${table}.${column}`);
  }
  return { columns: [...marks.values()], marks };
}

/** Tables whose rows are found by their names, and those of the portal's own sessions. */
const namedForPrograms = /^(?:setting|sign_in|staff_session|user_group|job_worker|translation)$/;

/** What a mail is headed with is somebody's words; elsewhere a subject is a row or a school subject. */
const wordsAfterAll = /^(?:outgoing_mail|nudge_words)\.subject$/;

const isForPrograms = (table: string, column: string): boolean =>
  !wordsAfterAll.test(`${table}.${column}`) &&
  (namedForPrograms.test(table) || readByPrograms.some((names) => names.test(column)));

/** What stands in each text of a column and in no other: by it a page is seen to show the column. */
const markOf = (nth: number): string => `c${nth}z`;

/** The columns of which a text stands in these words. */
export const columnsShown = ({ marks }: Planted, words: string): string[] =>
  [...new Set(words.match(/\bc\d+z\b/g) ?? [])].flatMap((mark) => marks.get(mark) ?? []);

/** Whole texts first, then one payload alone, for a column that holds no more. */
async function plantInto(db: Database, table: string, column: string, nth: number): Promise<number> {
  for (const list of [texts, payloads.map((payload) => payload.slice(0, 40))]) {
    const planted = sql`update ${sql.table(`portal.${table}`)} set ${sql.ref(column)} =
      ${`${markOf(nth)} `} || (${list}::text[])[1 + ((abs(hashtext(ctid::text)) + ${nth}) % ${list.length})] || ' ' || substr(md5(ctid::text), 1, 6)
      where ${sql.ref(column)} <> ''`;
    try {
      return Number((await planted.execute(db)).numAffectedRows ?? 0n);
    } catch {
      // A constraint, or a table that takes no change.
    }
  }
  return 0;
}
