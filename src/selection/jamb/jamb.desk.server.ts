import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { currentAdmission, sessionsById } from "#calendar/session/session.server.ts";
import { writeDownExport } from "#console/export/export.server.ts";
import { columnsOf, mayRead, type RecordRules } from "#console/record/record.server.ts";
import { type Officer, wholeCollege } from "#console/scope/scope.server.ts";
import { asMinute, lagosDay } from "#kit/value/dates.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { jambCandidateRules } from "./candidate/candidate.server.ts";
import { capsReturnRules } from "./caps/caps.server.ts";
import { countUnmatched } from "./course/course.server.ts";
import { differencesOf } from "./difference/difference.server.ts";
import { type FileReport, jambLists, readJambDesk, readRefused, readRemarks } from "./jamb.contract.ts";
import { type FileKind, fileKinds } from "./jamb.rules.ts";
import { capsProposalRules } from "./outgoing/outgoing.server.ts";
import { screeningScoreRules } from "./screening/screening.server.ts";

export const jambListRules: RecordRules<typeof jambLists> = { of: jambLists, table: "jamb_list", within: wholeCollege };

/** What came in for a session, where it differs, and what can go out; and what there was to say of one file. */
export function jambDeskCall(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readJambDesk, staff("jamb-lists"), async ({ who, params }) => {
    const session = await wantedSession(db, params.session);
    const id = session?._id ?? null;
    const count = (rules: RecordRules) => (id ? countOf(db, rules, who, id) : Promise.resolve(0));
    const [candidates, screening, caps, proposals] = await Promise.all(
      [jambCandidateRules, screeningScoreRules, capsReturnRules, capsProposalRules].map(count),
    );
    const last = id ? await lastFiles(db, id) : new Map<string, { at: string; by: string }>();
    const standing = (kind: FileKind, counted = 0) => ({ count: counted, last: last.get(fileKinds[kind]) ?? null });
    return {
      session,
      candidates: standing("candidates", candidates),
      screening: standing("screening", screening),
      caps: standing("caps", caps),
      ...(id ? await differencesOf(db, id, who) : { differences: [], lookedAt: null }),
      unmatched: await countUnmatched(db),
      proposals: proposals ?? 0,
    };
  });

  handle(app, readRemarks, staff("jamb-lists"), ({ who, params }) => remarksOf(db, who, params.id));

  handle(app, readRefused, staff("jamb-lists.change"), async ({ who, params, request, reply }) => {
    const { refused, leftout, at } = await refusedOf(db, who, params.id);
    const name = "Rows left out";
    const told = { noun: "jamb_list", name, filter: `of the file of ${asMinute(at)}`, rows: leftout };
    await writeDownExport(app, { who, request }, told);
    reply.header("content-type", "text/csv; charset=utf-8");
    reply.header("content-disposition", `attachment; filename="rows-to-mend-${lagosDay(at)}.csv"`);
    return refused;
  });
}

async function remarksOf(db: Database, who: Officer, id: string) {
  const { rows } = isId(id)
    ? await sql<{
        remarks: FileReport["remarks"];
        remarked: number;
      }>`select t.remarks, t.remarked from portal.jamb_list t
        where t._id = ${id} and ${mayRead(jambListRules, who, columnsOf("t"))}`.execute(db)
    : { rows: [] };
  const [file] = rows;
  if (!file) throw notFound();
  return { remarks: file.remarks, more: file.remarked - file.remarks.length };
}

/** The rows that a file was taken without. 404 where there are none, or where they were too many to be kept. */
async function refusedOf(db: Database, who: Officer, id: string) {
  const { rows } = isId(id)
    ? await sql<{ refused: string | null; leftout: number; at: string }>`
        select t.refused, t.leftout, t."createdAt" as at from portal.jamb_list t
        where t._id = ${id} and ${mayRead(jambListRules, who, columnsOf("t"))}`.execute(db)
    : { rows: [] };
  const [file] = rows;
  if (!file || file.refused === null) throw notFound();
  return { ...file, refused: file.refused };
}

/** The session that admits, or the one that is asked for. 404 for one that is not there. */
async function wantedSession(db: Database, wanted: string) {
  if (wanted === "now") {
    const { session } = await currentAdmission(db);
    return session && { _id: session._id, name: session.name };
  }
  const found = isId(wanted) ? (await sessionsById(db, [wanted])).get(wanted) : undefined;
  if (!found) throw notFound();
  return { _id: found._id, name: found.name };
}

async function countOf(db: Database, rules: RecordRules, who: Officer, session: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from ${sql.table(`portal.${rules.table}`)} t
    where t.session = ${session} and ${mayRead(rules, who, columnsOf("t"))}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The newest file of each kind, and who brought it. */
async function lastFiles(db: Database, session: string): Promise<ReadonlyMap<string, { at: string; by: string }>> {
  const { rows } = await sql<{ kind: string; at: string; staff: string }>`
    select distinct on (kind) kind, "createdAt" as at, staff from portal.jamb_list
    where session = ${session} order by kind, "createdAt" desc`.execute(db);
  const names = await namesOfStaff(
    db,
    rows.map(({ staff: member }) => member),
  );
  return new Map(rows.map(({ kind, at, staff: member }) => [kind, { at, by: names.get(member) ?? "" }]));
}
