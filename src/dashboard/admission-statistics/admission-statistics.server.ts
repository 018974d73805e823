import type { FastifyInstance } from "fastify";
import writeXlsxFile from "write-excel-file/node";
import { staff } from "#access/permission/permission.server.ts";
import { sessionsById, sessionsInOrder } from "#calendar/session/session.server.ts";
import { writeDownExport } from "#console/export/export.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { requireWholeCollege, wholeCollege } from "#console/scope/scope.server.ts";
import { csvOf } from "#console/table-file/table-file.server.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { write } from "#platform/write/write.server.ts";
import {
  admissionStatistics,
  makeStatistics,
  readStatistics,
  readStatisticsCsv,
  readStatisticsTerms,
  readStatisticsWorkbook,
  statisticsSchedules,
} from "./admission-statistics.contract.ts";
import { makeScheduledStatistics, statisticsMade } from "./admission-statistics.job.server.ts";
import { countGroups, keepStatistics } from "./admission-statistics.make.server.ts";
import { type CountedGroup, type Layout, type StatisticsTable, tablesOf } from "./admission-statistics.rules.ts";

const scheduleRules: RecordRules<typeof statisticsSchedules> = {
  of: statisticsSchedules,
  table: "statistics_schedule",
  within: "college-wide",
  constraints: {
    statistics_schedule_once: [
      "value-taken",
      "every",
      "There is such a schedule already. Change whom that one is sent to",
    ],
  },
};

const statisticsRules: RecordRules<typeof admissionStatistics> = {
  of: admissionStatistics,
  table: "admission_statistics",
  within: wholeCollege,
};

/** Statistics as they were made, in the tables of their layout. 404. */
async function statisticsOf(db: Database, id: string) {
  const kept = isId(id)
    ? await db
        .selectFrom("admission_statistics")
        .select(["layout", "session", "period", "createdAt", "sentto", "figures"])
        .where("_id", "=", id)
        .executeTakeFirst()
    : undefined;
  if (!kept) throw notFound();
  const { figures, session, layout, ...told } = kept;
  return {
    ...told,
    layout: layout as Layout,
    session: (await sessionsById(db, [session])).get(session)?.name ?? "",
    tables: tablesOf(layout as Layout, figures as unknown as readonly CountedGroup[]),
  };
}

export function admissionStatisticsCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const view = staff("admission-statistics");

  handle(app, readStatisticsTerms, view, async ({ who }) => {
    requireWholeCollege(who);
    return { sessions: await sessionsInOrder(db) };
  });

  handle(app, readStatistics, view, async ({ who, params }) => {
    requireWholeCollege(who);
    const { tables, ...told } = await statisticsOf(db, params.id);
    return {
      ...told,
      tables: tables.map(({ title, headings, rows }) => ({
        title,
        headings: [...headings],
        rows: rows.map((row) => [...row]),
      })),
    };
  });

  handle(app, readStatisticsCsv, view, async ({ who, params, request, reply }) => {
    requireWholeCollege(who);
    const of = await statisticsOf(db, params.id);
    await writeDownExport(app, { who, request }, leaving(of, "CSV"));
    reply.header("content-type", "text/csv; charset=utf-8");
    reply.header("content-disposition", `attachment; filename="${fileName(of)}.csv"`);
    return csvOf(["Table", "Group", "Within", "Of whom", "Number"], batches(of.tables), titleOf(of));
  });

  handle(app, readStatisticsWorkbook, view, async ({ who, params, request, reply }) => {
    requireWholeCollege(who);
    const of = await statisticsOf(db, params.id);
    await writeDownExport(app, { who, request }, leaving(of, "Excel"));
    reply.header("content-type", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
    reply.header("content-disposition", `attachment; filename="${fileName(of)}.xlsx"`);
    return workbookOf(of);
  });

  handle(app, makeStatistics, staff("admission-statistics.change"), (ask) => {
    requireWholeCollege(ask.who);
    return write(app, ask, async ({ trx, note }) => {
      const { layout, session } = ask.body;
      const known = isId(session) ? (await sessionsById(trx, [session])).get(session) : undefined;
      if (!known) throw refuseFields("choice-not-found", { session: "This session was not found. Choose one" });
      const period = `By hand, ${asMinute(await clock(trx))}`;
      const made = { session, layout, period, madeby: ask.who.staff, sentto: "" };
      const kept = await keepStatistics(trx, made, await countGroups(trx, session));
      if (!kept) throw refuse("already-so", "They were made in this very minute already");
      note({ deed: "admission_statistics.make", subject: `admission_statistics:${kept._id}`, after: made });
      return { type: "success" as const, message: `The statistics of ${known.name} are made`, _id: kept._id };
    });
  });
}

type Kept = Awaited<ReturnType<typeof statisticsOf>>;

const titleOf = ({ layout, session, period, createdAt }: Kept) =>
  `Admission statistics, ${layout}, ${session}, ${period}, made ${asMinute(createdAt)}`;

const fileName = ({ layout, session, period }: Kept) =>
  `admission-statistics ${layout} ${session} ${period}`.replaceAll(/[^A-Za-z0-9]+/g, "-");

const leaving = (of: Kept, kind: string) => ({
  noun: "admission_statistics",
  name: titleOf(of),
  filter: kind,
  rows: of.tables.reduce((all, { rows }) => all + rows.length, 0),
});

/** One number a row, so that every table has the same columns: a spreadsheet filters and turns them. */
async function* batches(tables: readonly StatisticsTable[]): AsyncGenerator<(string | number)[][]> {
  for (const { title, headings, rows } of tables) {
    const groups = headings.filter((heading) => !heading.includes(", ")).length;
    yield rows.flatMap((row) =>
      headings
        .slice(groups)
        .map((heading, at) => [title, row[0] ?? "", groups > 1 ? (row[1] ?? "") : "", heading, row[groups + at] ?? 0]),
    );
  }
}

function workbookOf(of: Kept): Promise<Buffer> {
  const bold = (value: string) => ({ value, fontWeight: "bold" as const });
  const sheets = of.tables.map(({ headings, rows }) => [
    [bold(titleOf(of))],
    headings.map(bold),
    ...rows.map((row) =>
      row.map((cell) => (typeof cell === "number" ? { value: cell, type: Number } : { value: cell, type: String })),
    ),
  ]);
  return writeXlsxFile(
    sheets.map((data, at) => ({
      data,
      sheet: (of.tables[at]?.title ?? "").slice(0, 31),
      stickyRowsCount: 2,
    })),
  ).toBuffer();
}

export const admissionStatisticsNoun: Noun = {
  name: "admission-statistics",
  templates: [statisticsMade],
  calls: admissionStatisticsCalls,
  records: [scheduleRules],
  listings: [statisticsRules],
  rounds: [makeScheduledStatistics],
};
