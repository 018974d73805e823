/** Fails on a package whose licence nobody has agreed to, or that names none. What the portal ships with is judged more strictly. */
import { readFileSync } from "node:fs";

interface Locked {
  readonly license?: string;
  readonly dev?: boolean;
  readonly version?: string;
}

/** What may be used and passed on with the portal, which is MIT. */
const free = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "MIT-0",
  "Python-2.0",
  "Zlib",
];

/** What is used to build and test, and not passed on. */
const forBuilding = [...free, "MPL-2.0"];

/** By package, what else was agreed to and why. */
const agreed: Readonly<Record<string, string>> = {
  "@img/":
    "libvips under LGPL-3.0-or-later: a library of its own, unchanged, that anybody may put another in the place of",
};

/** Packages whose licence, MIT, stands in their own pages and not in their manifest. */
const silent = ["busboy", "dicer", "humanize-number", "only", "streamsearch"];

const lock = process.argv[2] ?? "package-lock.json";
const { packages } = JSON.parse(readFileSync(lock, "utf8")) as { packages: Record<string, Locked> };
const locked = Object.entries(packages).filter(([path]) => path !== "");
const troubles = locked.flatMap(([path, one]) => troubleOf(path.replace(/^.*node_modules\//, ""), one));
console.log(troubles.length === 0 ? `${locked.length} packages, each under an agreed licence` : troubles.join("\n"));
process.exit(troubles.length === 0 ? 0 : 1);

function troubleOf(name: string, { license, dev, version }: Locked): string[] {
  if (!license) return dev && silent.includes(name) ? [] : [`${name} ${version} names no licence`];
  if (Object.keys(agreed).some((beginning) => name.startsWith(beginning))) return [];
  const allowed = dev ? forBuilding : free;
  // Of "A OR B" one is enough, of "A AND B" both are needed.
  const ways = license.replace(/[()]/g, "").split(" OR ");
  if (ways.some((way) => way.split(" AND ").every((part) => allowed.includes(part)))) return [];
  return [`${name} ${version}: ${license} is not agreed to${dev ? "" : " for what is passed on"}`];
}
