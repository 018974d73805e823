import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { checkout, isRoot, until } from "./program.ts";

/** What the portal, Caddy and PostgreSQL listen on: the booted system shares the network of this machine. */
const ports = [80, 443, 2019, 3001, 3002, 5432];

/** An empty Debian 12 in a folder of its own, booted: its systemd is process 1 of a container. */
export interface DebianRoot {
  /** A path inside, as it is reached from outside. */
  inside(path: string): string;
  /** Runs a program inside, and answers what it printed. Throws with its last lines when it fails. */
  run(...command: string[]): string;
  /** Runs one that may fail. */
  try(...command: string[]): { status: number | null; said: string };
  /** Runs one while others go on here. */
  begin(...command: string[]): Promise<string>;
  remove(): Promise<void>;
}

/** Refuses, naming it, when something that the drill needs is not there. */
export async function refuseWithout(...needed: (readonly [program: string, debianPackage: string])[]): Promise<void> {
  if (!isRoot) throw new Error("This drill boots a system of its own, which root alone may: run it as root.");
  const missing = needed.filter(([program]) => spawnSync("which", [program]).status !== 0);
  if (missing.length > 0)
    throw new Error(
      `There is no ${missing.map(([program]) => program).join(", no ")}: apt-get install -y --no-install-recommends ${missing.map(([, name]) => name).join(" ")}`,
    );
}

/** Boots it with a copy of this checkout under /root/portal. */
export async function bootDebian(): Promise<DebianRoot> {
  await refuseWithout(["mmdebstrap", "mmdebstrap"], ["systemd-nspawn", "systemd-container"]);
  const taken = await takenPorts();
  if (taken.length > 0)
    throw new Error(`Ports ${taken.join(", ")} are in use on this machine: stop what listens there.`);
  const folder = mkdtempSync(join(tmpdir(), "portal-debian-"));
  const inside = (path: string) => join(folder, path);
  execFileSync(
    "mmdebstrap",
    ["--quiet", "--variant=minbase", "--include=systemd,systemd-sysv,dbus,ca-certificates", "bookworm", folder],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  copyCheckout(inside("root/portal"));
  const trust = trustOfThisMachine(inside("etc/ssl/machine.crt"));
  const container = spawn(
    "systemd-nspawn",
    ["--quiet", `--directory=${folder}`, "--register=no", "--keep-unit", "--resolv-conf=copy-host", "--boot"],
    { stdio: "ignore" },
  );
  const leader = await leaderOf(container);
  const entered = (command: readonly string[]) => [
    ...["--target", String(leader), "--mount", "--uts", "--ipc", "--pid", "--cgroup", "env", "-i"],
    ...["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LANG=C.UTF-8", ...trust, ...command],
  ];
  const attempt = (...command: string[]) => {
    const { status, stdout, stderr } = spawnSync("nsenter", entered(command), {
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    });
    return { status, said: `${stdout}${stderr}` };
  };
  await until(() => attempt("systemctl", "is-system-running").said.trim() !== "", 30);
  await until(() => /running|degraded/.test(attempt("systemctl", "is-system-running").said), 60);
  return {
    inside,
    try: attempt,
    run(...command) {
      const { status, said } = attempt(...command);
      if (status !== 0) throw new Error(`${command.join(" ")}: ${lastLines(said)}`);
      return said;
    },
    begin: (...command) =>
      new Promise((resolve, reject) => {
        const run = spawn("nsenter", entered(command), { stdio: ["ignore", "pipe", "pipe"] });
        let said = "";
        for (const stream of [run.stdout, run.stderr])
          stream.setEncoding("utf8").on("data", (chunk: string) => {
            said += chunk;
          });
        run.on("close", (code) => (code === 0 ? resolve(said) : reject(new Error(lastLines(said)))));
      }),
    async remove() {
      attempt("systemctl", "--no-block", "poweroff");
      await until(() => container.exitCode !== null || container.signalCode !== null, 60).catch(() =>
        container.kill("SIGKILL"),
      );
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const lastLines = (said: string) =>
  said
    .trim()
    .split("\n")
    .slice(-5)
    .map((line) => line.slice(0, 300))
    .join(" / ");

async function takenPorts(): Promise<number[]> {
  const answers = await Promise.all(
    ports.map(
      (port) =>
        new Promise<boolean>((resolve) => {
          const probe = createConnection({ port, host: "127.0.0.1" });
          const end = (taken: boolean) => {
            probe.destroy();
            resolve(taken);
          };
          probe.once("connect", () => end(true)).once("error", () => end(false));
        }),
    ),
  );
  return ports.filter((_port, place) => answers[place]);
}

/** What git knows of, as it stands here now. */
function copyCheckout(folder: string): void {
  const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: checkout,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const file of files.split("\0").filter((name) => name && existsSync(join(checkout, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(checkout, file), join(folder, file));
  }
}

/** Where this machine reaches the package registry by a certificate of its own, the one inside trusts it, too. */
function trustOfThisMachine(copy: string): string[] {
  const more = process.env.NODE_EXTRA_CA_CERTS;
  if (!more || !existsSync(more)) return [];
  writeFileSync(copy, readFileSync(more), { mode: 0o644 });
  return ["NODE_EXTRA_CA_CERTS=/etc/ssl/machine.crt"];
}

async function leaderOf(container: ChildProcess): Promise<number> {
  const children = `/proc/${container.pid}/task/${container.pid}/children`;
  let leader = 0;
  await until(() => {
    if (container.exitCode !== null) throw new Error(`systemd-nspawn ended with ${container.exitCode}`);
    leader = existsSync(children) ? Number(readFileSync(children, "utf8").trim().split(" ")[0]) : 0;
    return leader > 0 && readFileSync(`/proc/${leader}/comm`, "utf8").trim() === "systemd";
  }, 30);
  return leader;
}
