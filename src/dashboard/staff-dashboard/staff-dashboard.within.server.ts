import { sql } from "kysely";
import { programmesReached } from "#college/programme/programme.server.ts";
import type { Reached, Scope } from "#console/scope/scope.server.ts";

/** The programmes that a right reaches, as an SQL condition. */
export const within =
  (scope: Scope): Reached =>
  (programme) =>
    scope === "all" ? sql`true` : sql`${programme} in (${programmesReached(scope)})`;
