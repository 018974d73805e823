import { Agent, request as ask } from "node:http";
import type { DrawnRequest } from "./drawn-request.ts";

/** A request and what came of it. */
export interface Exchange {
  readonly request: DrawnRequest;
  /** 0 where the line was cut without an answer. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly ms: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 12 });
const NO_ANSWER_MS = 20_000;

/** Sends a request as it stands: no library puts its address or headers right. */
export function exchange(portalUrl: string, request: DrawnRequest): Promise<Exchange> {
  const { port } = new URL(portalUrl);
  const begun = performance.now();
  const { method, url: path, headers, body } = request;
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Promise((resolve) => {
    const told = (status: number, answered: Exchange["headers"], text: string) =>
      resolve({ request, status, headers: answered, text, ms: performance.now() - begun });
    const sent = ask({ host: "127.0.0.1", port, agent, method, path, headers: { ...headers, ...length } }, (reply) => {
      const pieces: Buffer[] = [];
      reply.on("data", (piece: Buffer) => pieces.push(piece));
      reply.on("close", () => {
        const answered = Object.entries(reply.headers).map(([name, value]) => [name, String(value)] as const);
        told(
          reply.complete ? (reply.statusCode ?? 0) : 0,
          Object.fromEntries(answered),
          Buffer.concat(pieces).toString(),
        );
      });
    });
    sent.setTimeout(NO_ANSWER_MS, () => sent.destroy());
    sent.on("error", (fault) => told(0, {}, String(fault)));
    sent.end(body);
  });
}

/** The reply's body, where it is JSON. */
export function jsonOf({ headers, text }: Exchange): unknown {
  if (!headers["content-type"]?.includes("json")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A command that the portal says it has carried out. */
export const isDone = (one: Exchange): boolean =>
  one.request.method !== "GET" && one.status === 200 && typeOf(one) === "success";

/** Any "no", whatever its status. */
export const isRefused = (one: Exchange): boolean => one.status >= 400 || typeOf(one) === "error";

const typeOf = (one: Exchange): unknown => (jsonOf(one) as { type?: unknown } | null | undefined)?.type;

/** As a shell sends it again; the person's sign-in stands in for whoever runs it. */
export function replayLine({ request }: Exchange): string {
  const { person, method, url, headers, body } = request;
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const kept = Object.entries(headers).filter(([name]) => !["cookie", "authorization"].includes(name));
  const sent = body === undefined ? "" : ` --data-binary ${quoted(String(body).slice(0, 2_000))}`;
  const named = kept.map(([name, value]) => ` -H ${quoted(`${name}: ${value.slice(0, 200)}`)}`).join("");
  return `[${request.number}, ${request.twist}] as ${person.name}: curl -X ${method} "$PORTAL"${quoted(url)}${named}${sent}`;
}
