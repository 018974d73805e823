import { sql } from "kysely";
import { requireReach } from "#access/permission/permission.server.ts";
import { foundChosen } from "#console/list/list.server.ts";
import type { ChosenRows } from "#console/record/record.contract.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { everyBill, tuitionDebtRules } from "../bill/bill.server.ts";

/** The students who owe the chosen debts. Refuses other debts than were seen, and somebody who may not read the list of them. */
export async function debtorsOf(trx: Trx, who: Officer, chosen: ChosenRows): Promise<ChosenRows> {
  const scope = await requireReach(trx, who.staff, "tuition-accounts");
  const debts = await foundChosen(trx, tuitionDebtRules, { ...who, scope }, chosen);
  const { rows } = await sql<{ student: string }>`
    select distinct student from ${everyBill()} b where b._id = any(${debts}::uuid[])`.execute(trx);
  return { ids: rows.map(({ student }) => student), count: rows.length };
}
