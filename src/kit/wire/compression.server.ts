import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip, gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Bytes below which a packed answer saves no packet of the line. */
const WORTH_IT = 1_024;

/** Bytes up to which packing takes less time than handing the work to another thread. */
const AT_ONCE = 32 * 1_024;

const level = 5;
const pack = promisify(gzip);

/**
 * Packs the JSON of what was asked with GET. Answers to POST and PUT stay as they are: a sign-in's holds a secret beside what the
 * sender chose, and the length of a packed answer would tell of it.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    if (request.method !== "GET" || typeof payload !== "string" || payload.length < WORTH_IT || !isJson(reply)) {
      done(null, payload);
      return;
    }
    reply.header("vary", "accept-encoding");
    if (!takesGzip(request)) {
      done(null, payload);
      return;
    }
    reply.header("content-encoding", "gzip");
    if (payload.length <= AT_ONCE) done(null, gzipSync(payload, { level }));
    else pack(payload, { level }).then((packed) => done(null, packed), done);
  });
}

const isJson = (reply: FastifyReply) => String(reply.getHeader("content-type")).startsWith("application/json");

const takesGzip = ({ headers }: FastifyRequest) =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(String(headers["accept-encoding"] ?? ""));

/** An answer that is the same for everybody and as long as the process runs: made and packed once. */
export interface KeptAnswer {
  readonly plain: Buffer;
  readonly packed: Buffer;
  readonly etag: string;
}

export async function keepAnswer(text: string): Promise<KeptAnswer> {
  const plain = Buffer.from(text);
  const etag = `W/"${createHash("sha256").update(plain).digest("base64url")}"`;
  return { plain, packed: await pack(plain), etag };
}

/** Whoever has it already is told so (304). */
export function sendKept(request: FastifyRequest, reply: FastifyReply, { plain, packed, etag }: KeptAnswer) {
  reply.header("etag", etag).header("vary", "accept-encoding").header("cache-control", "no-cache");
  if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
  return takesGzip(request) ? reply.header("content-encoding", "gzip").send(packed) : reply.send(plain);
}
