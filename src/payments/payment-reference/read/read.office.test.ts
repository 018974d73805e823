import { expect, test } from "vitest";
import { paymentStates, surplusReasons } from "../payment-reference.rules.ts";
import type { PaymentView } from "../payment-reference.sentence.rules.ts";
import { officeSentence } from "./read.office.rules.ts";

const of = (more: Partial<PaymentView>): PaymentView => ({
  ...{ state: "PAID", amount: 20_000, verified: "2026-11-20T09:00:00Z", surplus: null, paidby: null, whynot: null },
  ...more,
});

test("no sentence for the office speaks to the payer", () => {
  const all = [
    ...paymentStates.flatMap((state) => [
      of({ state }),
      of({ state, whynot: "recalled" }),
      of({ state, paidby: "280007982070" }),
    ]),
    ...surplusReasons.flatMap((surplus) => [of({ surplus }), of({ surplus, creditused: "refunded" })]),
    of({ amount: 0, items: [{ name: "Application fee of ₦2,500.00: paid by Kogi State" }] }),
    of({ state: "OPEN", unanswered: true }),
  ].map(officeSentence);
  expect(all.filter((sentence) => /\b(?:you|your|us|we)\b/i.test(sentence))).toEqual([]);
});

test("what was paid, what it came to and who covered it are said", () => {
  expect(officeSentence(of({}))).toBe("The payment of ₦20,000.00 was verified on 20 November 2026 at 10:00 am");
  expect(officeSentence(of({ surplus: "second" }))).toMatch(/: it is the payer's credit$/);
  expect(officeSentence(of({ withdrawn: 500 }))).toMatch(/₦500\.00 of it was taken out again$/);
});
