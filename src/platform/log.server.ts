import type { FastifyRequest, FastifyServerOptions } from "fastify";

/**
 * Structured logs. Addresses are logged as their route, never as sent: a path may hold the notification secret, a
 * reset link or a file's signature. Bodies and headers are not logged at all.
 */
export const logSettings = (level: string): FastifyServerOptions["logger"] => ({
  level,
  serializers: {
    req: (request: FastifyRequest) => ({
      method: request.method,
      route: request.routeOptions?.url ?? "unknown",
      from: request.ip,
    }),
    err: (error: Error) => ({ type: error.name, message: error.message, stack: error.stack ?? "" }),
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
