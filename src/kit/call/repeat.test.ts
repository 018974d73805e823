import { expect, test } from "vitest";
import { CallFailure } from "./call.web.ts";
import { delayBefore, isRepeated } from "./repeat.web.ts";

const failure = (status: number, wait = 0, fields = {}) => new CallFailure("No", status, fields, undefined, wait);

test.each([0, 429, 500, 502, 503, 504])("a read is repeated three times after status %i", (status) => {
  const tries = [0, 1, 2, 3].map((failures) => isRepeated(failures, failure(status)));
  expect(tries).toEqual([true, true, true, false]);
});

test.each([200, 400, 401, 403, 404, 409, 413, 415])("status %i is an answer, and nothing is repeated", (status) => {
  expect(isRepeated(0, failure(status))).toBe(false);
});

test("a validator's refusal is an answer, though its status is a fault's", () => {
  expect(isRepeated(0, failure(500, 0, { programme: "Programme is required" }))).toBe(false);
});

test("the delay doubles from a second to half a minute", () => {
  expect([0, 1, 2, 3, 4, 5, 6].map((failures) => delayBefore(failures, failure(503)))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
});

test("a server that wants more time gets it, and one that wants more than half a minute is left alone", () => {
  expect(delayBefore(0, failure(503, 7))).toBe(7_000);
  expect(delayBefore(3, failure(503, 2))).toBe(8_000);
  expect([30, 31].map((wait) => isRepeated(0, failure(429, wait)))).toEqual([true, false]);
});
