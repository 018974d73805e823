interface LineItem {
  lineItemsId?: unknown;
  beneficiaryAmount?: unknown;
  deductFeeFrom?: unknown;
}

/** The code that refuses a split: parts that repeat, do not add up, or do not name exactly one bearer of the fee. */
export function lineItemsRefusal(given: unknown, amount: string) {
  if (given === undefined) return null;
  if (!Array.isArray(given) || given.length === 0) return "022";
  const items: LineItem[] = given.map((item: LineItem | null) => item ?? {});
  if (new Set(items.map((item) => item.lineItemsId)).size !== items.length) return "037";
  const total = items.reduce((sum, item) => sum + kobo(item.beneficiaryAmount), 0);
  if (total !== kobo(amount)) return "084";
  const bearers = items.filter((item) => item.deductFeeFrom === "1").length;
  if (bearers > 1) return "087";
  return bearers === 0 ? "088" : null;
}

const kobo = (naira: unknown) => Math.round(Number(naira) * 100);
