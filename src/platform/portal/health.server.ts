import type { FastifyInstance } from "fastify";
import { isMigrated } from "../database/migrate.server.ts";

/** `/healthz`: the process lives. `/readyz`: database and migrations are ready, and no stop is under way. Contract 4. */
export function healthCalls(app: FastifyInstance): void {
  let stopping = false;
  app.addHook("preClose", async () => {
    stopping = true;
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
