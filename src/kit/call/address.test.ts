import { expect, test } from "vitest";
import { filled, matched } from "./address.web.ts";

test.each([
  ["/", "/", {}],
  ["/account", "/account/", {}],
  ["/reset/:id", "/reset/a%20b", { id: "a b" }],
  ["/reset/:id", "/reset/100%", { id: "100%" }],
  ["/app/*", "/app", {}],
  ["/app/*", "/app/olevel/1", {}],
])("%s fits %s", (pattern, pathname, params) => {
  expect(matched(pattern, pathname)).toEqual(params);
});

test.each([
  ["/", "/account"],
  ["/reset/:id", "/reset"],
  ["/reset/:id", "/reset/a/b"],
  ["/app/*", "/apply"],
  ["/account", "/Account"],
])("%s does not fit %s", (pattern, pathname) => {
  expect(matched(pattern, pathname)).toBeNull();
});

test("a pattern is filled with what its names stand for, so that nothing breaks out of its place", () => {
  expect(filled("/a/:id/b/:other", { id: "x/y", other: "100%" })).toBe("/a/x%2Fy/b/100%25");
});
