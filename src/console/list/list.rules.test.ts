import { expect, test } from "vitest";
import { addressOf, presetQuery } from "./list.rules.ts";

const of = { sorts: ["name"], filters: ["session", "status"] };
const presets = { session: "now", running: "running" };

test("a list begins narrowed to the session of this season, unless it says that it begins whole", () => {
  expect(presetQuery(of, [], presets)?.filters).toEqual({ session: "now" });
  expect(presetQuery({ ...of, beginsWhole: true }, [], presets)).toBeNull();
});

test("a list may begin narrowed by another preset than that of the field's name", () => {
  const narrowed = presetQuery({ ...of, beginsBy: { session: "running" } }, [], presets);
  expect(narrowed?.filters).toEqual({ session: "running" });
});

test("an address that narrows nothing says so only where the list would begin narrowed", () => {
  const nothing = { q: "", filters: {}, sort: "", after: "", view: "" };
  expect(addressOf(of, nothing, presets)).toBe("session=*");
  expect(addressOf({ ...of, beginsWhole: true }, nothing, presets)).toBe("");
});
