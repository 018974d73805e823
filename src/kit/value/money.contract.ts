import * as v from "valibot";

/** Whole kobo, as the database keeps it, to naira on the wire. The one place that converts. Contract 3.21. */
export const naira = (kobo: number): number => kobo / 100;

const inNaira = new Intl.NumberFormat("en-NG", { style: "currency", currency: "NGN" });

/** `2000` as `₦2,000.00`. */
export const asNaira = (amount: number): string => inNaira.format(amount);

/** An amount of naira on the wire. */
export const amount = (label: string) => v.pipe(v.number(), v.minValue(0), v.title(label), v.metadata({ unit: "NGN" }));
