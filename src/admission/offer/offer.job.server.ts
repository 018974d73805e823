import { type RawBuilder, sql } from "kysely";
import { submittedById } from "#applications/application/application.status.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Round } from "#platform/jobs.server.ts";
import { postMail } from "#platform/mail/mail.server.ts";
import { perform, portalItself, type Trx } from "#platform/perform.server.ts";
import { reminderDays } from "./offer.contract.ts";
import { lapseMail, type Offered, reminderMail } from "./offer.mail.server.ts";
import { isAwaiting, isOver, type Terms, today } from "./offer.server.ts";

/** Letters in one transaction: a round that is cut goes on at the next hour. */
const AT_ONCE = 500;

/** Hourly by day in Lagos: reminds of offers that wait, 7, 3 and 1 days before the last day and on it. Once each. */
export const remindOfOffers: Round = {
  name: "remind-of-offers",
  cron: "17 6-18 * * *",
  async run({ portal: { db, config } }) {
    for (let more = await isAny(db, isToRemind); more; ) {
      more = await perform(db, portalItself, async ({ trx, note }) => {
        const sent = await writeReminders(trx);
        for (const { days, ...offer } of sent)
          await postMail(trx, reminderMail(config, await offered(trx, offer), days));
        const after = sent.map(({ application, days }) => ({ application, days }));
        note({ deed: "offer.remind", subject: "offers", after });
        return sent.length === AT_ONCE;
      });
    }
  },
};

/** Nightly: says of offers that nobody accepted in time that they have lapsed. Once each. */
export const lapseOffers: Round = {
  name: "lapse-offers",
  cron: "7 5 * * *",
  async run({ portal: { db, config } }) {
    for (let more = await isAny(db, isToLapse); more; ) {
      more = await perform(db, portalItself, async ({ trx, note }) => {
        const over = await markLapsed(trx);
        for (const offer of over) await postMail(trx, lapseMail(config, await offered(trx, offer)));
        note({ deed: "offer.lapse", subject: "offers", after: over.map(({ application }) => ({ application })) });
        return over.length === AT_ONCE;
      });
    }
  },
};

/** Not on the day of the release itself, whose letter says the same. */
const isToRemind = sql`offer.due - ${today} = any(${[...reminderDays]}::int[]) and ${isAwaiting()}
  and offer."releasedAt" < now() - interval '12 hours'
  and not exists (select from portal.offer_reminder sent
    where sent.offer = offer.application and sent.due = offer.due and sent.days = offer.due - ${today})`;

const isToLapse = sql`offer."lapsedAt" is null and ${isOver()} and ${isAwaiting()}`;

async function isAny(db: Database, condition: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`select from portal.offer where ${condition} limit 1`.execute(db);
  return rows.length > 0;
}

interface Found {
  readonly application: string;
  readonly kind: number;
  readonly due: string;
  readonly terms: Terms;
}

/** Written down before they are sent, so that of two rounds at once one sends a letter. */
async function writeReminders(trx: Trx): Promise<(Found & { days: number })[]> {
  const { rows } = await sql<Found & { days: number }>`
    with written as (
      insert into portal.offer_reminder (offer, due, days)
      select offer.application, offer.due, offer.due - ${today} from portal.offer where ${isToRemind} limit ${AT_ONCE}
      on conflict do nothing returning offer, days)
    select offer.application, offer.kind, offer.due, offer.terms, written.days
    from written join portal.offer on offer.application = written.offer`.execute(trx);
  return rows;
}

async function markLapsed(trx: Trx): Promise<Found[]> {
  const { rows } = await sql<Found>`
    update portal.offer set "lapsedAt" = now() where offer.application in (
      select offer.application from portal.offer where ${isToLapse} limit ${AT_ONCE} for update skip locked)
    returning offer.application, offer.kind, offer.due, offer.terms`.execute(trx);
  return rows;
}

async function offered(trx: Trx, { application, kind, due, terms }: Found): Promise<Offered> {
  const { code, snapshot } = await submittedById(trx, application);
  return {
    bio: snapshot.bio,
    code,
    kind,
    due,
    programme: programmeTitle(terms.programme),
    session: terms.session.name,
  };
}
