import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

// The shell draws the same pages with a fifth less work: it has no window of its own.
const places = [
  ...(process.env.CHROMIUM ? [process.env.CHROMIUM] : []),
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const find = () => places.find((place) => existsSync(place));

/** The browser of the machine; installed by the system's packages where that is allowed. Says how to get one otherwise. */
export function installChromium(): string {
  const there = find();
  if (there) return there;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const options = { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } } as const;
    spawnSync("apt-get", ["update", "-qq"], options);
    spawnSync("apt-get", ["install", "-y", "-qq", "chromium-headless-shell"], options);
  }
  const installed = find();
  if (installed) return installed;
  console.log(
    "The tests need Chromium. Install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM to its path.",
  );
  process.exit(1);
}
