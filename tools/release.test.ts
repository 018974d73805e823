import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, { dev?: boolean; version?: string }>;
};

test("the bill of materials names each package that is passed on, with its version, and none of the workshop", () => {
  const bill = JSON.parse(
    execFileSync(process.execPath, ["tools/sbom.ts"], { encoding: "utf8", maxBuffer: 1 << 26 }),
  ) as { bomFormat: string; components: readonly { purl: string }[] };
  expect(bill.bomFormat).toBe("CycloneDX");
  const listed = new Set(bill.components.map(({ purl }) => decodeURIComponent(purl)));
  const passedOn = Object.entries(packages).filter(([path, { dev }]) => path && !dev);
  const missing = passedOn
    .map(([path, { version }]) => `pkg:npm/${path.replace(/^.*node_modules\//, "")}@${version}`)
    .filter((purl) => !listed.has(purl));
  expect(missing).toEqual([]);
  expect(listed).toContain(`pkg:npm/pg@${packages["node_modules/pg"]?.version}`);
  expect([...listed].filter((purl) => /npm\/(vitest|knip|vite)@/.test(purl))).toEqual([]);
});

test.each([
  [{ license: "GPL-3.0-only" }, 1, /strange 1\.0\.0: GPL-3\.0-only is not agreed to for what is passed on/],
  [{ license: "MPL-2.0" }, 1, /not agreed to for what is passed on/],
  [{ license: "MPL-2.0", dev: true }, 0, /1 packages/],
  [{ license: "(GPL-2.0 OR MIT)" }, 0, /1 packages/],
  [{ license: "MIT AND GPL-2.0" }, 1, /not agreed to/],
  [{}, 1, /strange 1\.0\.0 names no licence/],
])("a package that says %o", (said, code, words) => {
  const folder = mkdtempSync(join(tmpdir(), "portal-licences-"));
  const lock = join(folder, "package-lock.json");
  writeFileSync(lock, JSON.stringify({ packages: { "": {}, "node_modules/strange": { version: "1.0.0", ...said } } }));
  const { status, stdout } = spawnSync(process.execPath, ["tools/check-licences.ts", lock], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  expect([status, stdout]).toEqual([code, expect.stringMatching(words)]);
});

test("the version is that of the changelog's newest chapter", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const chapter = /^## (\S+)/m.exec(readFileSync("CHANGELOG.md", "utf8"))?.[1];
  expect(chapter).toBe(version);
});
