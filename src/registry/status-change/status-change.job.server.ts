import { type RawBuilder, sql } from "kysely";
import { Refusal } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself, type Work } from "#platform/write/perform.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import { everyStudent } from "../student/student.server.ts";
import { bringIntoForce, keepApplied, lockChange, todayInLagos } from "./status-change.apply.server.ts";
import { overdueMail, returnMail, type Written } from "./status-change.mail.server.ts";
import { returnReminderDays } from "./status-change.rules.ts";

/** Hourly, first just after midnight in Lagos: what was approved for a day comes into force on it, one student at a time. */
export const applyStatusChanges: Round = {
  name: "apply-status-changes",
  cron: "3 * * * *",
  async run({ portal: { db, config } }) {
    const { rows } = await sql<{ _id: string }>`select _id from portal.status_change
      where state = 'Approved' and effective <= ${todayInLagos} order by effective, _id`.execute(db);
    for (const { _id } of rows) {
      try {
        await perform(db, portalItself, (work) => applyDue(work, config, _id));
      } catch (fault) {
        // Such as a return of somebody who is a student anew by now: it holds up nobody else's.
        if (!(fault instanceof Refusal)) throw fault;
        await perform(db, portalItself, (work) => overtake(work, _id, fault.message));
      }
    }
  },
};

/** Another may have been here meanwhile; who stands elsewhere by now is left there, and the history says so. */
async function applyDue(work: Work, config: Config, id: string): Promise<void> {
  const change = await lockChange(work.trx, id);
  const subject = `student:${change?.student}`;
  if (change?.state !== "Approved") return work.note({ deed: "student_status.nothing", subject });
  if (change.of.status === change.fromstatus)
    return bringIntoForce(work, config, change, () => keepApplied(work.trx, id, null));
  await overtake(work, id, "The student's status was changed meanwhile");
}

/** What was planned falls away, and the student's history says why. */
async function overtake({ trx, note }: Work, id: string, reason: string): Promise<void> {
  const { rows } = await sql<{
    student: string;
  }>`update portal.status_change set state = 'Overtaken', version = version + 1
    where _id = ${id} and state = 'Approved' returning student`.execute(trx);
  note({ deed: "student_status.overtaken", subject: `student:${rows[0]?.student}`, reason, after: { change: id } });
}

/** Letters in one transaction: a round that is cut goes on the next day. */
const AT_ONCE = 500;

/** Each morning: reminds of returns 30 and 7 days before, and marks whoever was expected back and is not. Once each. */
export const remindOfReturns: Round = {
  name: "remind-of-returns",
  cron: "37 6 * * *",
  async run({ portal: { db, config } }) {
    for (let more = true; more; ) more = await remindSome(db, config);
    for (let more = true; more; ) more = await markSome(db, config);
  },
};

type Reminded = Written & { readonly returnon: string };

const isAway = sql`c.state = 'Applied' and c."endedAt" is null`;

/**
 * The changes `c` whose return is near, each with the `days` of the reminder that is due: the nearest of those whose day has come
 * while the change was in force. So a morning that was missed is made up for, once.
 */
const toRemind = sql`portal.status_change c cross join unnest(${[...returnReminderDays]}::int[]) as due(days)
  where ${isAway} and c.returnon - ${todayInLagos} between 0 and due.days
    and (c."appliedAt" at time zone 'Africa/Lagos')::date <= c.returnon - due.days
    and not exists (select from unnest(${[...returnReminderDays]}::int[]) nearer
      where nearer < due.days and nearer >= c.returnon - ${todayInLagos})
    and not exists (select from portal.return_reminder sent where sent.change = c._id and sent.days = due.days)`;

const isToMark = sql`${isAway} and c.returnon < ${todayInLagos} and c."overdueAt" is null`;

/** What a letter names of a change and its student. */
const lettered = sql`c.name, c.matric, c.fromstatus, c.status, c.kind, c.reason, c.effective, c.returnon, c.undoes,
  jsonb_build_object('firstname', s.firstname, 'emailaddress', s.emailaddress) as of`;

async function isAny(db: Database, some: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`select c._id from ${some} limit 1`.execute(db);
  return rows.length > 0;
}

async function remindSome(db: Database, config: Config): Promise<boolean> {
  if (!(await isAny(db, toRemind))) return false;
  return perform(db, portalItself, async ({ trx, note }) => {
    // Written down before they are sent, so that of two rounds at once one sends a letter.
    const { rows } = await sql<Reminded & { days: number }>`
      with written as (
        insert into portal.return_reminder (change, days)
        select c._id, due.days from ${toRemind} limit ${AT_ONCE}
        on conflict do nothing returning change)
      select ${lettered}, c.returnon - ${todayInLagos} as days from written join portal.status_change c on c._id = written.change
      join ${everyStudent()} s on s._id = c.student`.execute(trx);
    for (const one of rows) await writeMail(trx, returnMail(config, one, one.days));
    note({ deed: "student_status.remind", subject: "students", after: { count: rows.length } });
    return rows.length === AT_ONCE;
  });
}

async function markSome(db: Database, config: Config): Promise<boolean> {
  if (!(await isAny(db, sql`portal.status_change c where ${isToMark}`))) return false;
  return perform(db, portalItself, async ({ trx, note }) => {
    const { rows } = await sql<Reminded>`
      with marked as (
        update portal.status_change set "overdueAt" = now() where _id in (
          select c._id from portal.status_change c where ${isToMark} limit ${AT_ONCE} for update skip locked)
        returning *)
      select ${lettered} from marked c join ${everyStudent()} s on s._id = c.student`.execute(trx);
    for (const one of rows) await writeMail(trx, overdueMail(config, one));
    note({ deed: "student_status.overdue", subject: "students", after: { count: rows.length } });
    return rows.length === AT_ONCE;
  });
}
