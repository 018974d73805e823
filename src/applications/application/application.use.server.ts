import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { addIntakeUse } from "#calendar/intake/intake.use.server.ts";

/** Applications rely on the seats and rules that stood when they were made. */
export const applicationsUseIntakes = (app: FastifyInstance): void =>
  addIntakeUse(app, {
    name: "applications",
    count: async (trx, session, programme) => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from portal.application
        where session = ${session} and programme = ${programme}`.execute(trx);
      return rows[0]?.count ?? 0;
    },
  });
