/** Why a payment is not reversed although the bank took it back, and what to do instead, outside the portal. */
export const NOT_REVERSED =
  "Money of this payment was refunded, or moved from or to another payment, so it cannot be reversed as a whole. Write to the payer to pay back what the bank took, and keep the bank's advice with the voucher";
