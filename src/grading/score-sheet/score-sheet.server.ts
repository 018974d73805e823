import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { everyMember } from "#access/staff/staff.server.ts";
import { usualRunningSession } from "#calendar/session/session.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { classMembers } from "#registry/course-registration/course-registration.server.ts";
import { everyAllocation } from "#teaching/course-allocation/course-allocation.server.ts";
import { sheetTemplates } from "./chain/chain.mail.server.ts";
import { chainPart } from "./chain/chain.server.ts";
import {
  keepSheet,
  readScoreSheet,
  readSecond,
  readSheetOfClass,
  readSheetTroubles,
  scoreSheets,
  writeScores,
  writeSecond,
} from "./score-sheet.contract.ts";
import { impossibleSheets, scoreMerge } from "./score-sheet.impossible.server.ts";
import { looking, reachedSheetClass, sheetById, typing } from "./score-sheet.reach.server.ts";
import { openSheet, openSheetOfClass } from "./score-sheet.read.server.ts";
import { troublesOn } from "./trouble/trouble.server.ts";
import { changeSheet, secondSheet } from "./typing/typing.keep.server.ts";
import { typeMarks, typeSecondMarks } from "./typing/typing.server.ts";
import { workbookCalls } from "./workbook/workbook.server.ts";

export { approveAtBoard, boardWaiting, returnBy, sheetSteps } from "./chain/chain.server.ts";

/** Every sheet, as a part of a larger query: rows of all its columns. */
export const everySheet = (): RawBuilder<unknown> => sql`(select sheet.* from portal.score_sheet sheet)`;

/** Whether a sheet was with the board before it was returned once more. */
export const wasApproved = (sheet: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.score_sheet_step back where back.sheet = ${sql.ref(`${sheet}._id`)} and back.fromstate = 'Approved')`;

/**
 * Every score with its sheet, as a part of a larger query: rows of `sheet, class, session, semester, state, twice, student, ca,
 * examination, code`. Whoever dropped the course since has one still: join `takenCourses()` for who is in the class.
 */
export const everyScore = (): RawBuilder<unknown> =>
  sql`(select scored.sheet, whole.class, whole.session, whole.semester, whole.state, whole.twice, scored.student, scored.ca, scored.examination,
      scored.code
    from portal.score scored join portal.score_sheet whole on whole._id = scored.sheet)`;

/** Those of some sheets that the board has approved; they stay so until the end of the transaction. */
export async function keepApprovedSheets(trx: Trx, sheets: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ _id: string }>`select _id from portal.score_sheet where _id = any(${[...sheets]}::uuid[])
    and state = 'Approved' order by _id for share`.execute(trx);
  return rows.map(({ _id }) => _id);
}

const sheetRules: RecordRules<typeof scoreSheets> = {
  of: scoreSheets,
  table: "score_sheet_list",
  versions: true,
  within: (column, { departments }) => sql`${column("department")} = any(${[...departments]}::uuid[])`,
  usual: usualRunningSession,
  told: async (db, _registry, rows) => {
    const ids: string[] = rows.map((row) => String(row._id));
    const { rows: told } = await sql<{ _id: string; typed: number; students: number; lecturers: string | null }>`
      select s._id, n.typed, n.students, (select string_agg(m.name, ', ' order by a.incharge desc, m.name)
          from ${everyAllocation()} a join ${everyMember()} m on m._id = a.staff where a.class = s.class) as lecturers
      from portal.score_sheet s
      cross join lateral (select count(*)::int as students,
          count(*) filter (where c.code is not null or (c.ca is not null and c.examination is not null))::int as typed
        from ${classMembers()} m left join portal.score c on c.sheet = s._id and c.student = m.student where m.class = s.class) n
      where s._id = any(${ids}::uuid[])`.execute(db);
    const known = new Map(told.map(({ _id, ...counted }) => [_id, counted]));
    return rows.map((row) => ({ ...row, ...known.get(String(row._id)) }));
  },
};

function scoreSheetCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  workbookCalls(app);

  handle(app, readSheetOfClass, looking, ({ who, params, request }) =>
    openSheetOfClass(app, who, request, params.class),
  );

  handle(app, readScoreSheet, looking, ({ who, params }) => openSheet(db, who, params.id));

  handle(app, writeScores, typing, (ask) =>
    write(app, ask, (work) => typeMarks(work, ask.who, ask.params.id, ask.body.marks)),
  );

  handle(app, keepSheet, typing, (ask) =>
    write(app, ask, (work) => changeSheet(work, ask.who, ask.params.id, ask.body)),
  );

  handle(app, readSecond, typing, ({ who, params }) => secondSheet(db, who, params.id));

  handle(app, writeSecond, typing, (ask) =>
    write(app, ask, (work) => typeSecondMarks(work, ask.who, ask.params.id, ask.body.marks)),
  );

  handle(app, readSheetTroubles, looking, async ({ who, params }) => {
    const sheet = await sheetById(db, params.id);
    await reachedSheetClass(db, who, sheet.class);
    return troublesOn(db, who.staff, sheet);
  });
}

export const scoreSheetNoun: Noun = {
  name: "score-sheet",
  templates: sheetTemplates,
  calls: (app) => {
    scoreSheetCalls(app);
    chainPart.calls(app);
  },
  listings: [sheetRules],
  merges: [scoreMerge],
  waiting: chainPart.waiting,
  impossible: [...impossibleSheets, ...chainPart.impossible],
};
