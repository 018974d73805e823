import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { datesOf } from "#calendar/session/session.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { enqueueLater, type Job, type Round } from "#platform/jobs.server.ts";
import { perform, portalItself } from "#platform/perform.server.ts";
import type { Settled } from "./notification.audience.server.ts";
import { deliverNext, Stopped, type Underway } from "./notification.deliver.server.ts";
import { stopUnlessAllowed } from "./notification.stop.server.ts";

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
    .select(["reached", "state", "madeby"])
    .where("_id", "=", id)
    .where("state", "in", ["Waiting", "Sending"])
    .where("sendAt", "<=", sql<string>`now()`)
    .executeTakeFirst();
  if (!found) return undefined;
  const opens = found.session === null ? null : (await datesOf(db, found.session)).opens;
  return { ...found, audience: found.audience as Settled["audience"], opens };
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
