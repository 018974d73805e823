import { createServer } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Config } from "#platform/config/config.server.ts";
import { StartRefusal } from "#platform/config/start-refusal.server.ts";

/** Refuses before anything is started when the portal could not listen in the end. */
export async function refuseTakenPort({ host, port }: Config): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", (fault) => reject(listenRefusal(fault, host, port)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

export async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (fault) {
    throw listenRefusal(fault as NodeJS.ErrnoException, host, port);
  }
}

function listenRefusal(fault: NodeJS.ErrnoException, host: string, port: number): Error {
  if (fault.code === "EADDRINUSE")
    return new StartRefusal(
      `Port ${port} is in use by another program: stop that one, or start on another port, such as PORT=${port === 65_535 ? 3000 : port + 1}.`,
    );
  if (fault.code === "EACCES")
    return new StartRefusal(`This user may not listen on port ${port}: choose a PORT of 1024 or above.`);
  if (fault.code === "EADDRNOTAVAIL" || fault.code === "ENOTFOUND" || fault.code === "EAI_AGAIN")
    return new StartRefusal(`HOST ${host} is no address of this machine: use 127.0.0.1, or 0.0.0.0 for all.`);
  return fault;
}

/** Where programs on this machine reach the portal. */
export function localUrl({ host, port }: Config): string {
  const reached = ["0.0.0.0", "::", "localhost"].includes(host) ? "127.0.0.1" : host;
  return `http://${reached.includes(":") ? `[${reached}]` : reached}:${port}`;
}
