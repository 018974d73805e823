import { expect, test } from "vitest";
import { matched } from "./address.web.ts";

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
