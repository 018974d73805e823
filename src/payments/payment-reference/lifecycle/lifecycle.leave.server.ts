import { asNaira, naira } from "#kit/value/money.contract.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { groupedRrr } from "../../remita/remita.rules.ts";
import type { PaidFor } from "./lifecycle.needless.server.ts";
import { cancelNeedless, cancelReplaced, type Payment } from "./lifecycle.step.server.ts";

/** Every reference for some bills, orders, sponsorships or lists; `held` are locked, in the order in which others lock payments. */
export async function referencesFor(
  trx: Trx,
  of: PaidFor,
  ids: readonly string[],
  { held }: { readonly held: boolean },
): Promise<Payment[]> {
  if (ids.length === 0) return [];
  const all = trx.selectFrom("payment_reference").selectAll().where(of, "in", ids).orderBy("_id");
  return (await (held ? all.forNoKeyUpdate() : all).execute()) as Payment[];
}

/** What is paid by it is going somewhere else: whether it is open, so that it can be cancelled, or nobody knows how it stands. */
export const isUnsettled = ({ state }: Payment): boolean =>
  ["CREATED", "REQUESTING", "UNKNOWN", "PARKED", "HELD"].includes(state);

/** "The reference 1234-5678-9012 over ₦5,000.00". */
export const referenceWords = ({ rrr, amount_kobo }: Payment): string =>
  `The reference ${rrr ? `${groupedRrr(rrr)} ` : ""}over ${asNaira(naira(amount_kobo))}`;

/** Cancels the open ones of these references, which are locked. Refuses while the provider or the bursary looks at one. */
export async function cancelOpen(work: Work, references: readonly Payment[]): Promise<void> {
  const unsettled = references.find(isUnsettled);
  if (unsettled) throw refuse("reference-being-made", unsettledWords(unsettled));
  for (const open of references.filter(({ state }) => state === "OPEN")) await cancelReplaced(work, open);
}

export const unsettledWords = (reference: Payment): string =>
  `${referenceWords(reference)} is being made or looked at. Wait until it is settled, under Payments`;

/**
 * Cancels the open references of an account for applying and accepting, since nobody pays with it any more; answers how many.
 * Refuses while the provider is making one. A bank may still take one that was cancelled: its money is then with the bursary.
 */
export async function cancelOpenOf(work: Work, applicant: string): Promise<number> {
  const live = (await work.trx
    .selectFrom("payment_reference")
    .selectAll()
    .where("applicant", "=", applicant)
    .where("purpose", "in", ["application", "acceptance"])
    .where("state", "in", ["CREATED", "REQUESTING", "OPEN"])
    .orderBy("_id")
    .forNoKeyUpdate()
    .execute()) as Payment[];
  const made = live.find(({ state }) => state !== "OPEN");
  if (made) throw refuse("reference-being-made", unsettledWords(made));
  for (const open of live) await cancelNeedless(work, open);
  return live.length;
}
