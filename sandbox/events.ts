import { createServer } from "node:http";
import { isFromPortal } from "./event-signature.ts";

/** A receiver of events to try with, as another system would run one: `EVENT_SECRET=whsec_… npm run events`, then look at its page. */
const port = Number(process.env.EVENT_PORT ?? 4100);
const secret = process.env.EVENT_SECRET ?? "";

const MOST = 200;
const taken = new Map<string, string>();

createServer(async (request, reply) => {
  if (request.method === "GET") {
    reply.setHeader("content-type", "text/html; charset=utf-8");
    return reply.end(page());
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  if (!isFromPortal(headers, body, secret)) {
    process.stdout.write(`refused: the signature is not right by EVENT_SECRET\n`);
    return reply.writeHead(401).end("the signature is not right");
  }
  const id = headers["webhook-id"] ?? "";
  process.stdout.write(`${taken.has(id) ? "again" : "taken"}: ${body}\n`);
  taken.set(id, body);
  for (const oldest of [...taken.keys()].slice(0, -MOST)) taken.delete(oldest);
  return reply.end("taken");
}).listen(port, "127.0.0.1", () => {
  const lacking = secret ? "" : " Start it with EVENT_SECRET, or everything is refused.";
  process.stdout.write(
    `Receiver: http://127.0.0.1:${port}/events, what it took: http://127.0.0.1:${port}/.${lacking}\n`,
  );
});

const page = (): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="5"><title>Events taken</title>
<body style="font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem"><h1>Events taken: ${taken.size}</h1>
${[...taken].reverse().map(line).join("\n")}`;

const line = ([id, body]: readonly [string, string]): string =>
  `<p><code>${escaped(id)}</code><br><code>${escaped(body)}</code></p>`;

const escaped = (text: string): string => text.replace(/[&<]/g, (sign) => (sign === "&" ? "&amp;" : "&lt;"));
