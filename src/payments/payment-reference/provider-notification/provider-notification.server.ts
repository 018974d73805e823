import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { type Actor, everyone } from "#kit/wire/handle.server.ts";
import { notFound, Refusal } from "#kit/wire/refusal.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { enqueue } from "#platform/jobs/jobs.server.ts";
import { perform } from "#platform/write/perform.server.ts";
import { MAX_BYTES, MAX_ITEMS, takeNotification } from "./provider-notification.contract.ts";
import { readProviderNotificationJob } from "./provider-notification.job.server.ts";
import { itemsIn } from "./provider-notification.read.server.ts";

const theProvider: Actor = { kind: "visitor", id: null };

/**
 * Stores what came, as it came, and only then answers Ok; everything else is a job's. The secret in the address is all
 * that tells the provider from anybody else, so a wrong one reads like an address that does not exist.
 */
export function providerNotificationCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;
  const secret = digestOf(config.remita.notifySecret);

  // A scope of its own: here alone a body is bytes, whatever it calls itself.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<Buffer>(
      "*",
      { parseAs: "buffer", bodyLimit: MAX_BYTES },
      async (_: unknown, body: Buffer) => body,
    );
    scope.route<{ Params: { secret: string }; Body: Buffer | null }>({
      method: "POST",
      url: `/api${takeNotification.path}`,
      config: { endpoint: takeNotification, guard: everyone.name },
      onRequest: async (request) => {
        if (!timingSafeEqual(digestOf(request.params.secret), secret)) throw notFound();
      },
      handler: async (request, reply) => {
        const body = request.body ?? Buffer.alloc(0);
        const items = itemsIn(body);
        // The provider sees it, and tries again.
        if (!items) throw new Refusal("payments-expected", 400, "Not Ok: a JSON array of payments is expected");
        if (items.length > MAX_ITEMS)
          throw new Refusal("too-many-payments", 413, `At most ${MAX_ITEMS} payments at once`);
        await perform(db, { actor: theProvider, request: request.id }, async ({ trx, note }) => {
          const _id = newId();
          await trx.insertInto("payment_notification").values({ _id, body }).execute();
          await enqueue(trx, readProviderNotificationJob, { notification: _id });
          note({ deed: "payment.notified", subject: `payment-notification:${_id}`, after: { items: items.length } });
        });
        return reply.type("text/plain").send("Ok");
      },
    });
  });
}

/** Of one length, whatever was sent, so that the comparison tells nothing by its time. */
const digestOf = (text: string) => createHash("sha256").update(text).digest();
