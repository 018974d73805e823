import { asEnd } from "#calendar/session/session.rules.ts";
import { closingOf, currentAdmission } from "#calendar/session/session.server.ts";
import { lagosDay } from "#kit/value/dates.rules.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Next, PayBy } from "./payment-reference.purpose.server.ts";
import type { Payment } from "./payment-reference.step.server.ts";

/** Who pays later can not apply with it any more. Midnight is the end of the day before. */
export async function lastDayToApply(db: Database, session: string): Promise<PayBy | null> {
  const closes = await closingOf(db, session);
  if (!closes) return null;
  const last = new Date(Date.parse(closes) - 1).toISOString();
  return { day: lagosDay(last), why: `Applications close at ${asEnd(closes)}` };
}

/** Whether applications had closed when it was paid, by the closing as it stands now. A bank dates by the day. */
export async function whetherClosed(db: Database, session: string, paidOn: string): Promise<"closed" | null> {
  const last = await lastDayToApply(db, session);
  return last && paidOn > last.day ? "closed" : null;
}

/** Who paid in time may be heard of when nobody can apply any more. */
export async function nextToApply(db: Database, { session }: Payment): Promise<Next> {
  const { state, session: admitting } = await currentAdmission(db);
  return state === "open" && admitting._id === session
    ? { sentence: "Go on with your application", path: "/app/start" }
    : {
        sentence: "Applications have closed meanwhile. Please ask the bursary, and quote the reference",
        path: "/app/pay",
      };
}
