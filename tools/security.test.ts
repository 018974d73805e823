import { existsSync, globSync, readFileSync } from "node:fs";
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

test("each test whose name stands behind its file is there by that name", () => {
  const named = rows.flatMap((row) => Array.from((row[5] ?? "").matchAll(/`([^`]+)` “([^”]+)”/g)));
  expect(named.length).toBeGreaterThan(5);
  const gone = named.filter(([, file = "", name]) => !readFileSync(file, "utf8").includes(`test("${name}"`));
  expect(gone.map(([told]) => told)).toEqual([]);
});

test("each row that is held names a test, or says why there is none", () => {
  const held = rows.filter((row) => row[3] === "yes");
  expect(held.filter((row) => !/`[^`]+\.test\.ts`|^no test: ./.test(row[5] ?? "")).map((row) => row[1])).toEqual([]);
});

test("the checks of certificates are turned off nowhere", () => {
  const files = globSync("{src,sandbox,operation}/**/*.{ts,tsx,sh,env,service}").filter(
    (file) => !file.endsWith(".test.ts"),
  );
  expect(files.length).toBeGreaterThan(1_000);
  const off = /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|--insecure/;
  expect(files.filter((file) => off.test(readFileSync(file, "utf8")))).toEqual([]);
});
