import { expect, test } from "vitest";
import { CallFailure, callAs, signed } from "./call.web.ts";

test.each([
  [new CallFailure("Your session has expired, please sign in again", 401), 1],
  [new CallFailure("Remita error: the merchant's certificate has expired", 200), 0],
  [new CallFailure("The field expired is not known", 500), 0],
  [new CallFailure("Sorry you need to be signed in to perform this transaction", 401), 0],
])("%s ends %i sign-ins", async (failure, times) => {
  const ended: string[] = [];
  callAs({ token: () => "a token", onExpired: ({ message }) => ended.push(message) });
  await expect(signed(() => Promise.reject(failure))).rejects.toBe(failure);
  expect(ended).toHaveLength(times);
});
