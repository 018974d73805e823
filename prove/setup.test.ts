import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const isRoot = process.getuid?.() === 0;

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), "portal-setup-"));
  mkdirSync(join(folder, "tools"));
  mkdirSync(join(folder, "src"));
  copyFileSync(new URL("../tools/setup.mjs", import.meta.url), join(folder, "tools/setup.mjs"));
  write("package.json", JSON.stringify({ name: "small", devDependencies: { thing: "file:thing.tgz" } }));
  write("src/first.page.tsx", "one");
  write(
    "tools/build-web.ts",
    `import { appendFileSync, mkdirSync } from "node:fs";
mkdirSync("dist", { recursive: true });
appendFileSync("dist/built", "x");`,
  );
  packThing(4);
  run("npm", "install", "--package-lock-only", "--offline");
});
afterEach(() => {
  if (isRoot) spawnSync("umount", [join(folder, "node_modules")]);
  rmSync(folder, { recursive: true });
});

/** A package of one file with so many kB. */
function packThing(kilobytes: number): void {
  mkdirSync(join(folder, "package"), { recursive: true });
  write("package/package.json", JSON.stringify({ name: "thing", version: "1.0.0" }));
  write("package/contents", "x".repeat(kilobytes * 1024));
  run("tar", "czf", "thing.tgz", "package");
  rmSync(join(folder, "package-lock.json"), { force: true });
}

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

function run(command: string, ...rest: string[]) {
  return runWith({}, command, ...rest);
}

function runWith(environment: Record<string, string>, command: string, ...rest: string[]) {
  const { npm_execpath: _outer, ...env } = process.env;
  const npm = { npm_config_cache: join(folder, "cache"), npm_config_fetch_retries: "0" };
  const { status, stdout, stderr } = spawnSync(command, rest, {
    cwd: folder,
    encoding: "utf8",
    env: { ...env, ...npm, ...environment },
  });
  return { status, stdout, stderr: stderr.trim() };
}

const setup = (environment: Record<string, string> = {}) => runWith(environment, process.execPath, "tools/setup.mjs");
const built = () => readFileSync(join(folder, "dist/built"), "utf8").length;
const installed = () => existsSync(join(folder, "node_modules/thing/contents"));

test("the first time installs and builds, in production too; the second time does nothing", () => {
  expect(setup({ NODE_ENV: "production" })).toMatchObject({ status: 0, stderr: "" });
  expect([installed(), built()]).toEqual([true, 1]);
  expect(setup()).toEqual({ status: 0, stdout: "", stderr: "" });
  expect(built()).toBe(1);
});

test("a changed page is built again, a changed server file is not", () => {
  setup();
  write("src/first.server.ts", "two");
  setup();
  expect(built()).toBe(1);
  write("src/first.page.tsx", "two");
  setup();
  expect(built()).toBe(2);
});

test("a changed lockfile and a broken installation are installed again", () => {
  setup();
  rmSync(join(folder, "node_modules/thing"), { recursive: true });
  expect([setup().status, installed()]).toEqual([0, false]);
  rmSync(join(folder, "node_modules/.lock-sum"));
  expect([setup().status, installed()]).toEqual([0, true]);
  packThing(5);
  run("npm", "install", "--package-lock-only", "--offline");
  rmSync(join(folder, "node_modules/thing"), { recursive: true });
  expect([setup().status, installed()]).toEqual([0, true]);
});

test("where the packages bring no Node, this one serves", () => {
  setup();
  expect(readlinkSync(join(folder, "node_modules/.bin/node"))).toBe(process.execPath);
});

test("a build that fails is said and tried again", () => {
  write("tools/build-web.ts", `throw new Error("a wrong page")`);
  const { status, stderr } = setup();
  expect(status).toBe(1);
  expect(stderr).toContain("a wrong page");
  expect(stderr.split("\n").at(-1)).toBe("The web pages could not be built: the lines above say why.");
  expect(setup().status).toBe(1);
});

test("without a network it is one sentence", () => {
  write("package.json", JSON.stringify({ name: "small", dependencies: { pg: "8.23.1" } }));
  write(
    "package-lock.json",
    JSON.stringify({
      name: "small",
      lockfileVersion: 3,
      packages: {
        "": { name: "small", dependencies: { pg: "8.23.1" } },
        "node_modules/pg": { version: "8.23.1" },
      },
    }),
  );
  expect(setup({ npm_config_registry: "http://127.0.0.1:9/" })).toMatchObject({
    status: 1,
    stderr: "The package registry cannot be reached: connect this machine to the network and start again.",
  });
});

test("on a full disk it is one sentence", () => {
  packThing(3000);
  run("npm", "install", "--package-lock-only", "--offline");
  expect(setupOnFullDisk()).toMatchObject({
    status: 1,
    stderr: `The disk that holds ${folder} is full: free about 1 GB there and start again.`,
  });
});

/** Root has a small disk; others have a limit on the size of a file, which npm meets in the same way. */
function setupOnFullDisk() {
  if (!isRoot) return run("/bin/sh", "-c", `ulimit -f 2048; exec ${process.execPath} tools/setup.mjs`);
  mkdirSync(join(folder, "node_modules"));
  expect(run("mount", "-t", "tmpfs", "-o", "size=1m", "none", "node_modules").status).toBe(0);
  return setup();
}
