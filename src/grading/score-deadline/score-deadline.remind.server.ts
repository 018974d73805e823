import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { membersOfStaff } from "#access/staff/staff.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself, type Trx } from "#platform/write/perform.server.ts";
import {
  type MailTemplate,
  mailTemplate,
  signed,
  usual,
  value,
} from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail, writeMails } from "#reference/message-template/message-template.server.ts";
import { workingAllocations } from "#teaching/course-allocation/course-allocation.server.ts";
import { everySheet } from "../score-sheet/score-sheet.server.ts";
import { sheetsDue } from "./score-deadline.read.server.ts";

type Kind = "Week" | "Day" | "Late";

interface Told {
  readonly staff: string;
  readonly code: string;
  readonly day: string;
  readonly kind: Kind;
}

/** So long after the day somebody is still told that it is over: in days. */
const TOLD_WITHIN = 30;

/** Of whom something is due, and who was not told of it yet. */
const untold = sql`(select d._id as class, d.code, d.day, a.staff, of.kind
  from (select (now() at time zone 'Africa/Lagos')::date as day) today
  join ${sheetsDue()} d on d.day between today.day - ${TOLD_WITHIN}::int and today.day + 7
  cross join lateral (select case when today.day > d.day then 'Late' when today.day >= d.day - 1 then 'Day' else 'Week' end as kind) of
  join ${workingAllocations()} a on a.class = d._id
  left join ${everySheet()} s on s.class = d._id
  where coalesce(s.state in ('Open', 'Returned'), true) and not exists (select from portal.score_reminder was
    where (was.class, was.staff, was.day, was.kind) = (d._id, a.staff, d.day, of.kind)))`;

/** A week before, a day before, and when the day is over: each lecturer once for each class and day. Two rounds at once tell nobody twice. */
export const remindOfSheets: Round = {
  name: "remind-of-score-sheets",
  cron: "12 6-18 * * *",
  async run({ portal: { db, config } }: FastifyInstance) {
    const { rows: found } = await sql<{ class: string }>`select u.class from ${untold} u limit 1`.execute(db);
    if (found.length === 0) return;
    await perform(db, portalItself, async ({ trx, note }) => {
      const { rows } = await sql<Told>`
        with due as materialized (select u.* from ${untold} u),
        told as (insert into portal.score_reminder (class, staff, day, kind) select due.class, due.staff, due.day, due.kind from due
          on conflict do nothing returning class, staff, day, kind)
        select told.staff, due.code, told.day, told.kind from told join due using (class, staff, day, kind)
        order by told.staff, told.day, due.code`.execute(trx);
      await mailTo(trx, config.publicUrl, rows);
      note({ deed: "score_deadline.remind", subject: "score_deadline:many", after: { sheets: rows.length } });
    });
  },
};

async function mailTo(trx: Trx, publicUrl: string, told: readonly Told[]): Promise<void> {
  const members = await membersOfStaff(trx, [...new Set(told.map(({ staff }) => staff))]);
  const letters = [...Map.groupBy(told, ({ staff, day, kind }) => `${staff} ${day} ${kind}`).values()];
  await writeMails(
    trx,
    letters.flatMap((of) => {
      const [one] = of;
      const to = one && members.get(one.staff);
      const codes = of.map(({ code }) => code);
      return one && to ? [reminder(publicUrl, to, one, codes)] : [];
    }),
  );
}

const reminderValues = {
  ...usual("name", "due", "link"),
  sheets: value("how many", "2 score sheets"),
  which: value("which they are, and is or are", "The score sheets of BIO 111, BIO 112 are"),
};

const end = `Type a mark, or a code such as ABS, for everybody in the class, then send the sheet in:

{link}

${signed.office}`;

const due = (subject: string) => ({
  reader: "staff" as const,
  values: reminderValues,
  must: ["link"] as const,
  subject,
  text: `Dear {name},

{which} due on {due}.

${end}`,
});

const templates: Readonly<Record<Kind, MailTemplate<keyof typeof reminderValues>>> = {
  Week: mailTemplate({
    key: "score-sheets-due-in-a-week",
    name: "Score sheets are due in a week",
    when: "A week before the day on which score sheets are due",
    ...due("{college}: {sheets} due in a week"),
  }),
  Day: mailTemplate({
    key: "score-sheets-due-now",
    name: "Score sheets are due now",
    when: "The day before score sheets are due, and on that day",
    ...due("{college}: {sheets} due now"),
  }),
  Late: mailTemplate({
    key: "score-sheets-late",
    name: "Score sheets are late",
    when: "After the day on which score sheets were due",
    reader: "staff",
    values: reminderValues,
    must: ["link"],
    subject: "{college}: {sheets} late",
    text: `Dear {name},

{which} late: the last day was {due}.

${end}`,
  }),
};

const reminder = (
  publicUrl: string,
  { name, emailaddress }: { readonly name: string; readonly emailaddress: string },
  { day, kind }: Told,
  codes: readonly string[],
): Mail =>
  fromTemplate(templates[kind], emailaddress, {
    ...{ name, due: asDay(day), sheets: asCount(codes.length, "score sheet") },
    which: codes.length === 1 ? `The score sheet of ${codes[0]} is` : `The score sheets of ${codes.join(", ")} are`,
    link: `${publicUrl}/staff/my-courses`,
  });

export const deadlineTemplates = Object.values(templates);
