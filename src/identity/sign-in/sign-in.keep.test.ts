import { afterEach, expect, test, vi } from "vitest";
import { wayIn } from "./sign-in.keep.part.page.tsx";

afterEach(() => vi.unstubAllGlobals());

/** Where a sign-in leads in a tab that was left this, and what is left afterwards. */
function ledBy(left: string | null): readonly [string, string | null] {
  const tab = new Map(left === null ? [] : [["askedFor", left]]);
  vi.stubGlobal("location", { origin: "https://portal.example" });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => tab.get(key) ?? null,
    removeItem: (key: string) => tab.delete(key),
  });
  return [wayIn({ _id: "mine" }), tab.get("askedFor") ?? null];
}

test.each([
  [" /app/pay", "/app/pay"],
  [" /print/01980000-0000-7000-8000-000000000000?copy=1", "/print/01980000-0000-7000-8000-000000000000?copy=1"],
  ["mine /letter/1", "/letter/1"],
  ["others /letter/1", "/app/dashboard"],
  [null, "/app/dashboard"],
])("what was left as %j leads to %s, once", (left, way) => {
  expect(ledBy(left)).toEqual([way, null]);
});

test.each([
  " https://evil.example/app/pay",
  " //evil.example/app/pay",
  " /\\evil.example/app/pay",
  " \\\\evil.example",
  " javascript:alert(1)",
  " data:text/html,hello",
  " /.//evil.example",
  " /app/..//evil.example",
])("%j leads nowhere but home", (left) => {
  expect(ledBy(left)[0]).toBe("/app/dashboard");
});
