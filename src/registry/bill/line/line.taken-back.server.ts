import { sql } from "kysely";
import type { Work } from "#platform/write/perform.server.ts";
import type { AdjustableBill } from "./line.adjust.server.ts";
import { keepLines, keepLinesBack, settleLines } from "./line.many.server.ts";

/** What stands on a bill although no payment of its student brought it. */
const broughtIn: readonly string[] = ["sponsor", "loan", "moved", "refund"];

/** Why a bill, as it stands, is not taken back; null where it can be. */
export function whyNotTakenBack({
  takenbackAt,
  counted,
  unclear,
  standing,
  waivable_kobo,
}: AdjustableBill): string | null {
  if (takenbackAt !== null) return "This bill is taken back already";
  if (counted) return "Something is paid on this bill. Change it instead";
  if (unclear) return "A payment of this bill is being made or checked just now. Look again when that is over";
  if (standing.some(({ kind }) => broughtIn.includes(kind)))
    return "Money that came from elsewhere stands on this bill. Change it instead";
  return waivable_kobo > 0 ? null : "All of this bill is waived. Take that back first";
}

/**
 * Takes bills back of which nothing is paid: lines against all of each, and none of it is owed any more. The bills are locked and
 * were judged. Answers the places of the lines against their fees, by the bill.
 */
export async function takeBillsBack(
  work: Work,
  bills: readonly AdjustableBill[],
  why: { readonly reason: string; readonly staff: string },
): Promise<ReadonlyMap<string, number>> {
  const ids = bills.map(({ bill }) => bill);
  await keepLinesBack(
    work,
    bills.flatMap(({ bill, standing }) =>
      standing.flatMap(({ kind, place }) => (kind === "late" ? [{ bill, place, ...why }] : [])),
    ),
  );
  const line = { kind: "change", label: "Bill taken back" } as const;
  const places = await keepLines(
    work,
    bills.map(({ bill, waivable_kobo }) => ({ bill, ...line, amount_kobo: -waivable_kobo, ...why })),
  );
  await settleLines(work, ids);
  await sql`update portal.bill set "takenbackAt" = now() where _id = any(${ids}::uuid[])`.execute(work.trx);
  for (const { bill, waivable_kobo } of bills)
    work.note({
      deed: "bill.take-back",
      subject: `bill:${bill}`,
      before: { billed_kobo: waivable_kobo },
      reason: why.reason,
    });
  return places;
}
