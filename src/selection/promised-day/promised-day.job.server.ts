import { sql } from "kysely";
import { submittedById } from "#applications/application/application.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { type Mail, postMail } from "#platform/mail/mail.server.ts";
import { perform, portalItself, type Trx } from "#platform/write/perform.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";

/** Letters in one transaction: a round that is cut goes on at the next hour. */
const AT_ONCE = 500;

/**
 * Hourly by day in Lagos: tells whoever waits for a decision once that the promised day is over, and once of each new day. The
 * first day of an application stands on its page, and needs no mail.
 */
export const tellOfPromises: Round = {
  name: "tell-of-promised-days",
  cron: "27 6-18 * * *",
  async run({ portal: { db, config } }) {
    for (let more = await isAny(db); more; )
      more = await perform(db, portalItself, async ({ trx, note }) => {
        const told = await writeDown(trx);
        const mailed = told.filter(({ kind, again }) => kind === "Late" || again);
        for (const one of mailed) await postMail(trx, await letterOf(trx, config, one));
        const after = mailed.map(({ application, kind, day }) => ({ application, kind, day }));
        note({ deed: "promised-day.tell", subject: "applications", after });
        return told.length === AT_ONCE;
      });
  },
};

interface Told {
  readonly application: string;
  readonly kind: "Set" | "Late";
  readonly day: string;
  /** Another day had been told before. */
  readonly again: boolean;
}

const untold = sql`from portal.awaited_decision w cross join lateral (
    select case when w.dayslate > 0 then 'Late' else 'Set' end as kind) k
  where not exists (select from portal.promise_told told
    where told.application = w._id and told.day = w.day and told.kind = k.kind)`;

async function isAny(db: Parameters<typeof perform>[0]): Promise<boolean> {
  const { rows } = await sql`select ${untold} limit 1`.execute(db);
  return rows.length > 0;
}

/** Written down before they are sent, so that of two rounds at once one sends a letter. */
async function writeDown(trx: Trx): Promise<Told[]> {
  const { rows } = await sql<Told>`
    with written as (
      insert into portal.promise_told (application, applicant, day, kind)
      select w._id, w.applicant, w.day, k.kind ${untold} order by w._id limit ${AT_ONCE}
      on conflict do nothing returning application, day, kind)
    select application, kind, day, exists (select from portal.promise_told before
      where before.application = written.application and before.day <> written.day) as again
    from written`.execute(trx);
  return rows;
}

async function letterOf(trx: Trx, config: Config, { application, kind, day }: Told): Promise<Mail> {
  const { code, snapshot } = await submittedById(trx, application);
  const { bio, programme, session } = snapshot;
  const what = `your application to ${programmeTitle(programme)}, session ${session.name}`;
  return {
    recipient: bio.emailaddress,
    subject: `${brand.name}: ${kind === "Late" ? "our decision is late" : `our decision comes by ${asDay(day)}`}`,
    text: `Dear ${bio.firstname},

${kind === "Late" ? late(what, day) : anew(what, day)}

You see where it stands here, and there you can also withdraw it:
${config.publicUrl}/app/admission

Your application code is ${code}.

${contact.office}, ${brand.name}
${contact.emailaddress}, ${localPhone(contact.phonenumber)}`,
  };
}

const late = (what: string, day: string): string =>
  `We promised to decide about ${what}, by ${asDay(day)}. We have not done so, for which we are sorry. Your application stands, and
nothing is lost.

You may wait for the decision, or ask the ${contact.office} when it comes. If you cannot wait any longer you may withdraw the
application: say why, and the college counts it.`;

const anew = (what: string, day: string): string =>
  `We have set a new day for the decision about ${what}: it comes by ${asDay(day)}. Your application stands, and you need do nothing.`;
