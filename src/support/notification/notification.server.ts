import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { currentAdmission, sessionsInOrder } from "#calendar/session/session.server.ts";
import { programmesInOrderWithin } from "#college/programme/programme.order.server.ts";
import { columnsOf, type Rules, reached } from "#console/record/record.rules.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { contactsOf } from "#identity/account/account.audience.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { write } from "#platform/write.server.ts";
import { countEverybody, someOf } from "./notification.audience.server.ts";
import {
  checkAudience,
  notifications,
  readChoices,
  readDelivery,
  recallNotification,
  sendNotification,
} from "./notification.contract.ts";
import { deliveryOf } from "./notification.delivery.server.ts";
import { recall } from "./notification.recall.server.ts";
import { send } from "./notification.send.server.ts";
import { maySeeStages, settle } from "./notification.settle.server.ts";
import { OF_THE_DESK } from "./notification.words.server.ts";

/** A narrow right sees what was written within its own departments. */
export const notificationRules: Rules<typeof notifications> = {
  of: notifications,
  table: "notification",
  within: (column, { departments }) => sql`${column("departments")} <@ ${[...departments]}::uuid[]`,
};

const SAMPLE = 5;

export function notificationDeskCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, checkAudience, staff("notifications.change"), async ({ who, body }) => {
    const to = await settle(db, who, body.to);
    const [count, first] = await Promise.all([countEverybody(db, to), someOf(db, to, { after: null, most: SAMPLE })]);
    const sample = await contactsOf(db, first);
    return {
      count,
      sample: sample.map(({ lastname, firstname, jamb }) => `${lastname} ${firstname}, ${jamb}`),
      towhom: to.towhom,
      warning: to.audience === "At a stage of the desk" ? OF_THE_DESK : null,
    };
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
      everybody: scope === "all",
      stages,
    };
  });

  handle(app, sendNotification, staff("notifications.change"), (ask) => write(app, ask, (work) => send(work, ask)));

  handle(app, readDelivery, staff("notifications"), async ({ who, params: { id } }) => {
    await requireReached(db, who, id);
    return deliveryOf(db, id);
  });

  handle(app, recallNotification, staff("notifications.change"), (ask) =>
    write(app, ask, async (work) => {
      await requireReached(work.trx, ask.who, ask.params.id);
      return recall(work, ask);
    }),
  );
}

/** 404 for one that is not there, and for one beyond the reach. */
async function requireReached(db: Database, who: Officer, id: string): Promise<void> {
  const { rows } = isId(id)
    ? await sql`select from portal.notification t
        where t._id = ${id} and ${reached(notificationRules, who, columnsOf("t"))}`.execute(db)
    : { rows: [] };
  if (rows.length === 0) throw notFound();
}
