import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Config } from "#platform/config/config.server.ts";
import { StartRefusal } from "#platform/config/start-refusal.server.ts";

/** The provider's stand-in, running. At `url` it speaks the provider's HTTP, and a person pays a reference. */
export type Sandbox = { url: string; stop(): Promise<void> };

const program = fileURLToPath(new URL("../../../sandbox/start.ts", import.meta.url));

/**
 * Starts the sandbox beside the portal. It remembers its references under DATA_DIR and notifies `portalUrl`, but only on
 * loopback: a portal that listens elsewhere learns of payments by asking.
 */
export async function startSandbox(config: Config, portalUrl: string): Promise<Sandbox> {
  const near = /^http:\/\/(127\.|\[::1\])/.test(portalUrl);
  const child = spawn(process.execPath, [program], {
    env: {
      NODE_ENV: process.env.NODE_ENV ?? "development",
      SANDBOX_WATCH_STDIN: "1",
      SANDBOX_STATE: join(config.dataDir, "sandbox.json"),
      SANDBOX_NOTIFY_URL: near ? `${portalUrl}/api/payments/notification/${config.remita.notifySecret}` : "",
    },
    // Its own group: Ctrl-C would otherwise end it before the portal has drained. It ends with its standard input.
    detached: true,
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.on("error", () => {});
  const ended = once(child, "exit");
  const spoken = once(createInterface(child.stdout), "line") as Promise<[string]>;
  const [line] = await Promise.race([spoken, ended.then(() => [undefined])]);
  if (!line) throw new StartRefusal("The sandbox provider did not start: the lines above say why.");
  const { url } = JSON.parse(line) as { url: string };
  return {
    url,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
