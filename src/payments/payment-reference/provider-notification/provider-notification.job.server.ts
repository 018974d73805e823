import { createHash } from "node:crypto";
import type { Database } from "#platform/database/connect.server.ts";
import type { Job } from "#platform/jobs/jobs.server.ts";
import { settledStates } from "../payment-reference.rules.ts";
import { planCheck } from "../verification/verification.hold.server.ts";
import { checkPaymentJob } from "../verification/verification.job.server.ts";
import { itemsIn } from "./provider-notification.read.server.ts";

/**
 * Finds the payments that a notification names and has each asked about once, however often it is named. What names
 * none of ours is kept for the bursary. Nothing else of a notification is believed.
 */
export const readProviderNotificationJob: Job<{ notification: string }> = {
  name: "read-notification",
  attempts: 25,
  async run(app, { notification }) {
    const { db } = app.portal;
    const { body } = await db
      .selectFrom("payment_notification")
      .select("body")
      .where("_id", "=", notification)
      .executeTakeFirstOrThrow();
    const items = itemsIn(body) ?? [];
    const found = new Set<string>();
    for (const [place, item] of items.entries()) {
      const named = notifiedPayment(item);
      const ours = await matching(db, named);
      const digest = createHash("sha256").update(JSON.stringify(item)).digest();
      await db
        .insertInto("payment_notification_item")
        .values({ notification, place, digest, ...named, payment: ours[0]?._id ?? null })
        .onConflict((again) => again.doNothing())
        .execute();
      if (ours.length === 0) app.log.warn({ notification, place }, "a notification names no payment of ours");
      for (const { _id, state } of ours) if (isOpenQuestion(state)) found.add(_id);
    }
    for (const payment of found) await planCheck(db, checkPaymentJob, payment, 0);
  },
};

/** What of one payment's notification is used: which reference to ask about. */
interface NotifiedPayment {
  readonly orderid: string | null;
  readonly rrr: string | null;
}

/** The order is named twice, the reference once; anything that is not a short text or a number is not there. */
function notifiedPayment(item: unknown): NotifiedPayment {
  const fields = typeof item === "object" && item !== null ? (item as Record<string, unknown>) : {};
  return { orderid: shortText(fields.orderId) ?? shortText(fields.orderRef), rrr: shortText(fields.rrr ?? fields.RRR) };
}

function shortText(value: unknown): string | null {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && /^[\x20-\x7e]{1,64}$/.test(text.trim()) ? text.trim() : null;
}

/** The one with our order id first: a reference may be mistyped at a counter. Two, where order and reference are not one's. */
async function matching(db: Database, { orderid, rrr }: NotifiedPayment) {
  const byOrder = orderid ? await find(db).where("orderid", "=", orderid).executeTakeFirst() : undefined;
  const byRrr = rrr ? await find(db).where("rrr", "=", rrr).executeTakeFirst() : undefined;
  return [byOrder, byRrr].flatMap((payment) => payment ?? []);
}

const find = (db: Database) => db.selectFrom("payment_reference").select(["_id", "state"]);

const isOpenQuestion = (state: string) => !settledStates.some((settled) => settled === state);
