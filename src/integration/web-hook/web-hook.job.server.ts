import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import type { Config } from "#platform/config/config.server.ts";
import { unseal } from "#platform/config/seal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { enqueueLater, type Job, type Round } from "#platform/jobs/jobs.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { keepOutcome } from "./web-hook.outcome.server.ts";
import { type Posting, postEvent } from "./web-hook.post.server.ts";
import { KEPT_DAYS } from "./web-hook.rules.ts";

/** Milliseconds after which a run lets other work have its place, and goes on behind it. */
const TURN_MS = 20_000;

interface Payload {
  readonly hook: string;
}

/** Under this name the trigger on the audit wakes it: `migrations/0371_web_hook.sql`. */
export const deliverWebEvents: Job<Payload> = {
  name: "deliver-web-events",
  attempts: 25,
  // One run for each receiver over all processes, and none waits for another's.
  lane: ({ hook }) => `web-hook ${hook}`,
  async run(app, { hook }) {
    const { config, db } = app.portal;
    const end = performance.now() + TURN_MS;
    for (;;) {
      const due = await nextDue(config, db, hook);
      if (!due) break;
      const outcome = await postEvent(config, due.posting);
      await keepOutcome(app, { hook, delivery: due.delivery }, outcome);
      if (performance.now() > end) break;
    }
    const { rows } = await sql<{ seconds: number }>`select (extract(epoch from min(
        greatest(d."nextAt", h."nextAt", now())) - now()))::float8 as seconds
      from ${openDeliveries(sql`d.hook = ${hook}`)} having count(*) > 0`.execute(db);
    if (rows[0]) await wakeHook(db, hook, rows[0].seconds);
  },
};

/** Has a receiver's events sent, in so many seconds. */
export const wakeHook = (db: Database | Trx, hook: string, seconds: number): Promise<void> =>
  enqueueLater(db, deliverWebEvents, { hook }, seconds, `web-hook ${hook}`);

/**
 * The deliveries `d` of receivers `h` that may be sent as soon as their time comes: of the events about one thing the first alone.
 * The later ones wait for it, so that no receiver hears of an acceptance before the offer.
 */
const openDeliveries = (which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  portal.web_delivery d join portal.web_hook h on h._id = d.hook
  where ${which} and d.state = 'Waiting' and h.status and h.secret is not null and h.standing <> 'Stopped'
    and not exists (select from portal.web_delivery earlier where earlier.hook = d.hook and earlier.subject = d.subject
      and earlier.state = 'Waiting' and earlier.place < d.place)`;

const isDue = sql`coalesce(greatest(d."nextAt", h."nextAt") <= now(), true)`;

interface Due {
  readonly delivery: string;
  readonly posting: Posting;
}

/** Those that were tried least come first: one that a receiver does not take keeps none of the others from being tried. */
async function nextDue(config: Config, db: Database, hook: string): Promise<Due | undefined> {
  const { rows } = await sql<{
    _id: string;
    event: string;
    kind: string;
    at: string;
    data: object;
    url: string;
    secret: Buffer;
    oldsecret: Buffer | null;
    second: number;
  }>`select d._id, d.event, d.kind, e.at, e.data, h.url, h.secret,
      case when h."oldEndsAt" > now() then h.oldsecret end as oldsecret,
      extract(epoch from clock_timestamp())::bigint as second
    from (select d._id, d.event, d.kind, d.hook from ${openDeliveries(sql`d.hook = ${hook} and ${isDue}`)}
      order by d.attempts, d.place limit 1) d
    join portal.web_event e on e._id = d.event join portal.web_hook h on h._id = d.hook`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { _id: delivery, event: id, kind, at, data, url, second } = row;
  const sealed = [row.secret, row.oldsecret].filter((one) => one !== null);
  const secrets = sealed.map((one) => unseal(config, hookSecret(hook), one)).filter((one) => one !== null);
  const body = JSON.stringify({ type: kind, timestamp: at, data });
  return { delivery, posting: { url, id, second, body, secrets } };
}

export const hookSecret = (hook: string) => ({ use: "web-hook", owner: hook });

/** Each minute: a run that was lost with its process is begun anew. */
export const wakeDueHooks: Round = {
  name: "wake-due-web-hooks",
  cron: "* * * * *",
  async run({ portal: { db } }: FastifyInstance) {
    const { rows } = await sql<{ hook: string }>`select distinct d.hook from ${openDeliveries(isDue)}`.execute(db);
    for (const { hook } of rows) await wakeHook(db, hook, 0);
  },
};

/** Nightly: the log of what was delivered long ago is forgotten; what waits or was set aside stays. */
export const forgetDelivered: Round = {
  name: "forget-delivered-events",
  cron: "41 1 * * *",
  async run({ portal: { db } }: FastifyInstance) {
    await sql`delete from portal.web_delivery
      where state = 'Delivered' and "deliveredAt" < now() - make_interval(days => ${KEPT_DAYS})`.execute(db);
    await sql`delete from portal.web_event e where at < now() - make_interval(days => ${KEPT_DAYS})
      and not exists (select from portal.web_delivery d where d.event = e._id)`.execute(db);
  },
};
