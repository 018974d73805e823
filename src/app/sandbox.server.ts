import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Config } from "#platform/config.server.ts";
import { StartRefusal } from "#platform/start-refusal.server.ts";

/** The provider's stand-in, running. `url` speaks the provider's HTTP, `control` is where one plays the bank. */
export type Sandbox = { url: string; control: string; stop(): Promise<void> };

const program = fileURLToPath(new URL("../../sandbox/start.ts", import.meta.url));

/** Starts the sandbox beside the portal; it notifies `portalUrl` and remembers its references under DATA_DIR. */
export async function startSandbox(config: Config, portalUrl: string): Promise<Sandbox> {
  const child = spawn(process.execPath, [program], {
    env: {
      NODE_ENV: process.env.NODE_ENV ?? "development",
      SANDBOX_WATCH_STDIN: "1",
      SANDBOX_STATE: join(config.dataDir, "sandbox.json"),
      SANDBOX_NOTIFY_URL: `${portalUrl}/api/payments/notification/${config.remita.notifySecret}`,
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
  const { url, control } = JSON.parse(line) as { url: string; control: string };
  return {
    url,
    control,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
