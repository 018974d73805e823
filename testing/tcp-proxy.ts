import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A line between the portal and its PostgreSQL that a test cuts, or holds up. */
export interface TcpProxy {
  readonly port: number;
  /** Every connection breaks at once, as when a cable is pulled; new ones are taken. */
  cut(): void;
  /** Nothing goes either way until `flow`, and nobody is told: as when a switch hangs. */
  hold(): void;
  flow(): void;
  stop(): Promise<void>;
}

/** Between a port of loopback and the socket in the folder of a PostgreSQL. */
export async function startTcpProxy(socketFolder: string): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isHeld = false;
  const server = createServer((near) => {
    const far = connect(`${socketFolder}/.s.PGSQL.5432`);
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [one, other] of [pair, [far, near] as const]) {
      if (isHeld) one.pause();
      one.on("data", (chunk) => other.write(chunk));
      one.on("error", () => other.destroy());
      one.on("close", () => {
        other.destroy();
        pairs.delete(pair);
      });
    }
    if (isHeld) for (const one of pair) one.pause();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    for (const [near, far] of pairs) {
      near.resetAndDestroy();
      far.destroy();
    }
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    hold() {
      isHeld = true;
      for (const pair of pairs) for (const one of pair) one.pause();
    },
    flow() {
      isHeld = false;
      for (const pair of pairs) for (const one of pair) one.resume();
    },
    async stop() {
      server.close();
      cut();
      await once(server, "close");
    },
  };
}
