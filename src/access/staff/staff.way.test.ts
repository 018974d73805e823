import { afterEach, expect, test, vi } from "vitest";
import { wayBack } from "./staff.way.part.page.tsx";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["/staff/departments/new", "/staff/departments/new"],
  ["/staff/reviews?q=a%26b", "/staff/reviews?q=a%26b"],
  ["", "/staff/dashboard"],
  ["/staff/forgot", "/staff/dashboard"],
  ["//evil.example/staff/", "/staff/dashboard"],
  ["https://evil.example/staff/", "/staff/dashboard"],
  ["javascript:alert(1)", "/staff/dashboard"],
  // Each opened a page outside the console, such as the first one, which signs an applicant out.
  ["/staff/..//evil.example", "/staff/dashboard"],
  ["/staff/%2e%2e/", "/staff/dashboard"],
  ["/staff/x/../../api/portal", "/staff/dashboard"],
])("from %j a sign-in leads to %s", (from, way) => {
  vi.stubGlobal("location", { origin: "https://portal.example" });
  expect(wayBack(`?from=${encodeURIComponent(from)}`)).toBe(way);
});
