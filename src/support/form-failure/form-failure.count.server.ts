import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { isAnsweredForm, Tally } from "./form-failure.tally.server.ts";

/** Between two writings of what was counted. */
const PAUSE_MS = 5_000;

const keepers = new WeakMap<FastifyInstance["portal"], () => Promise<void>>();

/**
 * Counts every form that is answered, and what it was refused for, by day. No request waits for it: the counts are kept
 * in memory and written every five seconds and at the end, by one statement. What a crash or a database that is away
 * takes of them is lost, and that is fine: they are statistics.
 */
export function countFormFailures(app: FastifyInstance): void {
  const tally = new Tally();
  app.addHook("onSend", async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint || !isAnsweredForm(request, reply.statusCode)) return;
    try {
      tally.count(endpoint, request.body, request.refusal);
    } catch (fault) {
      // Nobody's answer is lost for a number.
      request.log.error({ err: fault }, "uncounted");
    }
  });

  let writing: Promise<void> = Promise.resolve();
  const keep = () => {
    writing = writing.then(() => write(app, tally)).catch((fault) => app.log.warn({ err: fault }, "uncounted"));
    return writing;
  };
  keepers.set(app.portal, keep);
  const timer = setInterval(keep, PAUSE_MS).unref();
  app.addHook("onClose", async () => {
    clearInterval(timer);
    await keep();
  });
}

/** Writes what this process has counted so far. */
export const keepFormFailures = async ({ portal }: FastifyInstance): Promise<void> => keepers.get(portal)?.();

/** In one order, so that two processes that write at once wait for each other. */
async function write({ portal: { db } }: FastifyInstance, tally: Tally): Promise<void> {
  const { attempts, failures } = tally.take();
  if (attempts.length === 0) return;
  await sql`
    with today as (select (now() at time zone 'Africa/Lagos')::date as day),
    tried as (
      insert into portal.form_attempt (day, call, attempts, refused)
      select day, call, attempts, refused
      from today, jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb) as t(call text, attempts int, refused int)
      order by call
      on conflict (day, call) do update set attempts = form_attempt.attempts + excluded.attempts,
        refused = form_attempt.refused + excluded.refused)
    insert into portal.form_failure (day, call, field, sentence, times)
    select day, call, field, sentence, times
    from today, jsonb_to_recordset(${JSON.stringify(failures)}::jsonb)
      as f(call text, field text, sentence text, times int)
    order by call, field, sentence
    on conflict (day, call, field, sentence) do update set times = form_failure.times + excluded.times`.execute(db);
}
