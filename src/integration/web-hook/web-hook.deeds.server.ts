import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { type Officer, requireWholeCollege } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import { seal } from "#platform/config/seal.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import { perform, type Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import {
  makeHookSecret,
  replayDelivery,
  replayEvents,
  resumeWebHook,
  sendTestEvent,
  setDeliveryAside,
} from "./web-hook.contract.ts";
import { hookSecret, wakeHook } from "./web-hook.job.server.ts";
import { SECRET_OVERLAP_HOURS, TEST_KIND } from "./web-hook.rules.ts";

const right = staff("web-hooks.change");

/** More than this is read from the lists of `/api/external/v1/`. */
const MOST_REPLAYED = 20_000;

/** What is done with a receiver beside its record: its secret, a test, a new beginning, and what is sent again. */
export function webHookDeeds(app: FastifyInstance): void {
  const { config, db } = app.portal;

  // Past `write`, which keeps what was answered.
  handle(app, makeHookSecret, right, ({ who, params: { id }, request }) => {
    const secret = randomBytes(32);
    return perform(db, { actor: who.actor, request: request.id }, async ({ trx, note }) => {
      const { hadOne } = await lockedHook(trx, who, id);
      await sql`update portal.web_hook set oldsecret = secret,
          "oldEndsAt" = case when secret is null then null else now() + make_interval(hours => ${SECRET_OVERLAP_HOURS}) end,
          secret = ${seal(config, hookSecret(id), secret)}, "secretAt" = now() where _id = ${id}`.execute(trx);
      note({ deed: hadOne ? "web_hook.rotate" : "web_hook.make-secret", subject: `web_hook:${id}` });
      await wakeHook(trx, id, 0);
      const message = hadOne
        ? `Events are signed by both secrets for ${SECRET_OVERLAP_HOURS} hours, then by the new one alone`
        : "Events are sent from now on, each signed by it";
      return { type: "success" as const, message, secret: `whsec_${secret.toString("base64")}` };
    });
  });

  handle(app, sendTestEvent, right, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { id } = ask.params;
      const { name, hadOne } = await lockedHook(trx, ask.who, id);
      if (!hadOne) throw refuse("secret-missing", "Make the secret first: the test is signed by it");
      const event = newId();
      const subject = `web_hook:${id}`;
      const { rows } = await sql<{ place: number }>`insert into portal.web_event (_id, kind, subject, at, data)
        values (${event}, ${TEST_KIND}, ${subject}, now(), ${JSON.stringify({ noun: "web_hook", _id: id })}::jsonb)
        returning place`.execute(trx);
      await sql`insert into portal.web_delivery (_id, hook, event, place, kind, subject)
        values (${newId()}, ${id}, ${event}, ${rows[0]?.place ?? 0}, ${TEST_KIND}, ${subject})`.execute(trx);
      await wakeHook(trx, id, 0);
      note({ deed: "web_hook.test", subject, after: { event } });
      return {
        type: "success" as const,
        message: `A test event is on its way to ${name}. The log says what it answered`,
      };
    }),
  );

  handle(app, resumeWebHook, right, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { id } = ask.params;
      const { name, standing } = await lockedHook(trx, ask.who, id);
      await beginAnew(trx, id);
      note({
        deed: "web_hook.resume",
        subject: `web_hook:${id}`,
        before: { standing },
        after: { standing: "Working" },
      });
      return { type: "success" as const, message: `${name} is tried now` };
    }),
  );

  handle(app, replayEvents, right, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { id } = ask.params;
      const { from, to } = ask.body;
      const { name } = await lockedHook(trx, ask.who, id);
      if (from >= to) throw refuseFields("end-before-begin", { to: "To must be after From" });
      const { rows } = await sql<{
        _id: string;
      }>`select d._id from portal.web_delivery d join portal.web_event e on e._id = d.event
        where d.hook = ${id} and e.at >= ${from} and e.at < ${to} and d.state <> 'Waiting' limit ${MOST_REPLAYED + 1}`.execute(
        trx,
      );
      if (rows.length > MOST_REPLAYED)
        throw refuseFields("too-many-chosen", { to: `More than ${MOST_REPLAYED} events: choose a shorter time` });
      await sendAgain(
        trx,
        id,
        rows.map((row) => row._id),
      );
      note({ deed: "web_hook.replay", subject: `web_hook:${id}`, after: { from, to, count: rows.length } });
      const message = `${asCount(rows.length, "event")} on the way to ${name} again`;
      return { type: "success" as const, message, count: rows.length };
    }),
  );

  handle(app, replayDelivery, right, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { id } = ask.params;
      const { hook, state } = await lockedDelivery(trx, ask.who, id);
      await sendAgain(trx, hook, [id]);
      note({
        deed: "web_delivery.replay",
        subject: `web_delivery:${id}`,
        before: { state },
        after: { state: "Waiting" },
      });
      return { type: "success" as const, message: "The event is on its way again" };
    }),
  );

  handle(app, setDeliveryAside, right, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { id } = ask.params;
      const { hook, state } = await lockedDelivery(trx, ask.who, id);
      if (state !== "Waiting") throw refuse("delivery-not-waiting", `This event is ${state} already`);
      await sql`update portal.web_delivery set state = 'Set aside', "nextAt" = null where _id = ${id}`.execute(trx);
      await wakeHook(trx, hook, 0);
      note({
        deed: "web_delivery.set-aside",
        subject: `web_delivery:${id}`,
        before: { state },
        after: { state: "Set aside" },
      });
      return { type: "success" as const, message: "Set aside. Later events about the same thing go on" };
    }),
  );
}

async function lockedHook(trx: Trx, who: Officer, id: string) {
  requireWholeCollege(who);
  const { rows } = isId(id)
    ? await sql<{
        name: string;
        standing: string;
        hadOne: boolean;
      }>`select name, standing, secret is not null as "hadOne"
      from portal.web_hook where _id = ${id} for update`.execute(trx)
    : { rows: [] };
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** The receiver is locked first, as by the run that sends. */
async function lockedDelivery(trx: Trx, who: Officer, id: string) {
  requireWholeCollege(who);
  const { rows } = isId(id)
    ? await sql<{ hook: string; state: string }>`select d.hook, d.state from portal.web_delivery d
      join portal.web_hook h on h._id = d.hook where d._id = ${id} for update of h, d`.execute(trx)
    : { rows: [] };
  if (!rows[0]) throw notFound();
  return rows[0];
}

async function sendAgain(trx: Trx, hook: string, ids: readonly string[]): Promise<void> {
  await sql`update portal.web_delivery set state = 'Waiting', attempts = 0, "nextAt" = null, "failedAt" = null
    where _id = any(${[...ids]}::uuid[])`.execute(trx);
  await wakeHook(trx, hook, 0);
}

/** As if the receiver had never failed: it is tried at once. */
export async function beginAnew(trx: Trx, hook: string): Promise<void> {
  await sql`update portal.web_hook set standing = case standing when 'New' then 'New' else 'Working' end, failures = 0,
      failingsince = null, "toldAt" = null, "nextAt" = null where _id = ${hook}`.execute(trx);
  await sql`update portal.web_delivery set "nextAt" = null, "failedAt" = null
    where hook = ${hook} and state = 'Waiting'`.execute(trx);
  await wakeHook(trx, hook, 0);
}
