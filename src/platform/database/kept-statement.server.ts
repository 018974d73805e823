import type { CompiledQuery, RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Database } from "./connect.server.ts";

/** Where the value stands until one is given. */
const GIVEN = Symbol("given");

/**
 * A statement that is built once and asked with another value each time, for reads that thousands ask in a minute: to build a long
 * one anew costs as much as asking it. `build` is handed the place of the value.
 */
export function keptStatement<Row>(build: (given: RawBuilder<string>) => RawBuilder<Row>) {
  let built: CompiledQuery<Row> | undefined;
  return (db: Database, given: unknown): CompiledQuery<Row> => {
    built ??= build(sql<string>`${GIVEN}`).compile(db);
    return { ...built, parameters: built.parameters.map((value) => (value === GIVEN ? given : value)) };
  };
}
