import { expect, test } from "vitest";
import { writtenDay } from "#kit/value/written-day.rules.ts";
import { koboIn, rrrIn, rrrsIn, signIn } from "./import.rules.ts";

test.each([
  ["21/11/2026", "2026-11-21"],
  ["2026-11-21", "2026-11-21"],
  ["2026-11-21 10:05:00", "2026-11-21"],
  ["21-Nov-2026", "2026-11-21"],
  ["21 November 2026", "2026-11-21"],
  ["1.2.26", "2026-02-01"],
  ["21/11/2026 10:05", "2026-11-21"],
  ["11/21/2026", null],
  ["31/02/2026", null],
  ["21/11/1926", null],
  ["Total", null],
  ["", null],
  ["2026", null],
  ["2026-11-21x", null],
])("the day in %j is %j", (cell, day) => expect(writtenDay(cell, 2000)).toBe(day));

test.each([
  ["12,500.00", 1_250_000],
  ["₦12,500.00", 1_250_000],
  ["NGN 12500", 1_250_000],
  ["N500", 50_000],
  ["0.05", 5],
  ["2500.5", 250_050],
  ["(5,000.00)", -500_000],
  ["-5000", -500_000],
  ["-₦5,000", -500_000],
  ["5,000.00-", -500_000],
  ["5,000.00 DR", -500_000],
  ["5,000.00 CR", 500_000],
  ["+5000", 500_000],
  ["", 0],
  ["-", 0],
  ["0.00", 0],
  ["12.500,00", null],
  ["12,50", null],
  ["1,2500", null],
  ["12.505", null],
  ["five", null],
  ["1e5", null],
])("the amount in %j is %j kobo", (cell, kobo) => expect(koboIn(cell)).toBe(kobo));

test.each([
  ["CR", 1],
  ["Credit", 1],
  ["c", 1],
  ["DR", -1],
  ["debit", -1],
  ["-", -1],
  ["Transfer", null],
])("%j says %j", (cell, sign) => expect(signIn(cell)).toBe(sign));

test.each([
  ["REMITA/280007982070/FEES", ["280007982070"]],
  ["RRR: 2800-0798-2070 by Musa", ["280007982070"]],
  ["2800 0798 2070", ["280007982070"]],
  ["234803123456 RRR 280007982070", ["280007982070", "234803123456"]],
  ["NIP/000013261121100512345678901234", []],
  ["1234567890123", []],
  ["12345678901", []],
  ["280007982070 and 280007982070", ["280007982070"]],
  ["acct 0123-4567-8901-2", []],
])("the references in %j are %j", (text, rrrs) => expect(rrrsIn(text)).toEqual(rrrs));

test("a reference of its own column may have dashes or spaces", () => {
  expect([rrrIn("2800-0798-2070"), rrrIn(" 2800 0798 2070 "), rrrIn("28000798207"), rrrIn("")]).toEqual([
    "280007982070",
    "280007982070",
    null,
    null,
  ]);
});
