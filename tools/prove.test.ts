import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createVitest } from "vitest/node";
import { parts } from "../prove/parts.ts";
import { packageOf } from "./prove-needs.ts";
import { rowsOfTest } from "./prove-rows.ts";

test("the proof names at once what a machine lacks for the parts that are asked for, and runs none", () => {
  // Of the programs of this machine it sees git alone, which tells it the commit.
  const PATH = mkdtempSync(join(tmpdir(), "portal-path-"));
  symlinkSync(execFileSync("which", ["git"], { encoding: "utf8" }).trim(), join(PATH, "git"));
  const { status, stdout, stderr } = spawnSync(process.execPath, ["tools/prove.ts", "pooler", "processes"], {
    encoding: "utf8",
    env: { PATH },
    timeout: 20_000,
  });
  rmSync(PATH, { recursive: true });
  expect([status, stdout, stderr]).toEqual([
    1,
    "",
    "Nothing was run; processes needs haproxy, pooler needs pgbouncer: apt-get install -y --no-install-recommends haproxy pgbouncer\n",
  ]);
});

test("the handbook has one line that installs what all parts need", () => {
  const [, line = ""] = /```\n(apt-get install .*)\n```/.exec(readFileSync("docs/operations.md", "utf8")) ?? [];
  const named = line.split(" ").slice(3);
  const needed = Object.values(parts).flatMap(({ programs = [] }) => programs.map(packageOf));
  expect(needed.length).toBeGreaterThan(8);
  expect([...new Set(needed)].filter((name) => !named.includes(name))).toEqual([]);
});

test("what was not run is a row that does not hold, with its reason", async () => {
  const folder = mkdtempSync(join(tmpdir(), "portal-rows-"));
  writeFileSync(
    join(folder, "some.test.mjs"),
    `test("runs", () => {});
     test.runIf(false)("is for another machine", () => {});
     test("stops", ({ skip }) => skip("there is no promtool"));
     test("fails", () => { throw new Error("it is so\\nand so"); });
     describe("a folder", () => { beforeAll(() => { throw new Error("no disk"); }); test("is full", () => {}); });`,
  );
  const vitest = await createVitest({
    ...{ root: folder, config: false, globals: true, run: true, watch: false },
    ...{ include: ["some.test.mjs"], reporters: [{}], maxWorkers: 1 },
  });
  await vitest.start();
  const tests = vitest.state.getTestModules().flatMap(({ children }) => Array.from(children.allTests()));
  const rows = tests.flatMap((each) => rowsOfTest("part", each));
  await vitest.close();
  rmSync(folder, { recursive: true });
  expect(rows.map(({ what, held, measured }) => [what, held, measured])).toEqual([
    ["runs", true, "it holds"],
    ["is for another machine", false, "was not run"],
    ["stops", false, "was not run; there is no promtool"],
    ["fails", false, "it is so"],
    ["a folder > is full", false, "was not run"],
  ]);
});
