import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/connect.server.ts";
import { enqueue, enqueueLater, type Job, type Round, type Task } from "../jobs/jobs.server.ts";
import { askFate, handOver, type SmsFate } from "./sms.gateway.server.ts";

/** Tried for about an hour while the gateway sends nothing at all. */
export const smsTask: Task<{ sms: string }> = { name: "send-sms", attempts: 8 };

/** What a piece costs and what a day may cost, in kobo, as parts of a statement: the college decides. */
export interface SmsTariff {
  readonly piece_kobo: RawBuilder<unknown>;
  readonly ceiling_kobo: RawBuilder<unknown>;
}

interface Claimed {
  readonly _id: string;
  readonly recipient: string;
  readonly body: string;
  readonly state: "Sending" | "Over the ceiling";
}

const lagosToday = sql`(now() at time zone 'Africa/Lagos')::date`;

/**
 * Takes a waiting text, and what it costs, out of the day's ceiling: in one statement, so that however many are sent at once, no
 * day costs more. Of two jobs for one text a single one gets it. Nothing is claimed at night, but for codes.
 */
async function claimSms(
  db: Database,
  { piece_kobo, ceiling_kobo }: SmsTariff,
  id: string,
): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    with wanted as (
      select _id, pieces * ${piece_kobo} as cost from portal.outgoing_sms
      where _id = ${id} and state = 'Waiting' and body is not null
        and (kind = 'Code' or portal.sms_rest(now()) = interval '0') for update),
    taken as (
      insert into portal.sms_day as d (day, spent_kobo)
      select ${lagosToday}, cost from wanted where cost <= ${ceiling_kobo}
      on conflict (day) do update set spent_kobo = d.spent_kobo + excluded.spent_kobo
        where d.spent_kobo + excluded.spent_kobo <= ${ceiling_kobo}
      returning day),
    claimed as (
      update portal.outgoing_sms s set state = 'Sending', "askedAt" = now(), attempts = s.attempts + 1, cost_kobo = wanted.cost,
        "followAt" = now() + interval '2 minutes', trouble = null
      from wanted, taken where s._id = wanted._id returning s._id, s.recipient, s.body, s.state),
    held as (
      update portal.outgoing_sms s set state = 'Over the ceiling', body = null, "endedAt" = now(),
        trouble = 'The most that texts may cost a day was reached; the mail went out'
      from wanted where s._id = wanted._id and not exists (select from taken) returning s._id, s.recipient, '' as body, s.state)
    select * from claimed union all select * from held`.execute(db);
  return rows[0];
}

/** A text of which nothing was sent costs nothing. */
const giveBack = (db: Database, id: string, change: RawBuilder<unknown>) =>
  sql`with was as (select _id, cost_kobo, "askedAt" from portal.outgoing_sms where _id = ${id} and state in ('Sending', 'Unknown') for update),
    back as (update portal.sms_day d set spent_kobo = greatest(d.spent_kobo - was.cost_kobo, 0) from was
      where d.day = (was."askedAt" at time zone 'Africa/Lagos')::date)
    update portal.outgoing_sms s set cost_kobo = 0, "followAt" = null, ${change} from was where s._id = was._id`.execute(
    db,
  );

/** What became of a text that the gateway took, or may have taken. */
const settle = (db: Database, id: string, change: RawBuilder<unknown>) =>
  sql`update portal.outgoing_sms set ${change} where _id = ${id} and state in ('Sending', 'Sent', 'Unknown')`.execute(
    db,
  );

const accepted = sql`state = 'Sent', body = null, trouble = null, "sentAt" = coalesce("sentAt", now())`;

/** Nobody waits for a code any more after an hour, for anything else after a day. */
const PATIENCE = sql`(case when kind = 'Code' then interval '1 hour' else interval '24 hours' end)`;

class PutOff extends Error {}

/**
 * Hands one text to the gateway, once. An answer that does not come leaves it Unknown: the gateway is asked what became of it
 * before anything is sent again, so that nobody is texted twice because a line was slow.
 */
export const sendSmsJob = (tariff: SmsTariff): Job<{ sms: string }> => ({
  ...smsTask,
  async run(app, { sms }) {
    const { db, config } = app.portal;
    if (!config.sms) return endUnsent(db, sms);
    const text = await claimSms(db, tariff, sms);
    if (!text) return restTillMorning(db, sms);
    if (text.state !== "Sending") return;
    const answer = await handOver(config.sms, text);
    if (answer.kind === "taken") await settle(db, sms, accepted);
    else if (answer.kind === "unclear")
      await settle(
        db,
        sms,
        sql`state = 'Unknown', trouble = ${answer.trouble}, "followAt" = now() + interval '2 minutes'`,
      );
    else if (answer.kind === "refused")
      await giveBack(db, sms, sql`state = 'Failed', body = null, trouble = ${answer.trouble}, "endedAt" = now()`);
    else {
      const { trouble } = answer;
      await giveBack(
        db,
        sms,
        sql`trouble = ${trouble}, state = case when attempts >= ${smsTask.attempts} then 'Failed' else 'Waiting' end,
          body = case when attempts >= ${smsTask.attempts} then null else body end`,
      );
      throw new PutOff(trouble);
    }
  },
});

/** The college has taken its gateway out since: nobody sends this text, and nothing keeps what it says. */
async function endUnsent(db: Database, id: string): Promise<void> {
  await sql`update portal.outgoing_sms set state = 'Failed', body = null, "endedAt" = now(),
      trouble = 'The college has no gateway for texts any more; the mail went out'
    where _id = ${id} and state = 'Waiting'`.execute(db);
}

/** The job of a text that waits for seven in the morning comes again then. */
async function restTillMorning(db: Database, sms: string): Promise<void> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from portal.sms_rest(now()))::float8 as seconds from portal.outgoing_sms
    where _id = ${sms} and kind <> 'Code' and state = 'Waiting'`.execute(db);
  const seconds = rows[0]?.seconds ?? 0;
  if (seconds > 0) await enqueueLater(db, smsTask, { sms }, seconds, `sms ${sms}`);
}

/** Texts that are asked about in one round. */
const AT_ONCE = 50;

/** Each minute: asks the gateway what became of texts, ever more slowly, until it says so or nobody waits any more. */
export const followTexts: Round = {
  name: "follow-texts",
  cron: "* * * * *",
  async run(app) {
    const { db, config } = app.portal;
    if (!config.sms) return;
    const { rows } = await sql<{ _id: string }>`
      update portal.outgoing_sms set "followAt" = now() + greatest(now() - "askedAt", interval '2 minutes')
      where _id in (select due._id from portal.outgoing_sms due
        where due."followAt" <= now() and due.state in ('Sending', 'Sent', 'Unknown') order by due."followAt" limit ${AT_ONCE} for update skip locked) returning _id`.execute(
      db,
    );
    for (const { _id } of rows) await followSms(app, _id, await askFate(config.sms, _id));
  },
};

async function followSms({ portal: { db } }: FastifyInstance, id: string, fate: SmsFate): Promise<void> {
  if (fate === "delivered") await end(db, id, "Delivered", null);
  else if (fate === "undelivered") await end(db, id, "Not delivered", "The network did not deliver it");
  else if (fate === "on its way") await settle(db, id, accepted);
  else if (fate === "not known") await sendOnceMore(db, id);
  // Sent: the gateway took it and never delivered. Else it never said whether it took it.
  await sql`update portal.outgoing_sms set body = null, "followAt" = null, "endedAt" = now(),
      state = case state when 'Sent' then 'Not delivered' else 'Unknown' end,
      trouble = case state when 'Sent' then 'The gateway took it and did not deliver it in time'
        else 'The gateway never said whether it took it' end
    where _id = ${id} and state in ('Sending', 'Sent', 'Unknown') and "askedAt" < now() - ${PATIENCE}`.execute(db);
}

const end = (db: Database, id: string, state: "Delivered" | "Not delivered", trouble: string | null) =>
  settle(
    db,
    id,
    sql`state = ${state}, trouble = ${trouble}::text, body = null, "followAt" = null, "endedAt" = now(),
      "sentAt" = coalesce("sentAt", "askedAt")`,
  );

/**
 * The gateway says that it has never had a text that may have been lost on its way to it: it is sent once more, under the same
 * `_id`, and not again after that. A code is not: its owner asks for another.
 */
async function sendOnceMore(db: Database, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql`select from portal.outgoing_sms
      where _id = ${id} and state in ('Sending', 'Unknown') and kind <> 'Code' and attempts < 2 and body is not null`.execute(
      trx,
    );
    if (rows.length > 0) {
      await giveBack(trx, id, sql`state = 'Waiting'`);
      await enqueue(trx, smsTask, { sms: id });
    } else
      await giveBack(
        trx,
        id,
        sql`state = 'Failed', body = null, "endedAt" = now(), trouble = 'The gateway never had it'`,
      );
  });
}
