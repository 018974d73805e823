import fc from "fast-check";
import { expect, test } from "vitest";
import { meaningInGenerate, meaningInStatus } from "./remita.answer.server.ts";
import { amountText, differencesFrom, groupedRrr, koboOf } from "./remita.rules.ts";

test("an amount goes to the wire and back without losing a kobo", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e12 }), (kobo) => {
      const text = amountText(kobo);
      expect(text).toMatch(/^\d{1,12}(\.\d{1,2})?$/);
      expect(koboOf(text)).toBe(kobo);
      expect(koboOf(JSON.parse(text))).toBe(kobo);
    }),
    { numRuns: 2000 },
  );
});

test("the largest amount of the wire is exact", () => {
  expect(koboOf("999999999999.99")).toBe(99_999_999_999_999);
  expect(koboOf(JSON.parse("999999999999.99"))).toBe(99_999_999_999_999);
  expect(amountText(99_999_999_999_999)).toBe("999999999999.99");
});

test.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 1e14, 2 ** 53])("%s kobo are not sent", (kobo) => {
  expect(() => amountText(kobo)).toThrow(RangeError);
});

test.each([
  ["21000", 2_100_000],
  ["21000.0", 2_100_000],
  ["21000.00", 2_100_000],
  ["0.5", 50],
  [31_500.0, 3_150_000],
  [JSON.parse("1.05E7"), 1_050_000_000],
])("the provider's amount %s is %s kobo", (amount, kobo) => {
  expect(koboOf(amount)).toBe(kobo);
});

test.each([
  "5,000.00",
  "1e3",
  "1E3",
  "5000.001",
  "-5",
  "+5",
  " 5",
  "5 ",
  "",
  ".5",
  "5.",
  "NaN",
  "0x10",
  "٥٠٠٠",
  "1234567890123",
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -1,
  1e21,
  0.001,
  null,
  undefined,
  true,
  {},
  ["5000"],
])("the amount %j is refused", (amount) => {
  expect(koboOf(amount)).toBeNull();
});

test("anything that is not a plain amount is refused", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!/^\d{1,12}(\.\d{1,2})?$/.test(text));
      expect(koboOf(text)).toBeNull();
    }),
  );
});

const generated: Record<string, string> = {
  made: "025",
  refused: "022 029 030 031 032 033 034 035 036 037 038 039 064 083 084 087 088 089 090 092 INVALID_REQUEST",
  configError: "013 020 023 024 042 043 044 056 057 065 085 086 091",
  duplicate: "028 055 DUPLICATE_REQUEST",
  processed: "027",
  unexpected:
    "00 01 02 012 021 026 040 041 045 046 058 059 061 062 063 066 067 069 073 074 075 076 659 25 997 998 999 777",
};

test.each(pairs(generated))("asked for a reference, the code %s means %s", (code, meaning) => {
  expect(meaningInGenerate(code)).toBe(meaning);
});

const asked: Record<string, string> = {
  paid: "00 01",
  open: "02 012 021 025 029 030 031 032 033 034 035 040 041 045 046 058 059 069 070 071 072",
  cancelled: "659",
  notFound: "022 023 026 074",
  configError: "013 020 024 042 043 044 056 057 065 085 086 091",
  unexpected:
    "027 028 055 036 037 038 039 061 062 063 064 066 067 073 075 076 083 084 087 088 089 090 092 25 997 998 999 777",
};

test.each(pairs(asked))("asked for a state, the code %s means %s", (code, meaning) => {
  expect(meaningInStatus(code)).toBe(meaning);
});

test.each([
  "1",
  "0",
  "001",
  "000",
  " 01",
  "01 ",
  "0 1",
  "O1",
  "٠١",
  "01\n",
  "25",
  "",
  "paid",
  "constructor",
  1,
  0,
  true,
  null,
  ["01"],
])("the code %j never pays", (code) => {
  expect(meaningInStatus(code)).toBe("unexpected");
  expect(meaningInGenerate(code)).toBe("unexpected");
});

test("no text but 00 and 01 pays", () => {
  fc.assert(
    fc.property(fc.anything(), (code) => {
      fc.pre(code !== "00" && code !== "01");
      expect(meaningInStatus(code)).not.toBe("paid");
    }),
  );
});

test("an invoice differs by each name that is not exactly the same", () => {
  const invoice = { rrr: "280007982070", orderId: "a".repeat(32), amountKobo: 100 };
  const rest = { code: "01", text: "", paidOn: null };
  expect(differencesFrom(invoice, { ...invoice, ...rest })).toEqual([]);
  expect(differencesFrom(invoice, { ...invoice, ...rest, amountKobo: 101 })).toEqual(["amountKobo"]);
  expect(differencesFrom(invoice, { ...rest, rrr: null, orderId: "A".repeat(32), amountKobo: null })).toHaveLength(3);
});

test("a reference is read in three groups of four", () => {
  expect(groupedRrr("280007982070")).toBe("2800-0798-2070");
});

function pairs(table: Record<string, string>) {
  return Object.entries(table).flatMap(([meaning, codes]) => codes.split(" ").map((code) => [code, meaning]));
}
