import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { textApplicant } from "#identity/account/account.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import { signature } from "#platform/config/signature.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Job, Round } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself } from "#platform/write/perform.server.ts";
import {
  mailTemplate,
  signed,
  textTemplate,
  usual,
  value,
} from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail, writeMails } from "#reference/message-template/message-template.server.ts";
import { giveNext, type Nudged } from "./nudge.audience.server.ts";
import { type NudgeKind, type NudgeWords, nudgeKinds, nudges } from "./nudge.rules.ts";

/** People of one transaction. */
const AT_ONCE = 200;

/** What a kind says now, the office's words before the usual ones. */
export async function wordsOf(db: Database, kind: NudgeKind): Promise<NudgeWords & { readonly version: number }> {
  const { rows } = await sql<NudgeWords & { version: number }>`
    select subject, words, days, daily, texts, version from portal.nudge_words where kind = ${kind}`.execute(db);
  return rows[0] ?? { ...nudges[kind].usual, version: 0 };
}

/** Reminds everybody to whom something is missing, batch by batch; who has got it already gets nothing more. */
export const sendNudgesJob: Job<{ kind: NudgeKind }> = {
  name: "send-nudges",
  attempts: 5,
  lane: ({ kind }) => `nudge ${kind}`,
  run: (app, { kind }) => remindAll(app, kind),
};

async function remindAll({ portal: { db, config } }: FastifyInstance, kind: NudgeKind): Promise<void> {
  const said = await wordsOf(db, kind);
  for (let more = true; more; )
    more = await perform(db, portalItself, async ({ trx, note }) => {
      const people = await giveNext(trx, kind, said.days, AT_ONCE);
      await writeMails(
        trx,
        people.map((person) => nudgeMail(config, kind, said, person)),
      );
      if (said.texts)
        for (const { _id: applicant } of people)
          await textApplicant(trx, config, {
            applicant,
            kind: "Reminder",
            template: reminderText,
            values: { title: said.subject, link: `${config.publicUrl}${nudges[kind].path}` },
          });
      note({ deed: "nudge.send", subject: `nudge:${kind}`, after: { people: people.length } });
      return people.length === AT_ONCE;
    });
}

/** Each morning at eight in Lagos: the kinds that go by themselves. */
export const remindDaily: Round = {
  name: "remind-of-what-is-missing",
  cron: "0 7 * * *",
  async run(app) {
    for (const kind of nudgeKinds) if ((await wordsOf(app.portal.db, kind)).daily) await remindAll(app, kind);
  },
};

/** What the link of a reminder is signed for. */
export const NO_REMINDERS = "link that ends reminders";

const reminder = mailTemplate({
  key: "reminder-of-what-is-missing",
  name: "A reminder of what is missing",
  when: "A reminder goes out: what it says is written under Reminders",
  reader: "applicants",
  values: {
    ...usual("firstname", "link"),
    title: value("what the reminder is about", "your application fee is not paid"),
    words: value("what the reminder says", "Your account is ready. Next comes the application fee."),
    stop: value("the address that ends reminders for good", "https://portal.example.edu.ng/no-reminders/…"),
  },
  must: ["words", "link", "stop"],
  subject: "{college}: {title}",
  text: `Dear {firstname},

{words}

{link}

You get this once. If you want no reminders at all, open this link; what we must tell you about your account, payments and application still comes:
{stop}

${signed.officeWithPhone}`,
});

const nudgeMail = (config: Config, kind: NudgeKind, { subject, words }: NudgeWords, to: Nudged): Mail =>
  fromTemplate(reminder, to.emailaddress, {
    ...{ firstname: to.firstname, title: subject, words },
    link: `${config.publicUrl}${nudges[kind].path}`,
    stop: `${config.publicUrl}/no-reminders/${to._id}.${signature(config, { use: NO_REMINDERS, text: to._id })}`,
  });

const reminderText = textTemplate({
  key: "reminder-text",
  name: "A reminder of what is missing",
  when: "Beside the mail, where that is switched on under Reminders",
  values: { ...usual("link"), title: value("what is asked for", "pay your application fee") },
  must: ["title", "link"],
  text: "{shortname}: {firstname}, please {title}: {link}",
});

export const nudgeTemplates = [reminder, reminderText];
