import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** One event as it came, with whether the signature is right by the secret that the receiver was given. */
export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly isSigned: boolean;
}

/** A receiver on loopback, a real program as another system would run it: it can die, come back, and refuse what it likes. */
export async function eventReceiver() {
  const events: ReceivedEvent[] = [];
  let secrets: readonly string[] = [];
  let answer: (event: ReceivedEvent) => number = () => 200;
  let server: Server | undefined;
  let port = 0;
  let asked = 0;

  async function begin(): Promise<void> {
    const listening = createServer(async (request, reply) => {
      asked += 1;
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString();
      const event = received(request.headers, body, secrets);
      const status = answer(event);
      if (status === 0) return; // It takes the connection and says nothing.
      if (status < 300) events.push(event);
      reply.writeHead(status, status === 302 ? { location: `http://127.0.0.1:${port}/elsewhere` } : {});
      reply.end(status < 300 ? "taken" : "not taken");
    });
    await new Promise<void>((resolve) => listening.listen(port, "127.0.0.1", resolve));
    port = (listening.address() as AddressInfo).port;
    server = listening;
  }

  await begin();
  return {
    events,
    url: () => `http://127.0.0.1:${port}/events`,
    /** How often it was asked, whatever it answered. */
    asked: () => asked,
    learn: (...known: readonly string[]) => {
      secrets = known;
    },
    answering: (status: (event: ReceivedEvent) => number) => {
      answer = status;
    },
    begin,
    async die(): Promise<void> {
      server?.closeAllConnections();
      await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
      server = undefined;
    },
  };
}

export type EventReceiver = Awaited<ReturnType<typeof eventReceiver>>;

function received(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: string,
  secrets: readonly string[],
): ReceivedEvent {
  const [id, second, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    String(headers[name]),
  );
  const right = secrets.map((secret) =>
    createHmac("sha256", Buffer.from(secret.replace("whsec_", ""), "base64"))
      .update(`${id}.${second}.${body}`)
      .digest("base64"),
  );
  const isFresh = Math.abs(Date.now() / 1000 - Number(second)) < 300;
  const isSigned = isFresh && right.some((one) => signatures?.split(" ").includes(`v1,${one}`));
  const { type, data } = JSON.parse(body);
  return { id: id ?? "", type, data, isSigned };
}
