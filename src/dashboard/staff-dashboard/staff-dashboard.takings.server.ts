import type { FastifyInstance } from "fastify";
import { countWaiting } from "#bursary/payment-exception/payment-exception.read.server.ts";
import { lagosDay } from "#kit/value/dates.rules.ts";
import { naira } from "#kit/value/money.contract.ts";
import { cameOn } from "#payments/ledger/ledger.book.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Takings } from "./staff-dashboard.contract.ts";
import { counted } from "./staff-dashboard.shared.server.ts";

/** What the bursar asks first in the morning: what came today and for the session, and what waits. */
export async function takingsOf(app: FastifyInstance, session: string | null): Promise<Takings> {
  const { db } = app.portal;
  const at = await clock(db);
  const day = lagosDay(at);
  const [{ value }, waiting] = await Promise.all([
    counted(app, `takings ${day} ${session}`, async () => {
      const came = await cameOn(db, day, session);
      return { value: came, at, rows: came.lines };
    }),
    countWaiting(db),
  ]);
  return { today: naira(value.today), session: session === null ? null : naira(value.session), waiting };
}
