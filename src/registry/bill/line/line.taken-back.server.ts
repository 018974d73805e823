import { sql } from "kysely";
import type { Work } from "#platform/write/perform.server.ts";
import type { AdjustableBill } from "./line.adjust.server.ts";
import { addBillLine, takeLineBack } from "./line.server.ts";

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
 * Takes a bill back of which nothing is paid: lines against all of it, and none of it is owed any more. The bill is locked and was
 * judged. Answers the place of the line against its fees.
 */
export async function takeBillBack(
  work: Work,
  { bill, standing, waivable_kobo }: AdjustableBill,
  { reason, staff }: { readonly reason: string; readonly staff: string },
): Promise<number> {
  for (const { kind, place } of standing) if (kind === "late") await takeLineBack(work, { bill, place, reason, staff });
  const line = { kind: "change", label: "Bill taken back", amount_kobo: -waivable_kobo } as const;
  const place = await addBillLine(work, { bill, ...line, reason, staff });
  await sql`update portal.bill set "takenbackAt" = now() where _id = ${bill}`.execute(work.trx);
  work.note({ deed: "bill.take-back", subject: `bill:${bill}`, before: { billed_kobo: waivable_kobo }, reason });
  return place;
}
