import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { Part } from "../prove/parts.ts";

/** The package of Debian that brings a program, where the program goes by another name. */
const packages: Readonly<Record<string, string>> = {
  etcd: "etcd-server",
  pg_ctlcluster: "postgresql-15",
  promtool: "prometheus",
  "systemd-nspawn": "systemd-container",
  "/usr/lib/postgresql/15/bin/postgres": "postgresql-15",
};

export const packageOf = (program: string): string => packages[program] ?? program;

/** One sentence about all that these parts need and this machine lacks; nothing where it lacks nothing. */
export function lackedBy(parts: Readonly<Record<string, Part>>): string | undefined {
  const lacking = Object.entries(parts).map(([name, { programs = [] }]) => ({
    name,
    programs: programs.filter((program) => !isThere(program)),
  }));
  const without = lacking.filter(({ programs }) => programs.length > 0);
  const needsRoot = Object.keys(parts).filter((name) => parts[name]?.root && process.getuid?.() !== 0);
  const told = [
    ...(needsRoot.length > 0 ? [`${needsRoot.join(" and ")} must be run by root`] : []),
    ...without.map(({ name, programs }) => `${name} needs ${programs.join(" and ")}`),
  ];
  if (told.length === 0) return undefined;
  const named = [...new Set(without.flatMap(({ programs }) => programs.map(packageOf)))];
  const install = named.length > 0 ? `: apt-get install -y --no-install-recommends ${named.join(" ")}` : "";
  return `Nothing was run; ${told.join(", ")}${install}`;
}

function isThere(program: string): boolean {
  const places = program.startsWith("/")
    ? [program]
    : (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, program));
  return places.some((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
