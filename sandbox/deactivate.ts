import { initRefusal } from "./codes.ts";
import type { Desk } from "./desk.ts";
import { same, statusHash } from "./hashes.ts";

/** Cancels a reference that nobody has paid. */
export function deactivate({ settings, book }: Desk, body: string): Record<string, unknown> {
  const { rrr, merchantId, hash } = textsIn(body);
  if (merchantId !== settings.merchantId) return initRefusal("023");
  if (!same(hash ?? "", statusHash(settings, rrr ?? ""))) return initRefusal("013");
  const invoice = book.byRrr(rrr ?? "");
  if (!invoice) return initRefusal("022");
  if (invoice.payment) return initRefusal("027");
  book.keep({ ...invoice, state: "DEACTIVATED" });
  return { statuscode: "00", status: "Successful" };
}

function textsIn(body: string): Partial<Record<string, string>> {
  try {
    const read = JSON.parse(body) as Record<string, unknown> | null;
    return Object.fromEntries(Object.entries(read ?? {}).map(([name, value]) => [name, String(value)]));
  } catch {
    return {};
  }
}
