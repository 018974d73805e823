import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { ownAccounts } from "#access/own-file/own-file.server.ts";
import { staff } from "#access/permission/permission.server.ts";
import { requireWholeCollege } from "#console/scope/scope.server.ts";
import { refusedFile, takeTableFilesOnly } from "#console/table-file/table-file.server.ts";
import { askedMap, readColumns, rememberMap } from "#console/table-map/table-map.server.ts";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { Refusal, refuse, refuseForm } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { type Trx, tryAgain, type Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { reviewsOf } from "../../review/review.server.ts";
import {
  type CapsWords,
  capsWordsInOneLine,
  readAskedWords,
  readCapsWords,
  rememberCapsWords,
} from "../caps/caps.server.ts";
import { lookAgain } from "../difference/difference.look.server.ts";
import { checkFile, type FileReport, importFile } from "../jamb.contract.ts";
import { type FileKind, fileKinds } from "../jamb.rules.ts";
import { readSentFile, type SentFile, weighFile } from "./import.file.server.ts";
import type { TakenRows } from "./import.rows.server.ts";
import { lackedColumns, wantedColumns } from "./import.rules.ts";

/** Files of JAMB's, of CAPS's and of the screening: looked at first, then imported; the rows that are wrong only by a second word. */
export function jambListCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const change = staff("jamb-lists.change");

  app.register(async (scope) => {
    takeTableFilesOnly(scope);

    handle(scope, checkFile, change, async ({ who, request }) => {
      requireWholeCollege(who);
      const sent = await readSentFile(db, request);
      const columns = await readColumns(db, nounOf(sent.kind), wantedColumns[sent.kind], sent.table);
      const isAsked = (request.query as { map?: unknown }).map !== undefined;
      const map = isAsked ? askedMap(request.query, wantedColumns[sent.kind], sent.table.headings) : columns.map;
      const lacks = lackedColumns(sent.kind, map);
      const words = new Map([...(await readCapsWords(db)), ...readAskedWords(request.query)]);
      const weighed = lacks.length > 0 ? null : await weighFile(db, sent, map, words);
      return {
        type: "success" as const,
        message: "Nothing has been changed yet",
        columns: { ...columns, map: { ...map } },
        lacks,
        report: weighed?.report ?? null,
        refused: weighed && (await refusedFile(sent.table, weighed.taken.refused)),
      };
    });

    handle(scope, importFile, change, async (ask) => {
      requireWholeCollege(ask.who);
      const sent = await readSentFile(db, ask.request);
      const map = askedMap(ask.request.query, wantedColumns[sent.kind], sent.table.headings);
      const lacks = lackedColumns(sent.kind, map);
      if (lacks.length > 0)
        throw refuse("column-missing", `Say which column of the file holds the ${lacks.join(", the ")}`);
      const told = readAskedWords(ask.request.query);
      const weighed = await weighFile(db, sent, map, new Map([...(await readCapsWords(db)), ...told]));
      if (!isPartly(ask.request.query)) requireInOrder(weighed.report);
      const refused = await refusedFile(sent.table, weighed.taken.refused);
      const digest = createHash("sha256").update(sent.bytes).digest();
      return write(app, { ...ask, body: digest.toString("hex") }, async (work) => {
        const report = await keepFile(work, { ...sent, ...weighed, told, refused, digest, staff: ask.who.staff });
        await rememberCapsWords(work.trx, told, ask.who.staff);
        await rememberMap(work.trx, nounOf(sent.kind), sent.table.headings, map, ask.who.staff);
        return { type: "success" as const, message: inWords(sent.kind, report), report };
      });
    });
  });
}

/** `partly=1` or nothing: whoever mistypes it must not leave rows out. */
function isPartly(query: unknown): boolean {
  const { partly } = query as { partly?: unknown };
  if (partly === undefined || partly === "1") return partly === "1";
  throw refuseForm("form-invalid", "partly must be 1, or be left out", { partly: "partly must be 1, or be left out" });
}

/** Under what the map of the columns is kept. */
const nounOf = (kind: FileKind) => `jamb-list-${kind}`;

interface Keeping extends SentFile {
  readonly taken: TakenRows<{ readonly jamb: string }>;
  readonly report: FileReport;
  /** The rows that are left out, to be mended. */
  readonly refused: string | null;
  readonly digest: Buffer;
  /** What was said of the words of CAPS, which holds for every file that follows. */
  readonly told: CapsWords;
  readonly staff: string;
}

/** The file's line, its rows, the scores that go on to applications, and the differences as they are then. */
async function keepFile({ trx, note }: Work, keeping: Keeping): Promise<FileReport> {
  const { kind, noun, session, name, taken, digest, staff: who } = keeping;
  // A hundred thousand rows take longer than a statement usually may, and two files may wait for each other.
  await sql`set local statement_timeout = '5min'`.execute(trx);
  await sql`set local lock_timeout = '5min'`.execute(trx);
  await refuseOwnRows(trx, keeping);
  const report = { ...keeping.report, ...(await noun.weigh(trx, { session, rows: taken.rows })) };
  const leftout = report.wrong.length + report.more;
  if (report.added + report.changed === 0)
    throw refuse(
      "nothing-to-import",
      leftout > 0
        ? "But for the rows that are wrong, all of this file is there already, exactly so. There is nothing to import"
        : "All rows of this file are there already, exactly so. There is nothing to import",
    );
  const _id = newId();
  const { rows, added, changed, same } = report;
  const remarked = report.remarks.length + report.moreRemarks;
  await trx
    .insertInto("jamb_list")
    .values({
      _id,
      session,
      kind: fileKinds[kind],
      rows,
      added,
      changed,
      same,
      remarked,
      digest,
      staff: who,
      file: name,
      remarks: JSON.stringify(report.remarks),
      leftout,
      refused: keeping.refused,
    })
    .execute();
  // Two returns at once: the later one looks at what the other has brought.
  const storing = noun.store(trx, { session, list: _id, rows: taken.rows });
  const { scored } = await onConstraint({ caps_return_newest: tryAgain }, storing);
  await lookAgain(trx, session);
  const said = keeping.told.size > 0 ? { statuses: capsWordsInOneLine(keeping.told) } : {};
  const after = { kind: fileKinds[kind], file: name, session, rows, added, changed, same, leftout, scored, ...said };
  note({ deed: "jamb_list.import", subject: `jamb_list:${_id}`, after });
  return report;
}

/** Refuses a file that says something new of the officer's own application. 403. */
async function refuseOwnRows(trx: Trx, { noun, session, taken, staff: who }: Keeping): Promise<void> {
  const own = await ownAccounts(trx, who);
  if (own.length === 0) return;
  const { rows: applied } = await sql<{ jamb: string }>`select review.jamb from (${reviewsOf(session)}) review
    where review.applicant = any(${own.map(({ _id }) => _id)}::uuid[])`.execute(trx);
  const numbers = new Set([...own, ...applied].map(({ jamb }) => jamb));
  const rows = taken.rows.filter(({ jamb }) => numbers.has(jamb));
  const [row] = rows;
  if (!row || (await noun.weigh(trx, { session, rows })).same === rows.length) return;
  throw new Refusal(
    "own-file",
    403,
    `Row ${taken.rowOf.get(row.jamb)} (${row.jamb}) is your own file, or one in your names, and nobody touches their own. Ask a colleague to import this list`,
  );
}

function requireInOrder({ wrong, more }: FileReport): void {
  const [first] = wrong;
  if (!first) return;
  const count = wrong.length + more;
  const many = `${asCount(count, "row is", "rows are")} wrong`;
  throw refuse("rows-wrong", `${many}, so nothing was imported. Row ${first.row}: ${first.sentences.join(". ")}`);
}

const inWords = (kind: FileKind, { added, changed, same, wrong, more }: FileReport): string => {
  const [one, other, third] = [added, changed, same].map(asFigure);
  return `${fileKinds[kind]}: ${one} added, ${other} changed, ${third} as they were${leftWords(wrong.length + more)}`;
};

const leftWords = (count: number) => (count === 0 ? "" : `. ${asCount(count, "row was", "rows were")} left out`);
