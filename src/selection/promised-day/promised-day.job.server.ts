import { sql } from "kysely";
import { submittedById } from "#applications/application/application.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself, type Trx } from "#platform/write/perform.server.ts";
import { mailTemplate, signed, usual } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail, writeMail } from "#reference/message-template/message-template.server.ts";

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
        for (const one of mailed) await writeMail(trx, await letterOf(trx, config, one));
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

const decisionLate = mailTemplate({
  key: "decision-late",
  name: "The decision is late",
  when: "The promised day of the decision is over",
  reader: "applicants",
  values: usual("firstname", "code", "programme", "session", "due", "link"),
  must: ["link"],
  subject: "{college}: our decision is late",
  text: `Dear {firstname},

We promised to decide about your application to {programme}, session {session}, by {due}. We have not done so, for which we are sorry. Your application stands, and
nothing is lost.

You may wait for the decision, or ask the {office} when it comes. If you cannot wait any longer you may withdraw the
application: say why, and the college counts it.

You see where it stands here, and there you can also withdraw it:
{link}

Your application code is {code}.

${signed.officeWithPhone}`,
});

const decisionDay = mailTemplate({
  key: "decision-new-day",
  name: "A new day for the decision",
  when: "The college promises another day for the decision",
  reader: "applicants",
  values: usual("firstname", "code", "programme", "session", "due", "link"),
  must: ["due", "link"],
  subject: "{college}: our decision comes by {due}",
  text: `Dear {firstname},

We have set a new day for the decision about your application to {programme}, session {session}: it comes by {due}. Your application stands, and you need do nothing.

You see where it stands here, and there you can also withdraw it:
{link}

Your application code is {code}.

${signed.officeWithPhone}`,
});

async function letterOf(trx: Trx, { publicUrl }: Config, { application, kind, day }: Told): Promise<Mail> {
  const { code, snapshot } = await submittedById(trx, application);
  const { bio, programme, session } = snapshot;
  return fromTemplate(kind === "Late" ? decisionLate : decisionDay, bio.emailaddress, {
    ...{ firstname: bio.firstname, code, due: asDay(day), session: session.name },
    programme: programmeTitle(programme),
    link: `${publicUrl}/app/admission`,
  });
}

export const promisedDayTemplates = [decisionLate, decisionDay];
