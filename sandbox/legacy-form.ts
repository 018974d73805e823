import type { Desk } from "./desk.ts";
import { finalizeHash, legacyInitHash, same } from "./hashes.ts";
import { page } from "./layout.ts";
import { payPage } from "./pay-page.ts";
import { isAmount, make } from "./paymentinit.ts";

/** The old one-step form: makes the reference and shows its pay page. */
export function legacyForm(desk: Desk, form: URLSearchParams) {
  const field = (name: string) => form.get(name)?.trim() ?? "";
  const [serviceTypeId, orderId, amt, responseurl] = ["serviceTypeId", "orderId", "amt", "responseurl"].map(field) as [
    string,
    string,
    string,
    string,
  ];
  const { settings, book } = desk;
  const known = field("merchantId") === settings.merchantId && settings.serviceTypes.includes(serviceTypeId);
  const signed = same(field("hash"), legacyInitHash(settings, { serviceTypeId, orderId, amt, responseurl }));
  if (!known || !signed || !isAmount(amt))
    return page("This cannot be paid", "<p>The form does not match.</p>", "", 400);
  if (book.byOrder(orderId)) return page("This cannot be paid", "<p>This order has a reference already.</p>", "", 400);
  const payer = {
    payerName: field("payerName"),
    payerEmail: field("payerEmail"),
    payerPhone: field("payerPhone"),
    description: field("description"),
  };
  const { rrr } = make(desk, { serviceTypeId, orderId, amount: amt, ...payer });
  const { merchantId } = settings;
  return payPage(desk, new URLSearchParams({ merchantId, rrr, responseurl, hash: finalizeHash(settings, rrr) }));
}
