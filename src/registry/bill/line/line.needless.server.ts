import { sql } from "kysely";
import { openOnBills } from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself } from "#platform/write/perform.server.ts";
import { cancelBeyondBill, lockBill } from "./line.server.ts";

/** Hourly: cancels what could not be cancelled when its bill shrank, because somebody was busy with it. */
export const cancelNeedlessReferences: Round = {
  name: "cancel-needless-references",
  cron: "41 * * * *",
  async run({ portal: { db }, log }) {
    const { rows } = await sql<{ bill: string }>`
      select distinct b._id as bill from portal.bill b join ${openOnBills()} o on o.bill = b._id
      where o.amount_kobo > b.balance_kobo`.execute(db);
    for (const { bill } of rows)
      try {
        await cancelNeedlessOf(db, bill);
      } catch (fault) {
        if (!(fault instanceof StillBusy))
          log.error({ err: fault, bill }, "a needless reference could not be cancelled");
      }
  },
};

/** Somebody is still busy with the reference, so that there is nothing to keep. */
class StillBusy extends Error {}

async function cancelNeedlessOf(db: Database, bill: string): Promise<void> {
  await perform(db, portalItself, async ({ trx, note }) => {
    await lockBill(trx, bill);
    let cancelled = 0;
    const counting = (one: Parameters<typeof note>[0]) => {
      cancelled += 1;
      note(one);
    };
    await cancelBeyondBill({ trx, note: counting }, bill);
    if (cancelled === 0) throw new StillBusy();
    note({ deed: "bill.cancel-needless-reference", subject: `bill:${bill}` });
  });
}
