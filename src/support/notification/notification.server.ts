import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { staff, staffWithAny } from "#access/permission/permission.server.ts";
import { currentAdmission, sessionsInOrder } from "#calendar/session/session.server.ts";
import { type OrderedProgramme, programmesInOrderWithin } from "#college/programme/programme.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { columnsOf, mayRead, type RecordRules } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { dropMails, mailStates } from "#platform/mail/mail.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { classNoticeCalls } from "./class-notice/class-notice.server.ts";
import { noticeCalls, unreadNotices } from "./notice/notice.server.ts";
import { countAudience, countWithoutAccount, sampleOf } from "./notification.audience.server.ts";
import {
  checkAudience,
  notifications,
  readChoices,
  readDelivery,
  recallNotification,
  sendNotification,
} from "./notification.contract.ts";
import { impossibleNotifications } from "./notification.impossible.server.ts";
import { deliverNotification, missedNotifications } from "./notification.job.server.ts";
import { notificationTemplates } from "./notification.mail.server.ts";
import { type Author, authorOf, maySeeStages, resolveAudience } from "./notification.resolve.server.ts";
import type { NotificationState } from "./notification.rules.ts";
import { sendToAudience } from "./notification.send.server.ts";

export { countUnreadNotices, dropNotices } from "./notice/notice.server.ts";

/** What became of a notification. A mail that was written and is not there any more was stopped by a recall. */
async function deliveryOf(db: Database, id: string): Promise<Replied<typeof readDelivery>> {
  const { rows } = await sql<{
    post: string;
    state: NotificationState;
    people: number;
    counted: number;
    read: number;
    written: number;
    sent: number;
    waiting: number;
    failed: number;
    channel: string;
  }>`
    select n.channel, n.post, n.state, n.people, n.counted, count(r."readAt")::int as read, count(r.mail)::int as written,
      (count(*) filter (where m.state = 'sent'))::int as sent,
      (count(*) filter (where m.state = 'waiting'))::int as waiting,
      (count(*) filter (where m.state = 'failed'))::int as failed
    from portal.notification n
    left join portal.notification_recipient r on r.notification = n._id
    left join (${mailStates()}) m on m._id = r.mail
    where n._id = ${id} group by n._id`.execute(db);
  const [found] = rows;
  if (!found) throw new Error("A notification that was there is not");
  const { channel, read, written, sent, waiting, failed, ...told } = found;
  return {
    ...told,
    read: channel === "E-mail" ? null : read,
    mails: channel === "Portal" ? null : { sent, waiting, failed, stopped: written - sent - waiting - failed },
  };
}

interface RecallAsked {
  readonly who: Officer;
  readonly params: { readonly id: string };
  readonly body: { readonly reason: string };
}

/** Hides a notification, ends its sending, and takes back the mails that wait. What was sent cannot be taken back. */
async function takeNotificationBack({ trx, note }: Work, { who, params: { id }, body: { reason } }: RecallAsked) {
  const { rows } = await sql<{ title: string; people: number }>`
    update portal.notification set state = 'Recalled', recalledby = ${who.staff}, recalled = ${reason},
      "recalledAt" = now(), version = version + 1, "updatedAt" = now()
    where _id = ${id} and state not in ('Recalled', 'Stopped') returning title, people`.execute(trx);
  const [recalled] = rows;
  if (!recalled)
    throw refuse("taken-back-already", "This notification was recalled or stopped already, so nobody sees it");
  const stopped = await dropMails(trx, sql`select mail from portal.notification_recipient where notification = ${id}`);
  note({ deed: "notification.recall", subject: `notification:${id}`, after: { ...recalled, stopped }, reason });
  return { type: "success" as const, message: `${recalled.title}: recalled` };
}

/** A narrow right sees what was written within its own departments. */
export const notificationRules: RecordRules<typeof notifications> = {
  of: notifications,
  table: "notification",
  within: (column, { departments }) => sql`${column("departments")} <@ ${[...departments]}::uuid[]`,
};

/** What the author of a notification to some stages must mind. Contract 3.11. */
const OF_THE_DESK =
  "These stages are the desk's own, and nothing of them is released. Whoever gets this, or hears that others did, may learn from it where an application stands. Write only what may be known by everybody.";

/** Who tells somebody something: by the right to Notifications, or as a lecturer to the own classes. */
const writes = staffWithAny("staff:notifications.change|class-notices.change", () => [
  "notifications.change",
  "class-notices.change",
]);

export function notificationDeskCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  noticeCalls(app);
  classNoticeCalls(app);

  handle(app, checkAudience, writes, async ({ who, body }) => {
    const to = await resolveAudience(db, await authorOf(db, who), body.to);
    const [count, sample, unreached] = await Promise.all([
      countAudience(db, to),
      sampleOf(db, to),
      countWithoutAccount(db, to),
    ]);
    const warning = to.audience === "At a stage of the desk" ? OF_THE_DESK : null;
    return { count, sample, unreached, towhom: to.towhom, warning };
  });

  handle(app, readChoices, staff("notifications.change"), async ({ who }) => {
    const { scope } = who;
    const [sessions, admission, programmes, stages] = await Promise.all([
      sessionsInOrder(db),
      currentAdmission(db),
      programmesInOrderWithin(db, scope),
      maySeeStages(db, who),
    ]);
    return {
      sessions: sessions.map((one) => ({ ...one, admits: one._id === admission.session?._id })),
      programmes: programmes.map(({ _id, label }) => ({ _id, label })),
      departments: departmentsOf(programmes),
      everybody: scope === "all",
      stages,
    };
  });

  handle(app, sendNotification, writes, (ask) => write(app, ask, (work) => sendToAudience(work, ask)));

  handle(app, readDelivery, staff("notifications"), async ({ who, params: { id } }) => {
    await requireReached(db, who, id);
    return deliveryOf(db, id);
  });

  handle(app, recallNotification, writes, (ask) =>
    write(app, ask, async (work) => {
      await requireRecallable(work.trx, await authorOf(work.trx, ask.who), ask.params.id);
      return takeNotificationBack(work, ask);
    }),
  );
}

/** 404 for one that is not there, and for one beyond the reach. */
const requireReached = (db: Database, { scope }: Pick<Officer, "scope">, id: string) =>
  requireOne(db, id, mayRead(notificationRules, { scope }, columnsOf("t")));

/** The same of one to be taken back: a lecturer takes back what is the lecturer's own. */
const requireRecallable = (trx: Trx, { staff: member, scope }: Author, id: string) =>
  requireOne(
    trx,
    id,
    sql`(t.madeby = ${member} or ${scope === undefined ? sql`false` : mayRead(notificationRules, { scope }, columnsOf("t"))})`,
  );

async function requireOne(db: Database | Trx, id: string, allowed: RawBuilder<unknown>): Promise<void> {
  const { rows } = isId(id)
    ? await sql`select from portal.notification t where t._id = ${id} and ${allowed}`.execute(db)
    : { rows: [] };
  if (rows.length === 0) throw notFound();
}

/** The departments of some programmes, each once, by their names. */
function departmentsOf(programmes: readonly OrderedProgramme[]) {
  const names = new Map(programmes.map(({ department: { _id, name } }) => [_id, name]));
  return [...names].map(([_id, label]) => ({ _id, label })).sort((one, other) => one.label.localeCompare(other.label));
}

export const notificationNoun: Noun = {
  name: "notification",
  templates: notificationTemplates,
  calls: notificationDeskCalls,
  listings: [notificationRules],
  jobs: [deliverNotification],
  rounds: [missedNotifications],
  impossible: impossibleNotifications,
  studentSteps: [unreadNotices],
};
