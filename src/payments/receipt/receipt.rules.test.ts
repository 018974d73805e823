import { expect, test } from "vitest";
import { paymentStates, surplusReasons } from "../payment-reference/payment-reference.rules.ts";
import { receiptStanding } from "./receipt.rules.ts";

test.each(paymentStates)("a receipt of a payment that is %s says paid if and only if it is", (state) => {
  const { word, behind, look, why } = receiptStanding({ state, surplus: null });
  const paid = state === "PAID";
  expect([word === "Paid", behind === "PAID", look === "good", why === null]).toEqual([paid, paid, paid, paid]);
  if (!paid && state !== "REVERSED") expect([word, behind]).toEqual(["Not Paid", "NOT PAID"]);
});

test("a payment that was taken back makes the receipt void", () => {
  for (const surplus of [null, ...surplusReasons]) {
    expect(receiptStanding({ state: "REVERSED", surplus })).toMatchObject({
      word: "Void",
      behind: "VOID",
      look: "bad",
    });
  }
});

test("what was taken out again is said, and proves nothing once it is all", () => {
  const paid = { state: "PAID", surplus: null, amount: 1_000 } as const;
  expect(receiptStanding({ ...paid, withdrawn: 400 })).toMatchObject({ word: "Paid, ₦400.00 taken out", why: null });
  for (const one of [
    { ...paid, withdrawn: 1_000 },
    { ...paid, surplus: "withdrawn", withdrawn: 1_000 },
  ] as const)
    expect(receiptStanding(one)).toMatchObject({ behind: "TAKEN OUT", look: "bad", why: expect.any(String) });
});

test.each(surplusReasons.filter((surplus) => surplus !== "withdrawn"))(
  "money that came beside its purpose (%s) is said to be credit, and proves nothing else",
  (surplus) => {
    const { word, behind, look, why } = receiptStanding({ state: "PAID", surplus });
    expect([word, behind, look]).toEqual(["Paid, kept as credit", "PAID, AS CREDIT", "bad"]);
    expect(why).toContain("kept as credit");
  },
);
