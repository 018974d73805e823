import fc from "fast-check";
import { expect, test } from "vitest";
import { statusResult } from "../../remita/remita.answer.server.ts";
import type { RemitaResult } from "../../remita/remita.rules.ts";
import { paymentStates } from "../payment-reference.rules.ts";
import { secondsToNextCheck, stepAfter } from "./verification.rules.ts";

const asked = {
  state: "OPEN" as const,
  rrr: "280007982070",
  orderId: "0f1e2d3c4b5a69788796a5b4c3d2e1f0",
  amountKobo: 250_000,
};
const right = { RRR: asked.rrr, orderId: asked.orderId, amount: 2500, message: "words" };
const after = (answer: Record<string, unknown>) => stepAfter(asked, statusResult({ ...right, ...answer }));

// Every code that the provider is known to send, and near misses of the two that pay.
const codes = [
  ..."00 01 02 012 013 020 021 022 023 024 025 026 027 028 029 030 031 032 033 034 035 036 037 038 039".split(" "),
  ..."040 041 042 043 044 045 046 055 056 057 058 059 064 065 069 070 071 072 074 084 085 086 087 088".split(" "),
  ..."089 090 091 092 25 997 998 999 777 1 0 10 001 000".split(" "),
  ...[" 00", "00 ", "01\n", "OO", "", "O1", 1, 0, true, null, ["00"], { code: "00" }],
];

test.each(codes.map((code) => [code]))("code %j pays only if it is the text 00 or 01", (status) => {
  const step = after({ status });
  expect(step).toBe(status === "00" || status === "01" ? "PAID" : null);
});

test("only code 659 for the very reference closes an open one", () => {
  expect(after({ status: "659" })).toBe("CANCELLED");
  expect(after({ status: "659", RRR: "280007982071" })).toBeNull();
  const cancelled = statusResult({ ...right, status: "659" });
  expect(stepAfter({ ...asked, state: "EXPIRED" }, cancelled)).toBeNull();
});

const mismatches: Record<string, unknown>[] = [
  { RRR: "280007982071" },
  { orderId: "0f1e2d3c4b5a69788796a5b4c3d2e1f1" },
  ...[2499.99, 2500.01, 2499, 2501, 250_000, 0].map((amount) => ({ amount })),
];

test.each(mismatches.map((wrong) => [wrong]))("paid with %j is held, never verified", (wrong) => {
  for (const status of ["00", "01"]) expect(after({ status, ...wrong })).toBe("HELD");
});

const unreadable: Record<string, unknown>[] = [
  ...[undefined, "2800-0798-2070", 280007982070].map((RRR) => ({ RRR })),
  ...[undefined, "", 7].map((orderId) => ({ orderId })),
  ...[-2500, "2,500.00", "2.5E3", "NaN", null, undefined, [2500]].map((amount) => ({ amount })),
];

test.each(unreadable.map((garbled) => [garbled]))("paid with %j, which can not be read, changes nothing", (garbled) => {
  for (const status of ["00", "01"]) expect(after({ status, ...garbled })).toBeNull();
});

test("PAID means that code, reference, order and amount were all right, whatever the provider sends", () => {
  const nearly = <T>(value: T, ...others: T[]) =>
    fc.oneof({ arbitrary: fc.constant(value), weight: 5 }, fc.constantFrom(...others));
  const body = fc.record({
    status: fc.oneof(nearly("00", "01", "021", "025"), fc.string({ maxLength: 3 })),
    RRR: fc.oneof(nearly(asked.rrr, "123456789012"), fc.anything()),
    orderId: fc.oneof(nearly(asked.orderId, "other"), fc.anything()),
    amount: fc.oneof(nearly<unknown>(2500, "2500", "2500.00", 2501), fc.double(), fc.string()),
  });
  fc.assert(
    fc.property(body, fc.constantFrom(...(["OPEN", "CANCELLED", "EXPIRED"] as const)), (answer, state) => {
      if (stepAfter({ ...asked, state }, statusResult(answer)) !== "PAID") return;
      expect(["00", "01"]).toContain(answer.status);
      expect(String(answer.RRR).trim()).toBe(asked.rrr);
      expect(answer.orderId).toBe(asked.orderId);
      expect(Number(answer.amount)).toBe(2500);
    }),
    { numRuns: 2_000 },
  );
});

test("no answer at all changes nothing", () => {
  const unknown: RemitaResult = { kind: "unknown", reason: "timeout", code: null, text: "" };
  expect(stepAfter(asked, unknown)).toBeNull();
});

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test("an open reference is asked about at 5, 15 minutes, 1, 3, 6, 12 hours, daily to day 30, weekly to the end", () => {
  const times: number[] = [];
  let age = 0;
  for (;;) {
    const seconds = secondsToNextCheck("OPEN", { age, left: 60 * DAY - age, answered: true });
    if (seconds === null) break;
    age += seconds;
    times.push(age);
  }
  const daily = Array.from({ length: 30 }, (_, day) => (day + 1) * DAY);
  const weekly = [37, 44, 51, 58, 60].map((day) => day * DAY);
  expect(times).toEqual([5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, ...daily, ...weekly]);
});

test.each(["CANCELLED", "EXPIRED"] as const)(
  "a reference that is %s is asked about daily to day 30, weekly until 90 days after its session",
  (state) => {
    const after = (age: number, left: number) => secondsToNextCheck(state, { age, left, answered: true });
    expect(after(6 * MINUTE, DAY)).toBe(DAY - 6 * MINUTE);
    expect(after(40 * DAY, -5 * DAY)).toBe(4 * DAY);
    expect(after(100 * DAY, -90 * DAY)).toBeNull();
  },
);

test("a reference that nobody knows is asked for often and for ever; one that is settled never", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...paymentStates),
      fc.nat(),
      fc.integer(),
      fc.boolean(),
      (state, age, left, answered) => {
        const seconds = secondsToNextCheck(state, { age, left, answered });
        if (state === "UNKNOWN" || state === "REQUESTING" || state === "CREATED") {
          expect(seconds).toBeGreaterThanOrEqual(11);
          expect(seconds).toBeLessThanOrEqual(HOUR);
        }
        if (["PAID", "REFUSED", "HELD", "SUSPENSE", "REVERSED"].includes(state)) expect(seconds).toBeNull();
      },
    ),
  );
});
