import { type RawBuilder, sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { usualRunningSession } from "#calendar/session/session.server.ts";
import type { Noun, WaitingLine } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { everyAllocation } from "#teaching/course-allocation/course-allocation.server.ts";
import { everySheet } from "../score-sheet/score-sheet.server.ts";
import { readLateBoard, scoreDeadlines } from "./score-deadline.contract.ts";
import { lateBoard, sheetsDue } from "./score-deadline.read.server.ts";
import { deadlineTemplates, remindOfSheets } from "./score-deadline.remind.server.ts";

export const scoreDeadlineRules: RecordRules<typeof scoreDeadlines> = {
  of: scoreDeadlines,
  table: "score_deadline",
  // A narrow right reaches its own departments' days; that of all departments it only looks at.
  within: (column, { departments }) => sql`${column("department")} = any(${[...departments]}::uuid[])`,
  shown: (column, { departments }) =>
    sql`(${column("department")} is null or ${column("department")} = any(${[...departments]}::uuid[]))`,
  usual: usualRunningSession,
  constraints: {
    score_deadline_once: [
      "value-taken",
      "department",
      "The sheets of this semester have a day there already. Change that one",
    ],
  },
};

const own = (member: string, condition: RawBuilder<unknown>) => sql`select from ${sheetsDue()} d
  join ${everyAllocation()} a on a.class = d._id and a.staff = ${member} and a.incharge
  left join ${everySheet()} s on s.class = d._id where ${condition}`;

const today = sql`(now() at time zone 'Africa/Lagos')::date`;

const mine = (condition: RawBuilder<unknown>, one: string, many: string): WaitingLine => ({
  right: "my-courses.change",
  list: "my-courses",
  rows: ({ staff: member }) => own(member, condition),
  one,
  many,
  deed: "Type the marks",
  link: "/staff/my-courses",
});

export const scoreDeadlineNoun: Noun = {
  name: "score-deadline",
  templates: deadlineTemplates,
  records: [scoreDeadlineRules],
  calls: (app) =>
    handle(app, readLateBoard, staff("score-deadlines"), ({ who, request }) =>
      lateBoard(app.portal.db, who, request.query as Parameters<typeof lateBoard>[2]),
    ),
  rounds: [remindOfSheets],
  waiting: [
    mine(
      sql`coalesce(s.state = 'Open', true) and d.day < ${today} and d.day >= ${today} - 60`,
      "One score sheet of yours is late.",
      "score sheets of yours are late.",
    ),
    mine(
      sql`coalesce(s.state = 'Open', true) and d.day between ${today} and ${today} + 7`,
      "One score sheet of yours is due within a week.",
      "score sheets of yours are due within a week.",
    ),
    mine(
      sql`s.state = 'Returned'`,
      "One score sheet of yours came back. Mend it, and send it in anew.",
      "score sheets of yours came back. Mend them, and send them in anew.",
    ),
  ],
};
