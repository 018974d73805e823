import { type RawBuilder, sql } from "kysely";

/** Rows by their columns: of each the values in the order of the rows; null where there are no rows. */
export type Columns<Row> = { readonly [Name in keyof Row]: readonly Row[Name][] | null };

/**
 * Some columns of `rows` as one value of JSON. Of many rows it is half as long as a list of objects and made in half the time: a name
 * stands once, and how a type is written is looked up once. `alias` is what the larger query calls the rows.
 */
export const jsonColumns = <Row>(alias: string, names: readonly (keyof Row & string)[]): RawBuilder<Columns<Row>> =>
  sql<Columns<Row>>`json_build_object(${sql.join(
    names.flatMap((name) => [sql.lit(name), sql`array_agg(${sql.ref(`${alias}.${name}`)})`]),
  )})`;

/** The rows again. */
export function rowsOf<Row extends object>(columns: Columns<Row>): Row[] {
  const named = Object.entries(columns) as [keyof Row, readonly Row[keyof Row][] | null][];
  const count = named[0]?.[1]?.length ?? 0;
  return Array.from({ length: count }, (_, place) => {
    const row: Partial<Row> = {};
    for (const [name, values] of named) row[name] = values?.[place] as Row[keyof Row];
    return row as Row;
  });
}
