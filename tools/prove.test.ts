import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createVitest } from "vitest/node";
import { rowsOfTest } from "./prove-rows.ts";

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
