import type { FastifyInstance, FastifyServerOptions } from "fastify";
import * as v from "valibot";

/**
 * Structured logs. Addresses are logged as their route, never as sent: a path may hold the notification secret, a
 * reset link or a file's signature. Bodies and headers are not logged at all.
 */
export const logSettings = (level: string): FastifyServerOptions["logger"] => ({
  level,
  serializers: {
    err: (error: Error) => ({
      type: error.name,
      message: error.message,
      stack: error.stack ?? "",
      // Where a reply breaks its contract; never what stood there.
      ...(error instanceof v.ValiError && { fields: error.issues.map((issue) => v.getDotPath(issue)).join(", ") }),
    }),
  },
  redact: {
    paths: [
      "password",
      "token",
      "authorization",
      "secret",
      "apiKey",
      "*.password",
      "*.token",
      "*.authorization",
      "*.apiKey",
    ],
    censor: "[kept out of the log]",
  },
});

/** One line for each answer: method, route, status, milliseconds, who. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? "unknown",
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        actor: request.who?.actor.id ?? null,
      },
      "answered",
    );
    done();
  });
}
