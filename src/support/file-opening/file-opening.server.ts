import type { FastifyInstance, FastifyRequest } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { everyMember } from "#access/staff/staff.server.ts";
import type { MergePart, Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { registryOf } from "#console/record/record.server.ts";
import { wholeCollege } from "#console/scope/scope.server.ts";
import { accountsFound } from "#identity/account/account.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { studentsFound, studentsOfAccount } from "#registry/student/student.server.ts";
import { fileOpenings } from "./file-opening.contract.ts";

/** By what of a row its person is found. */
const LEADING = ["applicant", "student", "application", "payment"] as const;

/** What a call opens: a person by a key in its path, or a row of a record's table that leads to one. */
export type Opened =
  | { readonly by: (typeof LEADING)[number]; readonly param: string; readonly record: string }
  | { readonly by: "row"; readonly param: string; readonly record: string; readonly table: string };

/** Calls whose path says neither that it is a student's nor which record it is. */
const byAccount: Readonly<Record<string, string>> = {
  "GET /api/staff/ms_help_desk/:id": "Help desk",
  "POST /api/staff/ms_help_desk/:id/see": "The portal as the person sees it",
};
const byStudent: Readonly<Record<string, string>> = {
  "GET /api/staff/ms_exam_card/student/:id": "Examination card",
  "GET /api/staff/ms_academic_record/:student": "Academic record",
  "GET /api/staff/ms_result/student/:id": "Results",
  "GET /api/staff/ms_pre_result/sums/:student": "Results before publication",
};

/** Records whose rows are called by the key of something else. */
const byOther: Readonly<Record<string, "application" | "payment">> = {
  recommendation: "application",
  receipt: "payment",
};

const leading = new WeakMap<Database, Promise<ReadonlyMap<string, readonly string[]>>>();

/** The columns of each table and view that lead to a person; asked once, since they change with a migration alone. */
function leadingColumns(db: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const known = leading.get(db) ?? readLeading(db);
  leading.set(db, known);
  return known;
}

async function readLeading(db: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select table_name::text as name, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'portal' and data_type = 'uuid' and column_name = any(${[...LEADING]}::text[]) group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** What a call of the office opens; undefined for lists, and for what is nobody's. */
export async function openedBy(app: FastifyInstance, method: string, url: string): Promise<Opened | undefined> {
  const call = `${method} ${url}`;
  const [, name, param] = /^\/api\/staff\/ms_(\w+)(?:\/[\w-]+)*\/:(\w+)/.exec(url) ?? [];
  if (!name || !param) return undefined;
  const account = byAccount[call];
  if (account) return { by: "applicant", param, record: account };
  const student = byStudent[call];
  if (student) return { by: "student", param, record: student };
  const rules = registryOf(app).get(name);
  if (method !== "GET" || !rules) return undefined;
  const record = rules.of.one;
  if (param === "student" || url.includes("/student/:id")) return { by: "student", param, record };
  if (!url.startsWith(`/api/staff/ms_${name}/:id`)) return undefined;
  const other = byOther[name];
  if (other) return { by: other, param, record };
  const columns = (await leadingColumns(app.portal.db)).get(rules.table) ?? [];
  if (rules.table === "student") return { by: "student", param, record };
  return columns.length > 0 ? { by: "row", param, record, table: rules.table } : undefined;
}

/**
 * Writes a line for each file that the office opens, before the answer leaves: what could not be written down is not shown.
 * The same by the same person within a quarter of an hour is one line. Lists cost nothing: their addresses open nobody's file.
 */
export function noteFileOpenings(app: FastifyInstance): void {
  const known = new Map<string, Promise<Opened | undefined>>();

  app.addHook("onSend", async (request, reply, payload) => {
    const who = request.who?.actor;
    if (who?.kind !== "staff" || who.id === null || reply.statusCode !== 200) return payload;
    const { url = "" } = request.routeOptions;
    const call = `${request.method} ${url}`;
    const asked = known.get(call) ?? openedBy(app, request.method, url);
    known.set(call, asked);
    const opened = await asked;
    if (opened) await noteOpening(app, request, who.id, opened);
    return payload;
  });
}

async function noteOpening(
  app: FastifyInstance,
  request: FastifyRequest,
  staff: string,
  opened: Opened,
): Promise<void> {
  const id = (request.params as Record<string, string>)[opened.param] ?? "";
  if (!isId(id)) return;
  const { db } = app.portal;
  const leads = opened.by === "row" ? ((await leadingColumns(db)).get(opened.table) ?? []) : [];
  const [applicant, student, application, payment] = LEADING.map((name) => {
    if (opened.by === name) return sql`${id}::uuid`;
    return leads.includes(name) ? sql.ref(`found.${name}`) : sql`null::uuid`;
  });
  const found = opened.by === "row" ? rowOf(opened.table, id) : sql`(select 1)`;
  await sql`insert into portal.file_opening (_id, staff, record, row, applicant, student, address, request)
    select ${newId()}, ${staff}, ${opened.record}, ${id}, whose.applicant, whose.student, ${request.ip}, ${request.id}
    from ${found} found cross join lateral portal.whose_file(${applicant}, ${student}, ${application}, ${payment}) whose
    where (whose.applicant is not null or whose.student is not null) and not exists (
      select from portal.file_opening just where just.staff = ${staff} and just.record = ${opened.record} and just.row = ${id}
        and just."createdAt" > now() - interval '15 minutes' and (just.applicant = whose.applicant
          or just.applicant is null and just.student = whose.student))`.execute(db);
}

const rowOf = (table: string, id: string): RawBuilder<unknown> =>
  sql`(select * from ${sql.table(`portal.${table}`)} of_record where of_record._id = ${id} limit 1)`;

export const fileOpeningRules: RecordRules<typeof fileOpenings> = {
  of: fileOpenings,
  table: "file_opening_line",
  within: wholeCollege,
  found: (words, column) => sql`(${column("applicant")} = any(array(${accountsFound(words)}))
    or ${column("student")} = any(array(${studentsFound(words)})))`,
};

/** What the owner reads: when somebody of the office opened the file, and who. Not which part of it: places are told at a release. */
const ownOpenings: OwnRows = {
  name: "fileopenings",
  tables: ["file_opening"],
  rows: (owner) => sql`select jsonb_build_object('at', o."createdAt", 'by', by.name) as row
    from portal.file_opening o left join ${everyMember()} by on by._id = o.staff
    where o.applicant = ${owner} or o.applicant is null and o.student = any(array(${studentsOfAccount(owner)}))
    order by o."createdAt"`,
};

/** Whoever reads the record that stays reads who opened the other one, too. */
const openingMerge: MergePart = {
  tables: ["file_opening"],
  async move({ trx }, { kept, gone }) {
    await sql`update portal.file_opening set student = ${kept._id} where student = ${gone._id} and applicant is null`.execute(
      trx,
    );
  },
};

export const fileOpeningNoun: Noun = {
  name: "file-opening",
  listings: [fileOpeningRules],
  ownRows: [ownOpenings],
  merges: [openingMerge],
};
