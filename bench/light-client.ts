import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";

export interface Sent {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent with PUT where nothing is said. */
  readonly body?: string | undefined;
  readonly method?: "POST";
}

/** Asks over connections that stay open, at a fifth of what `fetch` takes from the two cores that both sides share. */
export function lightClient(url: string) {
  const agent = new Agent({ keepAlive: true });
  return async ({
    path,
    headers,
    body,
    method,
  }: Sent): Promise<{ readonly status: number; readonly answer: unknown }> => {
    const asked = request(`${url}${path}`, {
      agent,
      method: method ?? (body ? "PUT" : "GET"),
      headers: {
        ...headers,
        ...(body && { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
      },
    });
    asked.end(body);
    const [reply] = await once(asked, "response");
    return { status: reply.statusCode, answer: JSON.parse(await textOf(reply)) };
  };
}

/** By its events: a reader that is asked for each part takes as long as the parsing. */
const textOf = (reply: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    reply.on("data", (part: Buffer) => parts.push(part));
    reply.on("end", () => resolve(Buffer.concat(parts).toString()));
    reply.on("error", reject);
  });
