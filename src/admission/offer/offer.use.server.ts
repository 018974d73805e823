import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { addIntakeUse } from "#calendar/intake/intake.use.server.ts";

/** Each offer that has not lapsed holds a seat, accepted or not. */
export const offersHoldSeats = (app: FastifyInstance): void =>
  addIntakeUse(app, {
    name: "offers",
    holdsSeat: true,
    count: async (trx, session, programme) => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from portal.offer
        where session = ${session} and programme = ${programme} and "lapsedAt" is null`.execute(trx);
      return rows[0]?.count ?? 0;
    },
  });
