import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { semesterWords } from "#calendar/session/session.rules.ts";
import { sendReport } from "#console/export/export.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { requireWholeCollege } from "#console/scope/scope.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { recordShown } from "../academic-record/academic-record.server.ts";
import { pendingAttempts } from "../moderation/moderation.server.ts";
import { approveAtBoard, boardWaiting, returnBy } from "../score-sheet/score-sheet.server.ts";
import {
  approveBroadsheet,
  type Broadsheet,
  exportBroadsheet,
  readBroadsheet,
  readPendingRecord,
  returnFromBoard,
} from "./broadsheet.contract.ts";
import { type AskedBroadsheet, sheetsOn } from "./broadsheet.meant.server.ts";
import { broadsheetOf, broadsheetTemplates } from "./broadsheet.read.server.ts";
import { averageInFile } from "./broadsheet.rules.ts";

function broadsheetCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const view = staff("broadsheets");

  handle(app, readBroadsheet, view, ({ who, request }) => broadsheetOf(db, who, request.query as AskedBroadsheet));

  handle(app, readPendingRecord, view, async ({ who, params }) => {
    await recordShown(db, who, params.student);
    return recordShown(db, who, params.student, await pendingAttempts(db, [params.student]));
  });

  handle(app, exportBroadsheet, view, async (asking) => {
    const of = await broadsheetOf(db, asking.who, asking.request.query as AskedBroadsheet);
    return sendReport(app, asking, { noun: "pre_result", name: "Broadsheet", filter: filterOf(of), ...tableOf(of) });
  });

  handle(app, approveBroadsheet, staff("broadsheets.approve"), (ask) =>
    write(app, ask, async (work) => {
      const { programme, level, semester, session, sheets, minute, day } = ask.body;
      requireWholeCollege(ask.who);
      await refuseDayAhead(work.trx, day);
      const standing = await sheetsOn(work.trx, { programme, level, semester, session });
      const known = new Set(standing.map(({ _id }) => _id));
      if (sheets.some(({ _id }) => !known.has(_id)))
        throw refuse("not-on-broadsheet", "One of these sheets is of another broadsheet. Look at this one again");
      if (!standing.some(({ state }) => state === "With board"))
        throw refuse("nothing-with-board", "No sheet of this broadsheet is with the board, so nothing was approved");
      const approved = [...(await approveAtBoard(work, ask.who, sheets, { number: minute, day }))];
      const message = `${approved.join(", ")} approved by minute ${minute} of ${asDay(day)}`;
      return { type: "success" as const, message, approved };
    }),
  );

  returnBy(app, returnFromBoard, "broadsheets.approve");
}

async function refuseDayAhead(trx: Trx, day: string): Promise<void> {
  const { rows } = await sql<{ ahead: boolean }>`
    select ${day}::date > (now() at time zone 'Africa/Lagos')::date as ahead`.execute(trx);
  if (rows[0]?.ahead)
    throw refuseFields("day-ahead", {
      day: "This day is still to come. Enter what the board has decided once it has met",
    });
}

const filterOf = (of: Broadsheet): string =>
  `${of.programme.name}, ${of.level} level, ${semesterWords(of.semester)} ${of.session.name}${of.range ? `, steps ${of.range.from} to ${of.range.to}` : ""}`;

/** Total and grade of each course in columns of their own, so that a spreadsheet counts with them. */
function tableOf({ courses, rows, steps }: Broadsheet) {
  return {
    headings: [
      ...["Matric number", "Name"],
      ...courses.flatMap(({ code, units }) => [`${code} (${units})`, `${code} grade`, `${code} state`]),
      ...[
        "Units",
        ...steps.map(({ step }) => `GPA of step ${step}`),
        "GPA",
        "CGPA",
        "Standing",
        "Class",
        "Carry-overs",
        "Remarks",
      ],
    ],
    rows: rows.map((row) => [
      ...[row.matric, row.name],
      ...row.cells.flatMap((cell) => (cell ? [cell.total ?? cell.code, cell.grade, cell.state] : [null, null, null])),
      ...[row.units, ...row.steps.map((sum) => (sum ? averageInFile(sum) : null))],
      ...[averageInFile(row.gpa), averageInFile(row.cgpa), row.standing, row.passClass],
      ...[row.carryOvers.join(", "), row.remarks.join("; ")],
    ]),
  };
}

export const broadsheetNoun: Noun = {
  name: "broadsheet",
  calls: broadsheetCalls,
  templates: broadsheetTemplates,
  waiting: [boardWaiting],
};
