import type { FastifyInstance } from "fastify";
import { staff } from "#access/permission/permission.server.ts";
import { addSessionPart, askedSession, copiedRows, usualAdmittingSession } from "#calendar/session/session.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { paperTemplate, usual } from "#reference/message-template/message-template.rules.ts";
import { paperWords } from "#reference/message-template/message-template.server.ts";
import { readScheduleOfFees, scheduleOfFeeItems } from "./schedule-of-fee-item.contract.ts";

export const scheduleOfFeeItemRules: RecordRules<typeof scheduleOfFeeItems> = {
  of: scheduleOfFeeItems,
  table: "schedule_of_fee_item",
  within: "college-wide",
  usual: usualAdmittingSession,
  constraints: {
    schedule_of_fee_item_label: ["value-taken", "label", "The schedule of this session has this line already"],
  },
};

const scheduleTemplate = paperTemplate({
  key: "schedule-of-fees",
  name: "Schedule of fees",
  when: "The office prints what a year costs",
  reader: "others",
  values: usual("session"),
  words: {
    heading: "Schedule of fees",
    opening: "",
    closing: "Payments are made by the references of the portal alone.",
  },
});

export function scheduleOfFeeItemCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readScheduleOfFees, staff("fee-schedule"), async ({ request }) => {
    const session = await askedSession(db, request.query);
    const found = await linesOf(db, session._id);
    return {
      session,
      lines: found.map(({ _id, label, amount_kobo }) => ({ _id, label, amount: naira(amount_kobo) })),
      total: naira(found.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0)),
      words: await paperWords(db, scheduleTemplate, { session: session.name }),
    };
  });

  addSessionPart(app, {
    name: "lines of the schedule of fees",
    copy: (work, from, to) =>
      copiedRows(
        work,
        {
          noun: "schedule_of_fee_item",
          table: "schedule_of_fee_item",
          columns: ["label", "amount_kobo", "status", "place"],
          group: [],
        },
        from,
        to,
      ),
    holes: async (database, session) =>
      (await linesOf(database, session)).length > 0
        ? []
        : [
            {
              programme: null,
              about: "Schedule of fees",
              sentence: "The schedule of fees has no line, so parents cannot be told what a year costs",
              link: `/staff/fee-schedule?session=${session}`,
            },
          ],
  });
}

/** The active lines in their order. */
const linesOf = (db: Database, session: string) =>
  db
    .selectFrom("schedule_of_fee_item")
    .select(["_id", "label", "amount_kobo"])
    .where("session", "=", session)
    .where("status", "=", true)
    .orderBy("place")
    .orderBy("_id")
    .execute();

export const scheduleOfFeeItemNoun: Noun = {
  name: "schedule-of-fee-item",
  calls: scheduleOfFeeItemCalls,
  templates: [scheduleTemplate],
  records: [scheduleOfFeeItemRules],
};
