import { sql } from "kysely";
import { openOnBills } from "#payments/payment-reference/payment-reference.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself } from "#platform/write/perform.server.ts";
import { cancelBeyondBill, lockBill } from "./line.server.ts";

/** Hourly: cancels what could not be cancelled when its bill shrank, because somebody was busy with it. */
export const cancelNeedlessReferences: Round = {
  name: "cancel-needless-references",
  cron: "41 * * * *",
  async run({ portal: { db } }) {
    const { rows } = await sql<{ bill: string }>`
      select b._id as bill from portal.bill b join ${openOnBills()} o on o.bill = b._id
      where o.amount_kobo > b.balance_kobo`.execute(db);
    for (const { bill } of rows)
      await perform(db, portalItself, async (work) => {
        await lockBill(work.trx, bill);
        work.note({ deed: "bill.cancel-needless-reference", subject: `bill:${bill}` });
        await cancelBeyondBill(work, bill);
      });
  },
};
