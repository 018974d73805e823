import type { Look } from "#console/record/record.fields.contract.ts";

/** Where an order stands. Wire value and column value are the same. */
export const orderStates = ["Ordered", "Cancelled", "Paid", "Being made", "Returned", "Ready", "Collected"] as const;

export type OrderState = (typeof orderStates)[number];

export const orderLooks = {
  Ordered: "plain",
  Cancelled: "plain",
  Paid: "info",
  "Being made": "info",
  Returned: "bad",
  Ready: "good",
  Collected: "plain",
} as const satisfies Record<OrderState, Look>;

/** Whoever takes a step: the office by a deed, the student, or the money. What was cancelled and is paid all the same stands again. */
const orderSteps: Readonly<
  Record<OrderState, Readonly<Partial<Record<OrderState, "office" | "student" | "payment">>>>
> = {
  Ordered: { Paid: "payment", Cancelled: "student" },
  Cancelled: { Paid: "payment" },
  Paid: { "Being made": "office", Returned: "office", Ready: "office" },
  "Being made": { Ready: "office", Returned: "office" },
  Returned: { Paid: "student", "Being made": "office" },
  Ready: { Collected: "office", "Being made": "office" },
  Collected: { Ready: "office" },
};

/** Which steps the office may take from a state. */
export const officeSteps = (from: OrderState): readonly OrderState[] =>
  orderStates.filter((to) => orderSteps[from][to] === "office");

export const mayOrderGo = (from: OrderState, to: OrderState, by: "office" | "student" | "payment"): boolean =>
  orderSteps[from][to] === by;

/** The step as a deed of the office: what its button says. */
export const orderDeeds = {
  "Being made": "Begin",
  Ready: "Ready",
  Collected: "Handed out",
  Returned: "Ask the student",
} as const satisfies Partial<Record<OrderState, string>>;

export type OfficeDeed = keyof typeof orderDeeds;

export const officeDeeds = Object.keys(orderDeeds) as readonly OfficeDeed[];

/** What the office says with a step, and what the field is called; undefined where there is nothing to say. */
export const saidWith: Readonly<Partial<Record<OfficeDeed, { readonly label: string; readonly needed: boolean }>>> = {
  Returned: { label: "What is missing, and what to do", needed: true },
  Ready: { label: "Where to collect it, and when", needed: false },
  Collected: { label: "Who took it, and with which proof", needed: true },
};
