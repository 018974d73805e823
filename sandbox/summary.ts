import type { Invoice } from "./invoice.ts";
import { asNaira, escaped, grouped } from "./layout.ts";

/** What is paid, by whom, and the charge that a real bank would add. */
export function summary(invoice: Invoice) {
  const rows = [
    ["RRR", grouped(invoice.rrr)],
    ["Payer", invoice.payerName],
    ["For", invoice.description],
  ];
  const list = rows.map(([name, value]) => `<dt>${name}</dt><dd>${escaped(value ?? "")}</dd>`).join("");
  return `<dl>${list}<dt>Amount</dt><dd class="large">${asNaira(invoice.amount)}</dd></dl>`;
}

export const charge = `<p class="hint">A real bank adds its charge to this amount; the receipt shows the amount without it.</p>`;

export function hidden(fields: Record<string, string>) {
  return Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
    .join("");
}
