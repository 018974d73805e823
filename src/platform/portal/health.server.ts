import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { isMigrated } from "../database/migrate.server.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Serves for so many seconds more, is not ready meanwhile, keeps no connection for a next request, and closes then. */
    drain(seconds: number): Promise<void>;
  }
}

/** `/healthz`: the process lives. `/readyz`: database and migrations are ready, and no stop is under way. Contract 4. */
export function healthCalls(app: FastifyInstance): void {
  let stopping = false;
  app.addHook("preClose", async () => {
    stopping = true;
  });
  app.addHook("onSend", async (_request, reply) => {
    if (stopping) reply.header("connection", "close");
  });
  app.decorate("drain", async (seconds: number) => {
    stopping = true;
    await pause(seconds * 1000);
    await app.close();
  });
  app.get("/healthz", async (_request, reply) => reply.type("text/plain; charset=utf-8").send("alive"));
  app.get("/readyz", async (_request, reply) => {
    const ready = !stopping && (await isMigrated(app.portal.db).catch(() => false));
    return reply
      .code(ready ? 200 : 503)
      .type("text/plain; charset=utf-8")
      .send(ready ? "ready" : "not ready");
  });
}
