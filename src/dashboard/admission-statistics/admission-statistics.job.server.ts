import { sql } from "kysely";
import { writeStaffMail } from "#access/staff-mail/staff-mail.server.ts";
import { admittingSessionId, everySession, sessionsById } from "#calendar/session/session.server.ts";
import { asFigure } from "#kit/value/count.rules.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself } from "#platform/write/perform.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";
import { addressesIn } from "./admission-statistics.contract.ts";
import { countGroups, type KeptStatistics, keepStatistics } from "./admission-statistics.make.server.ts";
import type { Layout } from "./admission-statistics.rules.ts";

/** Each morning: makes what is due of each schedule, by the week, the month and the sessions of the database's clock in Lagos. */
export const makeScheduledStatistics: Round = {
  name: "make-admission-statistics",
  cron: "35 4 * * *",
  async run({ portal: { db, config } }) {
    const { rows } = await sql<Due>`
      select s.layout, s.recipients, t.session, t.period from portal.statistics_schedule s cross join lateral (
        select ${admittingSessionId()} as session, to_char(now() at time zone 'Africa/Lagos',
          case s.every when 'Week' then 'IYYY "week" IW' else 'YYYY-MM' end) as period where s.every in ('Week', 'Month')
        union all
        select e._id, 'End of the session' from ${everySession()} e
          where s.every = 'Session' and e.closes between now() - interval '60 days' and now()) t
      where t.session is not null and not exists (select from portal.admission_statistics a
        where a.session = t.session and a.layout = s.layout and a.period = t.period)
      order by t.session, s.layout, t.period`.execute(db);
    for (const due of rows)
      await perform(db, portalItself, async ({ trx, note }) => {
        const groups = await countGroups(trx, due.session);
        const addresses = addressesIn(due.recipients);
        const { session, layout, period } = due;
        const made = { session, layout, period, madeby: null, sentto: addresses.join("\n") };
        const kept = await keepStatistics(trx, made, groups);
        note({
          deed: "admission_statistics.make",
          subject: `admission_statistics:${kept?._id ?? "same"}`,
          after: made,
        });
        if (!kept) return;
        const called = (await sessionsById(trx, [session])).get(session)?.name ?? "";
        for (const recipient of addresses)
          await writeStaffMail(
            trx,
            "statistics-made",
            statisticsMail(config, { recipient, called, layout, period, kept }),
          );
      });
  },
};

interface Due {
  readonly layout: Layout;
  readonly recipients: string;
  readonly session: string;
  readonly period: string;
}

interface Told extends Pick<Due, "layout" | "period"> {
  readonly recipient: string;
  readonly called: string;
  readonly kept: KeptStatistics;
}

export const statisticsMade = mailTemplate({
  key: "statistics-made",
  name: "Admission statistics are made",
  when: "Statistics of a schedule are made, to the addresses that it names",
  reader: "staff",
  values: {
    ...usual("session", "link"),
    period: value("the week, the month or the end of the session", "2026-11"),
    layout: value("whose layout it is", "NCCE"),
    applied: value("how many applied", "1,240"),
    admitted: value("how many were admitted", "820"),
    accepted: value("how many accepted", "640"),
    matriculated: value("how many matriculated", "610"),
  },
  must: ["link"],
  subject: "{shortname}: admission statistics of {session}, {period}",
  text: `Admission into {college}, session {session}, {period} (layout: {layout})

Applied: {applied}
Admitted: {admitted}
Accepted: {accepted}
Matriculated: {matriculated}

The tables by programme, sex, state of origin, age and mode of entry, to print or download:
{link}

${signed.portal}`,
});

const statisticsMail = ({ publicUrl }: Config, { recipient, called, layout, period, kept }: Told): Mail =>
  fromTemplate(statisticsMade, recipient, {
    ...{ session: called, period, layout, link: `${publicUrl}/staff/admission-statistics/${kept._id}` },
    ...{ applied: asFigure(kept.applied), admitted: asFigure(kept.admitted) },
    ...{ accepted: asFigure(kept.accepted), matriculated: asFigure(kept.matriculated) },
  });
