import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type Columns, jsonColumns, rowsOf } from "./json-columns.server.ts";
import { keptStatement } from "./kept-statement.server.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

interface Row {
  readonly place: number;
  readonly name: string | null;
  readonly isodd: boolean;
}

const someRows = keptStatement(
  (until) => sql<{ columns: Columns<Row> }>`
    select ${jsonColumns<Row>("given", ["place", "name", "isodd"])} as columns
    from (select n as place, nullif('"' || n || '"', '"2"') as name, n % 2 = 1 as isodd from generate_series(1, ${until}::int) n
      order by n) given`,
);

const rowsUntil = async (until: number) => {
  const { rows } = await portal.db.executeQuery(someRows(portal.db, until));
  return rows.flatMap(({ columns }) => rowsOf(columns));
};

test("rows come through their columns as they were, and a statement that is kept is asked with each value anew", async () => {
  expect(await rowsUntil(3)).toEqual([
    { place: 1, name: '"1"', isodd: true },
    { place: 2, name: null, isodd: false },
    { place: 3, name: '"3"', isodd: true },
  ]);
  expect(await rowsUntil(1)).toEqual([{ place: 1, name: '"1"', isodd: true }]);
});

test("no rows are no rows", async () => {
  expect(await rowsUntil(0)).toEqual([]);
});
