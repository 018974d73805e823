import type { Invoice } from "./invoice.ts";
import { twentyFourHour } from "./times.ts";

/** One payment as the provider tells of it. It has no state and no signature; the misspelt key is the provider's own. */
export function notificationItem(invoice: Invoice) {
  const { payment } = invoice;
  const channel = payment?.channel ?? "CARDPAYMENT";
  const paidAt = twentyFourHour(payment?.paidAt ?? invoice.madeAt);
  return {
    rrr: invoice.rrr,
    channnel: channel,
    billerName: "SYSTEMSPECS",
    channel,
    amount: Number(payment?.amount ?? invoice.amount),
    transactiondate: `${paidAt.slice(0, 10)} 00:00:00`,
    debitdate: paidAt,
    bank: "232",
    branch: channel === "BRANCH" ? "Sandbox branch" : "",
    serviceTypeId: invoice.serviceTypeId,
    orderRef: invoice.orderId,
    orderId: invoice.orderId,
    payerName: invoice.payerName,
    payerPhoneNumber: invoice.payerPhone,
    payerEmail: invoice.payerEmail,
    type: "PY",
    customFieldData: invoice.customFields.map(({ name, value }) => ({ DESCRIPTION: name, COLVAL: value })),
    parentRRRDetails: {},
    chargeFee: 161.25,
    paymentDescription: invoice.description,
    integratorsEmail: "",
    integratorsPhonenumber: "",
  };
}
