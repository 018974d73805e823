import { CallFailure } from "./call.web.ts";

const REPETITIONS = 3;
const LONGEST_MS = 30_000;

/** A read may be repeated after no answer, 429, 503 or a fault; never after a refusal. Contract 1. */
export const isRepeatable = (failure: Error): boolean =>
  failure instanceof CallFailure &&
  (failure.status === 0 || failure.status === 429 || failure.status >= 500) &&
  Object.keys(failure.fields).length === 0;

/** Three times, unless the server wants to be left alone for longer than anybody waits. Specification 9. */
export const isRepeated = (failures: number, failure: Error): boolean =>
  failures < REPETITIONS && isRepeatable(failure) && waitOf(failure) <= LONGEST_MS;

/** After 1, 2 and 4 seconds, or when the server wants it, counted from the answer. Specification 9. */
export const delayBefore = (failures: number, failure: Error): number =>
  Math.max(0, Math.max(Math.min(1000 * 2 ** failures, LONGEST_MS), waitOf(failure)) - ageOf(failure));

const waitOf = (failure: Error): number => (failure instanceof CallFailure ? failure.wait * 1000 : 0);

const ageOf = (failure: Error): number => (failure instanceof CallFailure ? failure.age : 0);
