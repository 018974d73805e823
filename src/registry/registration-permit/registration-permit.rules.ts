/** What a permit may allow. Late: after the last day. Unpaid: before the fees are paid. Units: above the most. */
export const permits = ["Late", "Unpaid", "Units"] as const;

export type Permit = (typeof permits)[number];

export const permitNames: Readonly<Record<Permit, string>> = {
  Late: "Registering after the last day",
  Unpaid: "Registering before the fees are paid",
  Units: "More units than the most",
};
