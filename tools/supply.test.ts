import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

// What comes from others: few packages, each at one version with its sum, and none that runs a program when it is installed.

interface Locked {
  readonly integrity?: string;
  readonly hasInstallScript?: true;
  readonly link?: true;
}

const read = (file: string) => JSON.parse(readFileSync(file, "utf8"));
const { dependencies, devDependencies, optionalDependencies, allowScripts } = read("package.json");
const locked = Object.entries<Locked>(read("package-lock.json").packages).filter(([path]) => path !== "");

test("at most forty packages are asked for by the portal itself", () => {
  expect(Object.keys(dependencies).length).toBeLessThanOrEqual(40);
});

test("each is asked for at one version", () => {
  const versions = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(versions.filter(([, version]) => !/^(?:npm:[\w/@-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
});

test("each is held to the sum of its contents", () => {
  expect(locked.filter(([, { integrity, link }]) => !link && !integrity?.startsWith("sha512-"))).toEqual([]);
});

test("none runs a program of its own when it is installed", () => {
  const running = locked.filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = running.map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
  expect(names.filter((name) => allowScripts[name] !== false)).toEqual([]);
  expect(readFileSync("tools/setup.mjs", "utf8")).toContain('"--ignore-scripts"');
});
