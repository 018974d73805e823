import { sql } from "kysely";
import { submittedById } from "#applications/application/application.server.ts";
import { daysOfResults } from "#calendar/session/session.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself, type Trx } from "#platform/write/perform.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail, writeMail } from "#reference/message-template/message-template.server.ts";
import { areAwaited } from "#selection/review/review.read.server.ts";

/** Letters in one transaction: what is left over goes ten minutes later. */
const AT_ONCE = 200;

/** So many days before the last one. */
const DAYS_BEFORE = 7;

/** By day in Lagos: reminds whoever awaits results, once, in the week before the last day for them. */
export const remindOfResults: Round = {
  name: "remind-of-results",
  cron: "*/10 6-18 * * *",
  async run({ portal: { db, config } }) {
    const { rows } = await sql`select ${isToRemind} limit 1`.execute(db);
    if (rows.length === 0) return;
    await perform(db, portalItself, async ({ trx, note }) => {
      const { rows: waiting } = await sql<Waiting>`update portal.review r set "resultsRemindedAt" = now()
        from ${daysOfResults()} s where s._id = r.session
          and r._id in (select waiting._id ${isToRemind} limit ${AT_ONCE} for update of waiting skip locked)
        returning r._id, s.resultsby::text as until`.execute(trx);
      for (const one of waiting) await writeMail(trx, remindMail(await letterOf(trx, one, config.publicUrl)));
      note({ deed: "review.remind-of-results", subject: "review:many", after: waiting });
    });
  },
};

/** Soon after the last day in Lagos, and whenever it was missed: remembers whose results did not come, and tells them. */
export const markResultsOverdue: Round = {
  name: "mark-overdue-results",
  cron: "*/10 * * * *",
  async run({ portal: { db, config } }) {
    const { rows } = await sql`select ${isWrong} limit 1`.execute(db);
    if (rows.length === 0) return;
    await perform(db, portalItself, async ({ trx, note }) => {
      const { rows: turned } = await sql<Waiting & { results: string }>`update portal.review r
        set results = case r.results when 'Awaited' then 'Overdue' else 'Awaited' end,
          "resultsRemindedAt" = null, version = r.version + 1, "updatedAt" = now()
        from ${daysOfResults()} s where s._id = r.session
          and r._id in (select waiting._id ${isWrong} limit ${AT_ONCE} for update of waiting skip locked)
        returning r._id, s.resultsby::text as until, r.results`.execute(trx);
      for (const one of turned)
        if (one.results === "Overdue" && one.until)
          await writeMail(trx, overdueMail(await letterOf(trx, one, config.publicUrl)));
      note({ deed: "review.results-overdue", subject: "review:many", after: turned });
    });
  },
};

const isToRemind = sql`from portal.review waiting join ${daysOfResults()} last on last._id = waiting.session
  where waiting.results = 'Awaited' and ${areAwaited("waiting")} and waiting."resultsRemindedAt" is null
    and last.resultsby between (now() at time zone 'Africa/Lagos')::date
      and (now() at time zone 'Africa/Lagos')::date + ${sql.lit(DAYS_BEFORE)}`;

/** The last day may be moved: then what was overdue is awaited again. */
const isWrong = sql`from portal.review waiting
  where waiting.results is not null and ${areAwaited("waiting")}
    and waiting.results <> case when portal.results_may_come(waiting.session) then 'Awaited' else 'Overdue' end`;

interface Waiting {
  readonly _id: string;
  readonly until: string | null;
}

interface Letter {
  readonly firstname: string;
  readonly recipient: string;
  readonly code: string;
  readonly programme: string;
  readonly subjects: string;
  readonly due: string;
  readonly link: string;
}

const subjects = value("the subjects", "Biology, Chemistry");

async function letterOf(trx: Trx, { _id, until }: Waiting, publicUrl: string): Promise<Letter> {
  const { code, snapshot } = await submittedById(trx, _id);
  return {
    code,
    firstname: snapshot.bio.firstname,
    recipient: snapshot.bio.emailaddress,
    programme: programmeTitle(snapshot.programme),
    subjects: snapshot.sittings.flatMap(({ awaiting = [] }) => awaiting).join(", "),
    due: asDay(`${until}T12:00:00Z`),
    link: `${publicUrl}/app/olevelresult`,
  };
}

const resultsAwaited = mailTemplate({
  key: "results-awaited",
  name: "Results are still awaited",
  when: "A week before the last day for awaited O-Level results",
  reader: "applicants",
  values: { ...usual("firstname", "code", "programme", "due", "link"), subjects },
  must: ["due", "link"],
  subject: "{college}: your results are still awaited",
  text: `Dear {firstname},

Your application to {programme} awaits your results in {subjects}. Add them by {due}, here:
{link}

What is added later does not count for this application.

Your application code is {code}.

${signed.officeWithPhone}`,
});

const remindMail = ({ recipient, ...said }: Letter): Mail => fromTemplate(resultsAwaited, recipient, said);

const resultsOverdue = mailTemplate({
  key: "results-overdue",
  name: "Results have not come",
  when: "After the last day for awaited O-Level results",
  reader: "applicants",
  values: { ...usual("firstname", "code", "programme", "due", "link"), subjects },
  must: ["due"],
  subject: "{college}: your results have not come",
  text: `Dear {firstname},

{due} was the last day for the results that your application to {programme} awaits: {subjects}. The college decides on what it has. If they are out by now, tell the {office} at once.

Your application code is {code}.

${signed.officeWithPhone}`,
});

const overdueMail = ({ recipient, ...said }: Letter): Mail => fromTemplate(resultsOverdue, recipient, said);

export const awaitedResultTemplates = [resultsAwaited, resultsOverdue];
