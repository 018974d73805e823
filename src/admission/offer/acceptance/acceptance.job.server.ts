import { type RawBuilder, sql } from "kysely";
import { textApplicant } from "#identity/account/account.server.ts";
import { isBeingChecked } from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself, type Trx } from "#platform/write/perform.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import { lapseMail, lastDayText, type OfferOfMail, offerToMail, reminderMail } from "../offer.mail.server.ts";
import { isAwaiting, isOver, todayInLagos } from "../offer.read.server.ts";
import { reminderDays } from "../offer.rules.ts";

/** Letters in one transaction: a round that is cut goes on at the next hour. */
const AT_ONCE = 500;

/** Texts cost money: only the day before the last one, and the last one. */
const TEXTED_DAYS = 1;

/** Hourly by day in Lagos: reminds of offers that wait, 7, 3 and 1 days before the last day and on it. Once each. */
export const remindOfOffers: Round = {
  name: "remind-of-offers",
  cron: "17 6-18 * * *",
  async run({ portal: { db, config } }) {
    for (let more = await isAny(db, isToRemind); more; ) {
      more = await perform(db, portalItself, async ({ trx, note }) => {
        const sent = await writeReminders(trx);
        for (const { days, applicant, ...offer } of sent) {
          await writeMail(trx, reminderMail(config, await offerToMail(trx, offer), days));
          if (days <= TEXTED_DAYS)
            await textApplicant(trx, config, {
              applicant,
              kind: "Last day",
              template: lastDayText,
              values: { day: days === 0 ? "today" : "tomorrow", link: `${config.publicUrl}/app/accept` },
            });
        }
        const after = sent.map(({ application, days }) => ({ application, days }));
        note({ deed: "offer.remind", subject: "offers", after });
        return sent.length === AT_ONCE;
      });
    }
  },
};

/** Nightly: marks offers that nobody accepted in time as lapsed, and says so to who was still to accept. Once each. */
export const lapseOffers: Round = {
  name: "lapse-offers",
  cron: "7 5 * * *",
  async run({ portal: { db, config } }) {
    for (let more = await isAny(db, isToLapse); more; ) {
      more = await perform(db, portalItself, async ({ trx, note }) => {
        const over = await markLapsed(trx);
        for (const offer of over)
          if (offer.awaited) await writeMail(trx, lapseMail(config, await offerToMail(trx, offer)));
        note({ deed: "offer.lapse", subject: "offers", after: over.map(({ application }) => ({ application })) });
        return over.length === AT_ONCE;
      });
    }
  },
};

/** Not on the day of the release itself, whose letter says the same. */
const isToRemind = sql`offer.due - ${todayInLagos} = any(${[...reminderDays]}::int[]) and ${isAwaiting()}
  and offer."releasedAt" < now() - interval '12 hours'
  and not exists (select from portal.offer_reminder sent
    where sent.offer = offer.application and sent.due = offer.due and sent.days = offer.due - ${todayInLagos})`;

/** Also one whose applicant has another place or paid late, who was told that already; not while money is being checked. */
const isToLapse = sql`offer."lapsedAt" is null and not offer.accepted and ${isOver()}
  and not ${isBeingChecked(sql.ref("offer.application"))}`;

async function isAny(db: Database, condition: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`select from portal.offer where ${condition} limit 1`.execute(db);
  return rows.length > 0;
}

type Reminded = OfferOfMail & { readonly days: number; readonly applicant: string };

/** Written down before they are sent, so that of two rounds at once one sends a letter. */
async function writeReminders(trx: Trx): Promise<Reminded[]> {
  const { rows } = await sql<Reminded>`
    with written as (
      insert into portal.offer_reminder (offer, due, days)
      select offer.application, offer.due, offer.due - ${todayInLagos} from portal.offer where ${isToRemind} limit ${AT_ONCE}
      on conflict do nothing returning offer, days)
    select offer.application, offer.applicant, offer.kind, offer.due, offer.terms, written.days
    from written join portal.offer on offer.application = written.offer`.execute(trx);
  return rows;
}

async function markLapsed(trx: Trx): Promise<(OfferOfMail & { awaited: boolean })[]> {
  const { rows } = await sql<OfferOfMail & { awaited: boolean }>`
    with due as (select offer.application from portal.offer where ${isToLapse} limit ${AT_ONCE} for update skip locked)
    update portal.offer set "lapsedAt" = now() from due where offer.application = due.application
    returning offer.application, offer.kind, offer.due, offer.terms, ${isAwaiting()} as awaited`.execute(trx);
  return rows;
}
