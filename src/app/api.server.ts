import type { FastifyInstance } from "fastify";
import { refereeCalls } from "#profile/referee/referee.server.ts";

/** Every call of the wire. A noun is added here, one line each. */
export function everyCall(app: FastifyInstance): void {
  refereeCalls(app);
}
