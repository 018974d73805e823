import { sql } from "kysely";
import { enqueueMany } from "#platform/jobs.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { checkKey, isOpenQuestion } from "./payment-verification.hold.server.ts";
import { checkPaymentJob } from "./payment-verification.job.server.ts";

/** Has these payments asked about now, as the lanes have room; answers those that an answer can still change. */
export async function planChecksNow(trx: Trx, payments: readonly string[]): Promise<string[]> {
  const planned = await trx
    .updateTable("payment_reference")
    .set({ nextCheckAt: sql`now()` })
    .where(sql<boolean>`_id = any(${[...payments]}::uuid[])`)
    .where(isOpenQuestion())
    .returning("_id")
    .execute();
  const ids = planned.map(({ _id }) => _id);
  await enqueueMany(
    trx,
    checkPaymentJob,
    ids.map((payment) => ({ payload: { payment }, key: checkKey(payment) })),
  );
  return ids;
}
