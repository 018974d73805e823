import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { statusOf, temporaryFolder, until } from "./program.ts";

export interface FrontProxy {
  readonly url: string;
  stop(): Promise<void>;
}

/** How a proxy stands before several portals: it looks at `/readyz`, and asks another where one is not there. */
const configOf = (port: number, ports: readonly number[]) => `
global
  maxconn 2000
defaults
  mode http
  timeout connect 2s
  timeout client 130s
  timeout server 130s
  retries 3
  option redispatch
  retry-on conn-failure empty-response
  option forwardfor
frontend college
  bind 127.0.0.1:${port}
  default_backend portals
backend portals
  balance roundrobin
  option httpchk GET /readyz
  http-check expect status 200
  default-server check inter 300ms fall 1 rise 1
${ports.map((each) => `  server portal${each} 127.0.0.1:${each}`).join("\n")}
`;

/** HAProxy before portals on these ports of this machine. Fails with a sentence where it is not installed. */
export async function startHaproxy(ports: readonly number[]): Promise<FrontProxy> {
  if (spawnSync("haproxy", ["-v"]).error) throw new Error("HAProxy is missing: apt-get install haproxy");
  const port = await freePort();
  const file = join(temporaryFolder(), "haproxy.cfg");
  writeFileSync(file, configOf(port, ports));
  const child: ChildProcess = spawn("haproxy", ["-db", "-f", file], { stdio: "ignore" });
  const url = `http://127.0.0.1:${port}`;
  await until(async () => (await statusOf(`${url}/healthz`)) === 200, 10);
  return {
    url,
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
