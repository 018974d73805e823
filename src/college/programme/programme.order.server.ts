import { sql } from "kysely";
import type { Scope } from "#console/scope/scope.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { programmesReached } from "./programme.record.server.ts";

/** A programme in a list of all of them. */
export interface OrderedProgramme {
  readonly _id: string;
  /** `NCE Biology/Chemistry`. */
  readonly label: string;
  /** The `_id` of its school. */
  readonly college: string;
}

/** The programmes that a right reaches, open or not, by their code. */
export async function programmesInOrderWithin(db: Database, scope: Scope): Promise<OrderedProgramme[]> {
  const [all, { rows }] = await Promise.all([
    programmesInOrder(db),
    scope === "all" ? { rows: [] } : sql<{ _id: string }>`${programmesReached(scope)}`.execute(db),
  ]);
  const reached = new Set(rows.map(({ _id }) => _id));
  return scope === "all" ? all : all.filter(({ _id }) => reached.has(_id));
}

/** Every programme, open or not, by its code. */
export async function programmesInOrder(db: Database): Promise<OrderedProgramme[]> {
  const found = await db
    .selectFrom("programme")
    .innerJoin("department", "department._id", "programme.department")
    .select(["programme._id", "programme.award", "programme.name", "department.college"])
    .orderBy("programme.code")
    .execute();
  return found.map(({ _id, award, name, college }) => ({ _id, label: `${award} ${name}`, college }));
}
