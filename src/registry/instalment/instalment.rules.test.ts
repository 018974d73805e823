import { expect, test } from "vitest";
import { frozenInstalments } from "./instalment.rules.ts";

const said = [
  { name: "Second", share: 100, due: "2027-05-31", opens: [] },
  { name: "First", share: 60, due: "2026-11-01", opens: ["registration" as const] },
];

test("an instalment whose day is over when the bill is made is due some days later", () => {
  expect(frozenInstalments(said, "2026-12-07")).toMatchObject([
    { name: "First", due: "2026-12-07" },
    { name: "Second", due: "2027-05-31" },
  ]);
});

test("where every day is over all is due then, and what no instalment names too", () => {
  const [first] = frozenInstalments(said.slice(1), "2027-06-10");
  expect(first).toMatchObject({ due: "2027-06-10" });
  expect(frozenInstalments(said.slice(1), "2027-06-10")).toMatchObject([
    { share: 60 },
    { share: 100, due: "2027-06-10" },
  ]);
  expect(frozenInstalments([], "2027-06-10")).toMatchObject([{ name: "Whole fee", due: "2027-06-10" }]);
});
