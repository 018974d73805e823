import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const rows = readFileSync("docs/security.md", "utf8")
  .split("\n")
  .filter((line) => /^\| \d+\.\d+/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()));

test("each row of the table of security has five cells, and says whether it holds", () => {
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter((row) => row.length !== 7)).toEqual([]);
  const said = /^(?:yes|n\/a|in part|staff|by the proxy|by the college|\*\*no\*\*)$/;
  expect(rows.map((row) => row[3] ?? "").filter((holds) => !said.test(holds))).toEqual([]);
});

test("each test that it names is there", () => {
  const named = rows.flatMap((row) => [...(row[5] ?? "").matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file));
  expect(named.length).toBeGreaterThan(100);
  expect([...new Set(named)].filter((file) => !existsSync(file))).toEqual([]);
});
