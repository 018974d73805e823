import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import type { WaitingLine } from "#console/noun/noun.server.ts";
import { columnsOf, mayList } from "#console/record/record.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { write } from "#platform/write/write.server.ts";
import {
  allowRegistration,
  approveRegistrations,
  dropWithdrawn,
  readChecked,
  readInbox,
  readNextToMend,
  returnRegistrations,
} from "./inbox.contract.ts";
import { allowOne, approveClear, dropWithdrawnOf, returnChosen } from "./inbox.decide.server.ts";
import { registerForCalls } from "./inbox.for.server.ts";
import { checkedOf, inboxOf, inboxRules, nextToMend } from "./inbox.judged.server.ts";

export { inboxRules } from "./inbox.judged.server.ts";

/** What the office does about registrations. */
export function inboxCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;
  const change = staff("registrations.change");
  registerForCalls(app);

  handle(app, readInbox, staff("registrations"), ({ who, request }) => inboxOf(db, who, request.query));

  handle(app, readChecked, staff("registrations"), ({ who, params }) => checkedOf(db, who, params.id));

  handle(app, readNextToMend, staff("registrations"), ({ who, params }) => nextToMend(db, who, params.id));

  handle(app, approveRegistrations, change, (ask) =>
    write(app, ask, (work) => approveClear(work, config.publicUrl, ask.who, ask.body)),
  );

  handle(app, returnRegistrations, change, (ask) =>
    write(app, ask, (work) => returnChosen(work, config.publicUrl, ask.who, ask.body)),
  );

  handle(app, allowRegistration, change, (ask) =>
    write(app, ask, (work) => allowOne(work, config.publicUrl, ask.who, ask.params.id, ask.body.version)),
  );

  handle(app, dropWithdrawn, change, (ask) =>
    write(app, ask, (work) => dropWithdrawnOf(work, config.publicUrl, ask.who, ask.params.id, ask.body.version)),
  );
}

export const inboxWaiting: WaitingLine = {
  right: "registrations.change",
  list: "registrations",
  rows: (who) =>
    sql`select from portal.registration_inbox t where t.state = 'Waiting' and ${mayList(inboxRules, who, columnsOf("t"))}`,
  one: "One registration of courses waits for the head of department.",
  many: "registrations of courses wait for the head of department.",
  deed: "Decide",
  link: "/staff/registrations?state=Waiting",
};

/** Courses that count although what opened them was failed since. */
export const openedWaiting: WaitingLine = {
  right: "registrations.change",
  list: "registrations",
  rows: (who) =>
    sql`select from portal.registration_inbox t where 'opened-by-failed' = any(t.stops) and t._id in (
      select opened._id from portal.course_registration opened where opened.failed <> '{}') and ${mayList(inboxRules, who, columnsOf("t"))}`,
  one: "One registration has a course that was opened by one that was failed since.",
  many: "registrations have a course that was opened by one that was failed since.",
  deed: "Look at them",
  link: "/staff/registrations?stops=opened-by-failed",
};
