import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { type Guard, handle } from "#kit/wire/handle.server.ts";
import type { Rules } from "../record/record.rules.server.ts";
import type { Officer } from "../scope/scope.server.ts";
import { wholeCollege } from "../scope/scope.whole.server.ts";
import { auditLines, readAuditDeeds } from "./audit.contract.ts";
import { aboutOf, everyDeed, linesWith, type Subject } from "./audit.subjects.server.ts";

/** The audit, searched and told by what its lines are about: `subjects` are those that words find. */
export const auditRules = (subjects: readonly Subject[], staff: Rules): Rules<typeof auditLines> => ({
  of: auditLines,
  table: "audit_line",
  within: wholeCollege,
  found: (words, column) => linesWith(subjects, staff, words, column),
  told: async (db, registry, rows) => {
    const named = await aboutOf(
      db,
      registry,
      subjects,
      rows.map(({ subject }) => String(subject)),
    );
    return rows.map((row) => ({ ...row, about: named.get(String(row.subject)) }));
  },
});

/** The deeds that a line can be chosen by. */
export function auditDeedsCall(app: FastifyInstance, guard: Guard<Officer>): void {
  handle(app, readAuditDeeds, guard, async () => {
    const { rows } = await sql<{ deed: string }>`${everyDeed}`.execute(app.portal.db);
    return rows.map(({ deed }) => deed).sort();
  });
}
