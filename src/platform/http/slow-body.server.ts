import type { FastifyInstance, FastifyRequest } from "fastify";
import { Refusal } from "#kit/wire/refusal.server.ts";

const PATIENCE_MS = 15_000;

/** What the whole of a request may take where `waitLonger` was said: 2 MB over a phone of 20 kB a second. */
export const LONGEST_MS = 120_000;

declare module "fastify" {
  interface FastifyRequest {
    impatience: NodeJS.Timeout | null;
  }
}

/** A body arrives within 15 seconds, or the request is refused with 408 and the line cut. */
export function refuseSlowBodies(app: FastifyInstance): void {
  app.decorateRequest("impatience", null);
  app.addHook("onRequest", (request, reply, done) => {
    done();
    const { "content-length": length = "0", "transfer-encoding": chunked } = request.headers;
    if (length === "0" && !chunked) return;
    request.impatience = setTimeout(() => {
      if (request.raw.complete) return;
      if (reply.sent) request.raw.destroy();
      else reply.header("connection", "close").send(tooSlow());
    }, PATIENCE_MS).unref();
    request.raw.once("close", () => waitLonger(request));
  });
}

const tooSlow = () => new Refusal("request-too-slow", 408, "The request took too long to arrive, please try again");

/** For a body that is large by its nature; the server's own limit still holds. Say it after the sign-in was checked. */
export const waitLonger = (request: FastifyRequest): void => clearTimeout(request.impatience ?? undefined);

/** For work that may be silent for longer than a line is kept otherwise: the reply still finds it. */
export const keepLine = (request: FastifyRequest): unknown => request.raw.socket.setTimeout(LONGEST_MS);
