/**
 * Makes a checkout ready to run: packages, Node 24, the web's files. Does only what changed since the last time. Plain
 * JavaScript, because it is the one program here that runs on the machine's own Node, 20 or newer.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const node = "node_modules/.bin/node";
const [major] = process.versions.node.split(".").map(Number);

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
if (major < 20) refuse(`Node ${process.versions.node} is too old: install Node 20 or newer.`);
try {
  if (installPackages() || !existsSync(node)) provideNode();
  buildWeb();
} catch (fault) {
  refuse(sentenceFor(`${fault.code} ${fault.message}`) ?? fault.message);
}

/** True when there was something to install. The mark is written last, so that a broken installation is repeated. */
function installPackages() {
  const mark = "node_modules/.lock-sum";
  const sum = sumOf(["package-lock.json"], `${process.platform} ${process.arch}`);
  if (isMarked(mark, sum)) return false;
  console.log("Installing packages: half a minute the first time …");
  rmSync(mark, { force: true });
  // Development packages build the web, in production too.
  run(
    ...npm(),
    [
      "ci",
      // No package needs one: what a stranger put there is not run.
      "--ignore-scripts",
      "--include=dev",
      "--include=optional",
      "--loglevel=error",
      "--fetch-retry-mintimeout=1000",
      "--fetch-retry-maxtimeout=4000",
    ],
    "npm could not install the packages",
  );
  writeFileSync(mark, sum);
  return true;
}

/** Under npm the same npm; otherwise, or under another package manager, the one on the PATH. */
function npm() {
  const running = process.env.npm_execpath ?? "";
  return /^npm(-cli)?\.[cm]?js$/.test(basename(running)) ? [process.execPath, [running]] : ["npm", []];
}

/** Packages bring Node 24 for Linux with glibc; elsewhere this Node serves when it is new enough. */
function provideNode() {
  if (spawnSync(node, ["--version"]).status === 0) return;
  if (major < 24)
    refuse(`The packages bring no Node for this system, and its own is ${process.versions.node}: install Node 24.`);
  mkdirSync(dirname(node), { recursive: true });
  rmSync(node, { force: true });
  symlinkSync(process.execPath, node);
}

function buildWeb() {
  const mark = "dist/.source-sum";
  const sum = sumOf(["package-lock.json", "tools/build-web.ts", ...webSources()], "");
  if (isMarked(mark, sum)) return;
  console.log("Building the web pages …");
  rmSync(mark, { force: true });
  run(node, [], ["tools/build-web.ts"], "The web pages could not be built");
  writeFileSync(mark, sum);
}

function webSources() {
  const folders = ["src", "showcase", "public"].filter((folder) => existsSync(folder));
  const files = folders.flatMap(filesIn).filter((file) => !/\.(server|test)\.tsx?$/.test(file));
  const settings = readdirSync(".").filter((name) => /\.(html|config\.ts)$/.test(name));
  return [...files, ...settings].sort();
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

function sumOf(files, beginning) {
  const sum = createHash("sha256").update(beginning);
  for (const file of files) sum.update(`\0${file}\0`).update(readFileSync(file));
  return sum.digest("hex");
}

function isMarked(mark, sum) {
  return existsSync(mark) && readFileSync(mark, "utf8") === sum;
}

function run(program, first, rest, failure) {
  const { status, signal, error, stderr } = spawnSync(program, [...first, ...rest], {
    stdio: ["inherit", "inherit", "pipe"],
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error?.code === "ENOENT") refuse(`${failure}: there is no ${program} on this machine.`);
  if (error) throw error;
  if (status === 0) return;
  if (signal) process.exit(1);
  const known = sentenceFor(stderr);
  if (!known) process.stderr.write(stderr);
  refuse(known ?? `${failure}: the lines above say why.`);
}

function sentenceFor(words) {
  if (/ENOSPC|EDQUOT|EFBIG|SIGXFSZ|no space left/i.test(words))
    return `The disk that holds ${process.cwd()} is full: free about 1 GB there and start again.`;
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/.test(words))
    return "The package registry cannot be reached: connect this machine to the network and start again.";
  if (/EACCES|EPERM|EROFS/.test(words))
    return `${process.cwd()} cannot be written by this user: hand it over with chown -R, or start as its owner.`;
  return undefined;
}

function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}
