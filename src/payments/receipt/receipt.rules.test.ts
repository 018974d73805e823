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

test.each(surplusReasons)(
  "money that came beside its purpose (%s) is said to be credit, and proves nothing else",
  (surplus) => {
    const { word, behind, look, why } = receiptStanding({ state: "PAID", surplus });
    expect([word, behind, look]).toEqual(["Paid, kept as credit", "PAID, AS CREDIT", "bad"]);
    expect(why).toContain("kept as credit");
  },
);
