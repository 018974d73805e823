/** The ways to pay a reference without the portal, for whoever stands at a counter or holds a phone. */
export const waysToPay: readonly { readonly way: string; readonly how: string }[] = [
  { way: "Bank branch", how: "Any commercial bank. Ask for Remita, give the reference, keep the teller's slip" },
  {
    way: "Bank app or USSD",
    how: "Your own bank's. Choose Remita and enter the 12 digits without dashes or spaces",
  },
  { way: "POS agent", how: "Ask whether the machine takes Remita. Keep the slip that it prints" },
];

export const BANK_CHARGE = "The bank or agent adds its own charge to this amount.";
