import type { FastifyInstance } from "fastify";
import writeXlsxFile, { type SheetData } from "write-excel-file/node";
import { writeDownExport } from "#console/export/export.server.ts";
import { takeTableFile, takeTableFilesOnly } from "#console/table-file/table-file.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import { write } from "#platform/write/write.server.ts";
import {
  looking,
  reachedSheetClass,
  type SheetClass,
  type StoredSheet,
  sheetById,
  typing,
} from "../score-sheet.reach.server.ts";
import { membersOn, type SheetRow, seenBy } from "../score-sheet.read.server.ts";
import { isWritable, lockedSentence, typedOf } from "../score-sheet.rules.ts";
import { applyWorkbook, checkWorkbook, readWorkbook } from "./workbook.contract.ts";
import { applyDifferences, differencesIn } from "./workbook.differences.server.ts";
import { headings, identityOf, keyOf, labels, signaturesOf } from "./workbook.lines.server.ts";

const ABOUT =
  "Type into the last two columns alone: whole numbers, or ABS (absent), EXC (excused), MAL (malpractice), NCA (no CA). No formulas.";

/** The workbook of a sheet, to be filled and brought back. */
async function workbookOf(
  config: Pick<Config, "secret">,
  of: SheetClass,
  sheet: StoredSheet,
  rows: readonly SheetRow[],
): Promise<Buffer> {
  const identity = identityOf(of, sheet);
  const heads = headings(sheet.camax, sheet.exammax);
  const list = rows.map((row) => ({ key: keyOf(row), name: row.name.trim(), ...typedOf(row) }));
  const bold = (value: string) => ({ value, fontWeight: "bold" as const });
  const text = (value: string) => ({ value, type: String });
  const data: SheetData = [
    [bold(labels.course), text(identity.course)],
    [bold(labels.session), text(identity.session)],
    [bold(labels.sheet), text(identity.sheet)],
    [bold(labels.version), text(identity.version)],
    [bold(labels.signature), text(signaturesOf(config, identity, heads, list))],
    [{ value: ABOUT }],
    heads.map(bold),
    ...list.map(({ key, name, ca, examination }) => [text(key), text(name), cellOf(ca), cellOf(examination)]),
  ];
  return writeXlsxFile(data, {
    sheet: of.code.replaceAll(/[\\/?*[\]:]/g, " "),
    columns: [{ width: 22 }, { width: 44 }, { width: 12 }, { width: 18 }],
    stickyRowsCount: 7,
  }).toBuffer();
}

/** A mark is a number for the spreadsheet too; a code is text, and nothing is an empty cell. */
const cellOf = (typed: string) =>
  typed === "" ? null : /^\d+$/.test(typed) ? { value: Number(typed), type: Number } : { value: typed, type: String };

export function workbookCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;

  handle(app, readWorkbook, looking, async ({ who, params, request, reply }) => {
    const sheet = await sheetById(db, params.id);
    const of = await reachedSheetClass(db, who, sheet.class);
    const rows = seenBy(who.staff, sheet, await membersOn(db, sheet, null));
    const told = { noun: "score_sheet", name: `Marks of ${of.code}`, filter: "the sheet to fill", rows: rows.length };
    await writeDownExport(app, { who, request }, told);
    const name = `${of.code} ${of.session}`.replaceAll(/[^A-Za-z0-9]+/g, "-");
    reply.header("content-type", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
    reply.header("content-disposition", `attachment; filename="marks-${name}.xlsx"`);
    return workbookOf(config, of, sheet, rows);
  });

  app.register(async (scope) => {
    takeTableFilesOnly(scope);
    handle(scope, checkWorkbook, typing, async ({ who, params, request }) => {
      const sheet = await sheetById(db, params.id);
      const of = await reachedSheetClass(db, who, sheet.class);
      if (!of.writes)
        throw refuse(
          "sheet-not-yours",
          `You may look at the sheet of ${of.code}. Its lecturers type on it, and the examinations office`,
        );
      if (!isWritable(sheet.state)) throw refuse("sheet-locked", lockedSentence(sheet.state));
      return differencesIn(db, { config, who, of, sheet }, await takeTableFile(request), request.socket);
    });
  });

  handle(app, applyWorkbook, typing, (ask) =>
    write(app, ask, (work) => applyDifferences(work, config, ask.who, ask.params.id, ask.body)),
  );
}
