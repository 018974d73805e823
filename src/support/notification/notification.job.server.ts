import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { coversDepartments, holdersOf, stillReaches } from "#access/permission/permission.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { writeStaffMail } from "#access/staff-mail/staff-mail.server.ts";
import { datesOf } from "#calendar/session/session.server.ts";
import { type AccountContact, contactsOf } from "#identity/account/account.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { enqueueLater, type Job, type Round } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself, type Trx, type Work } from "#platform/write/perform.server.ts";
import { writeMails } from "#reference/message-template/message-template.server.ts";
import { classesBeyond } from "./class-notice/class-notice.reach.server.ts";
import { type ResolvedAudience, someOfAudience, studentsAmong } from "./notification.audience.server.ts";
import { notificationMail, stoppedMail } from "./notification.mail.server.ts";

interface Underway extends ResolvedAudience {
  readonly _id: string;
  readonly title: string;
  readonly post: string;
  readonly channel: string;
  /** Everybody up to this one has been looked at. */
  readonly reached: string | null;
}

/** Thrown where a notification was recalled, or brought to its end, while its next people were looked for. */
class Stopped extends Error {}

/** People of one transaction: few enough that it is short, and that a crash takes little back. */
export const AT_ONCE = 500;

/**
 * Gives a notification to the next of those it is for: a row each, and a mail each with it. Who has got it already gets
 * nothing more, because the row is there. Answers whether everybody has got it now.
 */
async function deliverNext({ trx, note }: Work, config: Config, told: Underway): Promise<boolean> {
  const next = await someOfAudience(trx, told, { after: told.reached, most: AT_ONCE });
  const isOver = next.length < AT_ONCE;
  const given = await give(trx, told, await contactsOf(trx, next));
  const students = await studentsAmong(trx, next);
  const written = given.flatMap(({ mail, ...contact }) =>
    mail === null
      ? []
      : [{ ...notificationMail(config, told, { ...contact, studies: students.has(contact._id) }), _id: mail }],
  );
  await writeMails(trx, written);
  const { rows } = await sql`
    update portal.notification set state = ${isOver ? "Sent" : "Sending"}, reached = greatest(reached, ${next.at(-1) ?? null}::uuid),
      people = people + ${given.length}::int, "endedAt" = ${isOver ? sql`now()` : sql`null`}, "updatedAt" = now(),
      version = version + 1
    where _id = ${told._id} and state in ('Waiting', 'Sending') returning _id`.execute(trx);
  if (rows.length === 0) throw new Stopped();
  note({
    deed: "notification.deliver",
    subject: `notification:${told._id}`,
    after: { people: given.length, mails: written.length },
  });
  return isOver;
}

type Given = AccountContact & { readonly mail: string | null };

/** Writes down who gets it now. Of two that do so at once, one finds that the other has. */
async function give(trx: Trx, { _id, channel }: Underway, contacts: readonly AccountContact[]): Promise<Given[]> {
  const rows = contacts.map((contact) => ({ applicant: contact._id, mail: channel === "Portal" ? null : newId() }));
  const { rows: given } = await sql<{ applicant: string; mail: string | null }>`
    insert into portal.notification_recipient (notification, applicant, mail)
    select ${_id}::uuid, applicant, mail from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(applicant uuid, mail uuid)
    on conflict do nothing returning applicant, mail`.execute(trx);
  const mails = new Map(given.map(({ applicant, mail }) => [applicant, mail]));
  return contacts.flatMap((contact) => {
    const mail = mails.get(contact._id);
    return mail === undefined ? [] : [{ ...contact, mail }];
  });
}

interface Kept {
  readonly _id: string;
  readonly title: string;
  readonly state: string;
  readonly audience: string;
  readonly classes: readonly string[];
  readonly departments: readonly string[] | null;
  readonly madeby: string;
}

/**
 * Stops a notification that waited for its minute when its author, suspended, without the right or without the class by now, may
 * not send it any more; whoever may send notifications to everybody gets a letter. Answers whether it was stopped.
 */
async function stopUnlessAllowed({ trx, note }: Work, config: Config, kept: Kept): Promise<boolean> {
  const { _id, title, state, madeby } = kept;
  if (state !== "Waiting" || (await mayStillSend(trx, kept))) return false;
  const author = (await namesOfStaff(trx, [madeby])).get(madeby) ?? "Its author";
  const reason = `${author}, who wrote it, may not send it any more`;
  const { rows } = await sql`update portal.notification
    set state = 'Stopped', stopped = ${reason}, version = version + 1, "updatedAt" = now()
    where _id = ${_id} and state = 'Waiting' returning _id`.execute(trx);
  if (rows.length === 0) return true;
  note({ deed: "notification.stop", subject: `notification:${_id}`, after: { state: "Stopped" }, reason });
  for (const holder of await holdersOf(trx, "notifications.change"))
    await writeStaffMail(trx, "notice-stopped", stoppedMail(config, { _id, title, reason }, holder));
  return true;
}

async function mayStillSend(trx: Trx, { audience, classes, departments, madeby }: Kept): Promise<boolean> {
  if (audience === "Students of courses")
    return (await classesBeyond(trx, madeby, { classes, deed: ".change" })).length === 0;
  const keys =
    audience === "At a stage of the desk" ? ["notifications.change", "applications"] : ["notifications.change"];
  for (const key of keys) if (!coversDepartments(await stillReaches(trx, madeby, key), departments)) return false;
  return true;
}

/**
 * Brings a notification to the next of those it is for, and asks for the rest to follow. A portal that dies goes on where it
 * was; work that is done twice finds that its people have got it.
 */
export const deliverNotification: Job<{ notification: string }> = {
  name: "deliver-notification",
  attempts: 25,
  lane: ({ notification }) => laneOf(notification),
  async run(app, { notification }) {
    const { db, config } = app.portal;
    const underway = await dueNow(db, notification);
    if (!underway) return;
    try {
      await perform(db, portalItself, async (work) => {
        if (await stopUnlessAllowed(work, config, underway)) return;
        const isOver = await deliverNext(work, config, underway);
        if (!isOver) await enqueueLater(work.trx, deliverNotification, { notification }, 0, laneOf(notification));
      });
    } catch (fault) {
      if (!(fault instanceof Stopped)) throw fault;
    }
  },
};

/** What tells the jobs of one notification apart. */
export const laneOf = (notification: string) => `notification:${notification}`;

/** A notification whose minute has come and whose audience is not through yet. */
async function dueNow(db: Database, id: string): Promise<(Underway & { readonly state: string }) | undefined> {
  const found = await db
    .selectFrom("notification")
    .select(["_id", "title", "post", "channel", "audience", "session", "programmes", "stages", "person", "departments"])
    .select(["reached", "state", "madeby", "level", "classes"])
    .where("_id", "=", id)
    .where("state", "in", ["Waiting", "Sending"])
    .where("sendAt", "<=", sql<string>`now()`)
    .executeTakeFirst();
  if (!found) return undefined;
  const opens = found.session === null ? null : (await datesOf(db, found.session)).opens;
  return { ...found, audience: found.audience as ResolvedAudience["audience"], opens };
}

/** Every ten minutes: takes up what should be on its way and is not, whatever became of its job. */
export const missedNotifications: Round = {
  name: "missed-notifications",
  cron: "*/10 * * * *",
  async run({ portal: { db } }: FastifyInstance) {
    const missed = await db
      .selectFrom("notification")
      .select("_id")
      .where("state", "in", ["Waiting", "Sending"])
      .where(sql<boolean>`greatest("sendAt", "updatedAt") < now() - interval '5 minutes'`)
      .execute();
    for (const { _id } of missed) await enqueueLater(db, deliverNotification, { notification: _id }, 0, laneOf(_id));
  },
};
