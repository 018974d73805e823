import type { FastifyInstance } from "fastify";
import { tooMany } from "#kit/wire/refusal.server.ts";

const SECONDS = 10;

/**
 * So many requests in ten seconds by one person, however many sign-ins he has, before the body of another is read. Counted
 * in this process: a question to the database for each request would cost more than what it saves. Decision 0044.
 */
export function limitRequests(app: FastifyInstance, most: number): void {
  let window = 0;
  let counts = new Map<string, number>();
  app.addHook("preParsing", ({ who }, _reply, body, done) => {
    if (!who?.actor.id) {
      done(null, body);
      return;
    }
    const now = Date.now() / 1000;
    if (Math.floor(now / SECONDS) !== window) {
      window = Math.floor(now / SECONDS);
      counts = new Map();
    }
    const asked = (counts.get(who.actor.id) ?? 0) + 1;
    counts.set(who.actor.id, asked);
    if (asked > most)
      done(
        tooMany(
          "too-many-requests",
          SECONDS - (now % SECONDS),
          "Too many requests came from your sign-in. Wait ten seconds and go on",
        ),
      );
    else done(null, body);
  });
}
