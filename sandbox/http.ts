import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const mostBytes = 64 * 1024;

/** One request, read whole. */
export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  authorization: string;
  body: string;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export const json = (value: unknown, status = 200): Answer => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
});

export const text = (body: string, status = 200): Answer => ({
  status,
  headers: { "content-type": "text/plain; charset=utf-8" },
  body,
});

export const redirect = (status: 302 | 303, location: string): Answer => ({ status, headers: { location }, body: "" });

export function send(response: ServerResponse, answer: Answer) {
  response.writeHead(answer.status, { ...answer.headers, "content-length": Buffer.byteLength(answer.body) });
  response.end(answer.body);
}

/** Listens on loopback. A body that is too large is cut off with its connection. */
export async function listen(port: number, answer: (call: Call, response: ServerResponse) => Promise<void>) {
  const server = createServer((request, response) => {
    readCall(request)
      .then((call) => answer(call, response))
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${bound}`, close: () => closed(server) };
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error("body too large");
    chunks.push(chunk);
  }
  const url = new URL(request.url ?? "/", "http://sandbox");
  return {
    method: request.method ?? "",
    path: url.pathname,
    query: url.searchParams,
    authorization: request.headers.authorization ?? "",
    body: Buffer.concat(chunks).toString("utf8"),
  };
}

function closed(server: Server) {
  return new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
