import { sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import type { Chosen } from "#console/chosen/chosen.contract.ts";
import { lockedChosen } from "#console/chosen/chosen.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { refuse, stale } from "#kit/wire/refusal.server.ts";
import { payersOf } from "#payments/payment-reference/read/read.desk.server.ts";
import type { Work } from "#platform/perform.server.ts";
import { bookKinds } from "./reconciliation.kinds.contract.ts";
import { discrepancyRules } from "./reconciliation.list.server.ts";

/**
 * Closes discrepancies by a decision. It changes no payment and no booking: it says that somebody has looked, and why
 * nothing else has to be done. Should the amounts move, or should it go away and come again, a later run opens it anew.
 * Refuses closed ones (409), one's own payment (403), and what says that our own books are wrong; all or none.
 */
export async function decide({ trx, note }: Work, who: Officer, chosen: Chosen, reason: string): Promise<number> {
  const ids = await lockedChosen(trx, discrepancyRules, who, chosen);
  const rows = await trx
    .selectFrom("discrepancy")
    .select(["_id", "kind", "rrr", "state", "payment"])
    .where("_id", "in", ids)
    .execute();
  const closed = rows.find(({ state }) => state !== "Open");
  if (closed)
    throw stale(`“${closed.kind}” ${closed.rrr ?? ""} is ${closed.state.toLowerCase()} already. Nothing was decided`);
  const wrong = rows.find(({ kind }) => bookKinds.some((one) => one === kind));
  if (wrong)
    throw refuse(
      `“${wrong.kind}” is not closed by a word: it ends when the books are right again. Nothing was decided`,
    );
  await refuseOwnFiles(
    trx,
    who,
    await payersOf(
      trx,
      rows.flatMap(({ payment }) => payment ?? []),
    ),
  );
  await trx
    .updateTable("discrepancy")
    .set({
      state: "Decided",
      decidedby: who.staff,
      reason,
      closedAt: sql`now()`,
      updatedAt: sql`now()`,
      version: sql`version + 1`,
    })
    .where("_id", "in", ids)
    .execute();
  for (const { _id, kind, rrr } of rows)
    note({
      deed: "discrepancy.decide",
      subject: `discrepancy:${_id}`,
      before: { state: "Open" },
      after: { state: "Decided", kind, rrr },
      reason,
    });
  return rows.length;
}
