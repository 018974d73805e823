import { expect, test } from "vitest";
import { paymentSentence } from "../payment-reference/payment-reference.sentence.rules.ts";
import { sayCovered } from "../payment-reference/payment-reference.server.ts";
import { receiptStanding } from "./receipt.rules.ts";

const of = (how: string, by: string | null = "Mrs Folake Adeyemi") => ({
  ...({
    state: "PAID",
    amount: 0,
    surplus: null,
    creditused: null,
    paidby: null,
    whynot: null,
    verified: null,
  } as const),
  items: [{ name: sayCovered({ fee: "Application fee of ₦2,500.00", how, by }) }],
});

test.each([
  ["paid by Kogi State", "Paid by Kogi State", "PAID"],
  ["paid by Council: Dala, Kano", "Paid by Council: Dala, Kano", "PAID"],
  ["covered by TETFund", "Covered by TETFund", "COVERED"],
  ["covered by a free place", "Covered by a free place", "COVERED"],
  ["waived by the college", "Waived", "WAIVED"],
  ["waived for a deferred place", "Waived", "WAIVED"],
])("the paper of a fee that is %s says %s", (how, word, behind) => {
  expect(receiptStanding(of(how))).toEqual({ word, behind, look: "good", why: null });
  expect(receiptStanding(of(how, null))).toMatchObject({ word });
  expect(paymentSentence(of(how))).toBe(
    `Nothing is to be paid. Application fee of ₦2,500.00: ${how}, approved by Mrs Folake Adeyemi`,
  );
});

test("one from before, which names nothing that is known, is waived", () => {
  const before = { ...of("a free place") };
  expect(receiptStanding(before)).toMatchObject({ word: "Waived" });
});
