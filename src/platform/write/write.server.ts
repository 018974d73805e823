import { createHmac } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "#kit/wire/handle.server.ts";
import { stale } from "#kit/wire/refusal.server.ts";
import { brokenConstraint } from "../database/constraint.server.ts";
import { type Change, type Performer, performChange, performWith, type Trx, type Work } from "./perform.server.ts";

interface Asking {
  readonly who: { readonly actor: Actor };
  readonly body: unknown;
  readonly request: FastifyRequest;
}

/**
 * Performs a command in one transaction. With an Idempotency-Key the reply is kept in the same transaction, so that
 * a repetition answers the same and changes nothing; the same key with another body is 409. Contract 1.
 */
export const write = <R>(app: FastifyInstance, ask: Asking, work: (work: Work) => Promise<R>): Promise<R> =>
  once(app, ask, (by, keep) => performWith(app.portal.db, by, work, keep));

/** As `write`, for a change that is a single statement and whose reply is known before: one round trip. */
export const writeChange = <R>(app: FastifyInstance, ask: Asking, change: Change, reply: R): Promise<R> =>
  once(app, ask, async (by, keep) => {
    await performChange(app.portal.db, by, change, keep(reply));
    return reply;
  });

type Keep<R> = (reply: R) => RawBuilder<unknown>;

async function once<R>(
  app: FastifyInstance,
  ask: Asking,
  run: (by: Performer, keep: Keep<R>) => Promise<R>,
): Promise<R> {
  const by = { actor: ask.who.actor, request: ask.request.id };
  const key = ask.request.headers["idempotency-key"];
  if (typeof key !== "string" || key === "") return run(by, () => sql`select 1`);

  const actor = `${ask.who.actor.kind}:${ask.who.actor.id ?? ""}`;
  const use = { actor, key: key.slice(0, 200), fingerprint: fingerprint(app, ask) };
  try {
    // The key is written last: a second request with it waits for the first, loses here, and its work is undone.
    return await run(
      by,
      (reply) => sql`insert into portal.idempotency (actor, key, fingerprint, reply)
        values (${use.actor}, ${use.key}, ${use.fingerprint}, ${JSON.stringify(reply)}::jsonb)`,
    );
  } catch (error) {
    const kept = await keptReply<R>(app, use);
    if (kept) return kept;
    if (brokenConstraint(error) === "idempotency_once") throw stale("try-again", "Please send this again");
    throw error;
  }
}

/** Forgets what somebody's repeated requests would be answered. */
export const forgetReplies = (trx: Trx, { kind, id }: Actor) =>
  trx.deleteFrom("idempotency").where("actor", "=", `${kind}:${id}`).execute();

/** Keyed, because a body may hold a password. */
const fingerprint = (app: FastifyInstance, { body, request }: Asking) =>
  createHmac("sha256", app.portal.config.secret)
    .update(`${request.method} ${request.url}\n${JSON.stringify(body) ?? ""}`)
    .digest();

async function keptReply<R>(app: FastifyInstance, use: { actor: string; key: string; fingerprint: Buffer }) {
  const kept = await app.portal.db
    .selectFrom("idempotency")
    .select(["fingerprint", "reply"])
    .where("actor", "=", use.actor)
    .where("key", "=", use.key)
    .executeTakeFirst();
  if (kept && !use.fingerprint.equals(kept.fingerprint)) {
    throw stale("key-used-otherwise", "This key was used for another request, please send this one with a new key");
  }
  return kept?.reply as R | undefined;
}
