import { createHmac } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { Actor } from "#kit/handle.server.ts";
import { stale } from "#kit/refusal.server.ts";
import { brokenConstraint } from "./database/constraint.server.ts";
import { perform, performWith, type Work } from "./perform.server.ts";

interface Asking {
  readonly who: { readonly actor: Actor };
  readonly body: unknown;
  readonly request: FastifyRequest;
}

/**
 * Performs a command in one transaction. With an Idempotency-Key the reply is kept in the same transaction, so that
 * a repetition answers the same and changes nothing; the same key with another body is 409. Contract 1.
 */
export async function write<R>(app: FastifyInstance, ask: Asking, work: (work: Work) => Promise<R>): Promise<R> {
  const { db } = app.portal;
  const by = { actor: ask.who.actor, request: ask.request.id };
  const key = ask.request.headers["idempotency-key"];
  if (typeof key !== "string" || key === "") return perform(db, by, work);

  const actor = `${ask.who.actor.kind}:${ask.who.actor.id ?? ""}`;
  const once = { actor, key: key.slice(0, 200), fingerprint: fingerprint(app, ask) };
  try {
    // The key is written last: a second request with it waits for the first, loses here, and its work is undone.
    return await performWith(
      db,
      by,
      work,
      (reply) => sql`insert into portal.idempotency (actor, key, fingerprint, reply)
        values (${once.actor}, ${once.key}, ${once.fingerprint}, ${JSON.stringify(reply)}::jsonb)`,
    );
  } catch (error) {
    const kept = await keptReply<R>(app, once);
    if (kept) return kept;
    if (brokenConstraint(error) === "idempotency_once") throw stale("Please send this again");
    throw error;
  }
}

/** Keyed, because a body may hold a password. */
const fingerprint = (app: FastifyInstance, { body, request }: Asking) =>
  createHmac("sha256", app.portal.config.secret)
    .update(`${request.method} ${request.url}\n${JSON.stringify(body) ?? ""}`)
    .digest();

async function keptReply<R>(app: FastifyInstance, once: { actor: string; key: string; fingerprint: Buffer }) {
  const kept = await app.portal.db
    .selectFrom("idempotency")
    .select(["fingerprint", "reply"])
    .where("actor", "=", once.actor)
    .where("key", "=", once.key)
    .executeTakeFirst();
  if (kept && !once.fingerprint.equals(kept.fingerprint)) {
    throw stale("This key was used for another request, please send this one with a new key");
  }
  return kept?.reply as R | undefined;
}
