import { sql } from "kysely";
import type { Database } from "../src/platform/database/connect.server.ts";
import { payloads } from "./script-payloads.ts";

const IN_ONE_TEXT = 12;

/** A dozen payloads in each: of the rows of a list, some hold each of them. */
const texts = Array.from({ length: Math.ceil(payloads.length / IN_ONE_TEXT) }, (_, nth) =>
  payloads.slice(nth * IN_ONE_TEXT, (nth + 1) * IN_ONE_TEXT).join(" "),
);

/** Texts that the portal itself reads: by them it finds, signs, links and decides. */
const readByPrograms =
  /token|hash|secret|key|code|state|status|kind|type|newname|uri|link|mail|phone|jamb|matric|rrr|order|actor|deed|subject|request|mode|grade|serial|session|version|noun|page|scope|password|year|gender|level|semester|language|channel|source|colour|purpose|recipient|identifier|query|value|mediatype|sha|agent|examin|term|icon|award|folder|standing|religion|marital|scored|kid$|each|call$|process|worker|template|serviceid|asks|courses|items|needs|^name$|relation/i;

export interface Planted {
  readonly columns: readonly string[];
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
  const columns: string[] = [];
  for (const [nth, { table, column }] of rows.entries()) {
    if (isForPrograms(table, column)) continue;
    const changed = await plantInto(db, table, column, nth);
    if (changed > 0) columns.push(`${table}.${column}`);
  }
  return { columns };
}

/** A record's name is read by people, where its table is one of what people name. */
const namedByPeople =
  /college|department|programme|service|sponsor|school|room|item|profile|course|group|fee|template|adviser/;

const isForPrograms = (table: string, column: string): boolean =>
  column === "name"
    ? !namedByPeople.test(table)
    : readByPrograms.test(column) || /^(?:setting|sign_in|staff_session)$/.test(table);

/** Whole texts first, then one payload alone, for a column that holds no more. */
async function plantInto(db: Database, table: string, column: string, nth: number): Promise<number> {
  for (const list of [texts, payloads.map((payload) => payload.slice(0, 50))]) {
    const planted = sql`update ${sql.table(`portal.${table}`)} set ${sql.ref(column)} =
      (${list}::text[])[1 + ((abs(hashtext(ctid::text)) + ${nth}) % ${list.length})] || ' ' || substr(md5(ctid::text), 1, 6)
      where ${sql.ref(column)} <> ''`;
    try {
      return Number((await planted.execute(db)).numAffectedRows ?? 0n);
    } catch {
      // A constraint, or a table that takes no change.
    }
  }
  return 0;
}
