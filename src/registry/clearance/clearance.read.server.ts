import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { isOwn } from "#access/own-file/own-file.server.ts";
import { reachOf } from "#access/permission/permission.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { applicationBy, applicationsOf } from "#applications/application/application.server.ts";
import { departmentName } from "#college/department/department.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { columnsOf, mayChange, mayList, type RecordRules } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { storedFiles } from "#platform/files/stored-file.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { judgedResultsOf, lookInto, papersOf, requestsOf } from "#selection/review/review.server.ts";
import { everyClearanceItem } from "../clearance-item/clearance-item.server.ts";
import { clearanceFiles, clearances, type TickList } from "./clearance.contract.ts";
import type { OwnClearance } from "./clearance.own.contract.ts";
import type { ClearanceStanding, ClearanceState } from "./clearance.rules.ts";

/** An office reaches the lines that it ticks. */
export const clearanceRules: RecordRules<typeof clearances> = {
  of: clearances,
  table: "clearance_line",
  within: (column, { departments }) => sql`${column("department")} = any(${[...departments]}::uuid[])`,
  hidden: (column, member) => isOwn(column("applicant"), member),
};

/** An office sees whoever is to show it something. */
export const clearanceFileRules: RecordRules<typeof clearanceFiles> = {
  of: clearanceFiles,
  table: "clearance_person",
  within: (column, { departments }) => sql`exists (select from portal.clearance seen
    where seen.application = ${column("_id")} and seen.asked and seen.department = any(${[...departments]}::uuid[]))`,
  hidden: (column, member) => isOwn(column("applicant"), member),
};

type Looking = Pick<Officer, "scope" | "staff">;

/** The lines that nobody has decided, as their list shows them to a member of staff. */
export const openClearances = (who: Looking): RawBuilder<unknown> =>
  sql`select from portal.clearance t join portal.clearance_file f on f.application = t.application
    where t.state = 'Open' and t.asked and ${within(who)} and not ${isOwn(sql.ref("f.applicant"), who.staff)}`;

interface DeskLine {
  readonly _id: string;
  readonly label: string;
  readonly asks: string | null;
  readonly proof: boolean;
  readonly open: number;
  readonly refused: number;
}

/** Every item that somebody is asked for within reach, in the order of the list. */
export async function readDesk(db: Database, who: Officer): Promise<DeskLine[]> {
  const { rows } = await sql<DeskLine>`
    select i._id, i.label, i.note as asks, i.proof, coalesce(waiting.open, 0) as open,
      coalesce(waiting.refused, 0) as refused
    from ${everyClearanceItem()} i left join (
      select t.item, (count(*) filter (where t.state = 'Open'))::int as open,
        (count(*) filter (where t.state = 'Refused'))::int as refused
      from portal.clearance t where t.asked and t.state in ('Open', 'Refused') and ${within(who)} group by t.item
    ) waiting on waiting.item = i._id
    where exists (select from portal.clearance t where t.item = i._id and t.asked and ${within(who)})
    order by i.place, i.label`.execute(db);
  return rows;
}

const within = (who: Looking) => mayChange(clearanceRules, who, columnsOf("t"));

/** The application whose list has this number, or a line of this number, if the reader may see it. 404. */
async function reachedApplication(db: Database, who: Officer, id: string): Promise<string> {
  const { rows } = isId(id)
    ? await sql<{ _id: string }>`select t._id from portal.clearance_person t
        where t._id = coalesce((select c.application from portal.clearance c where c._id = ${id}), ${id})
          and ${mayList(clearanceFileRules, who, columnsOf("t"))}`.execute(db)
    : { rows: [] };
  const [found] = rows;
  if (!found) throw notFound();
  return found._id;
}

interface Line extends Omit<TickList["lines"][number], "by" | "proof"> {
  readonly decidedby: string | null;
  readonly newname: string | null;
  readonly mediatype: string | null;
}

/**
 * The lines of one person's list in its order, what is asked no more only where it was decided. `mine` says which of them a
 * reader may tick; what was said and scanned is for who reaches the line.
 */
async function readLines(
  db: Database,
  application: string,
  { mine, reached }: { readonly mine: RawBuilder<unknown>; readonly reached: RawBuilder<unknown> },
): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select t._id, i.label, ${departmentName(sql.ref("t.department"))} as office, i.whereto, i.bring, i.note as asks,
      i.proof as proofasked, t.state, t.decidedby, t."decidedAt" as at, file.newname, file.mediatype,
      case when ${reached} then t.reason end as reason, case when ${reached} then t.note end as note, t.asked and ${mine} as mine
    from portal.clearance t
      join ${everyClearanceItem()} i on i._id = t.item
      left join ${storedFiles(db)} on file._id = t.proof and ${reached}
    where t.application = ${application} and (t.asked or t.state <> 'Open') order by i.place, i.label`.execute(db);
  return rows;
}

/** The whole list, for the person and for the pages about the person. */
const whole = { mine: sql`false`, reached: sql`true` };

/** One person's tick list with the photograph; whoever is shown a scan stands in the audit. */
export async function readList(app: FastifyInstance, who: Officer, id: string, request: string): Promise<TickList> {
  const { db, files } = app.portal;
  const _id = await reachedApplication(db, who, id);
  const changing = await reachOf(db, who.staff, "clearance.change");
  const mine = changing === undefined ? sql`false` : within({ ...who, scope: changing });
  const [submitted, lines, { rows }] = await Promise.all([
    applicationBy(db, "_id", _id),
    readLines(db, _id, { mine, reached: within(who) }),
    sql<{ name: string; code: string; jamb: string; standing: ClearanceStanding }>`
      select name, code, jamb, standing from portal.clearance_person where _id = ${_id}`.execute(db),
  ]);
  const [person] = rows;
  if (!submitted || !person) throw notFound();
  if (lines.some(({ newname }) => newname !== null)) await lookInto(app, who, _id, request);
  const names = await namesOfStaff(
    db,
    lines.flatMap(({ decidedby }) => decidedby ?? []),
  );
  const shown = lines.map(async ({ decidedby, newname, mediatype, ...line }) => ({
    ...line,
    by: decidedby === null ? null : (names.get(decidedby) ?? ""),
    proof: newname === null || mediatype === null ? null : { link: await files.link(newname), mediatype },
  }));
  return {
    _id,
    ...person,
    programme: programmeTitle(submitted.programme),
    session: submitted.session.name,
    photo: (await papersOf(files, submitted)).photo,
    lines: await Promise.all(shown),
  };
}

/** What somebody submitted, for who holds it against the originals; whoever opens it stands in the audit. */
export async function readPapers(app: FastifyInstance, who: Officer, id: string, request: string) {
  const { db, files } = app.portal;
  const _id = await reachedApplication(db, who, id);
  await lookInto(app, who, _id, request);
  const [submitted, requests, judged] = await Promise.all([
    applicationBy(db, "_id", _id),
    requestsOf(db, files, _id),
    judgedResultsOf(db, _id),
  ]);
  if (!submitted) throw notFound();
  return { documents: (await papersOf(files, submitted)).documents, requests, ...judged };
}

/** What an applicant still shows, for each place that is accepted, the newest first. */
export async function ownClearance(db: Database, owner: string): Promise<OwnClearance[]> {
  const { rows } = await sql<{ application: string; standing: ClearanceStanding }>`
    select application, standing from portal.clearance_file where applicant = ${owner}`.execute(db);
  if (rows.length === 0) return [];
  const standings = new Map(rows.map(({ application, standing }) => [application, standing]));
  const places = (await applicationsOf(db, owner)).filter(({ _id }) => standings.has(_id));
  return Promise.all(
    places.map(async ({ _id, code, programme, session }) => ({
      application: _id,
      code,
      programme: programmeTitle(programme),
      session: session.name,
      standing: standings.get(_id) ?? "Open",
      lines: (await readLines(db, _id, whole)).map(({ label, office, whereto, bring, state, reason, at }) => ({
        ...{ label, office, whereto, bring, state, reason, at },
      })),
    })),
  );
}

/** Whether nothing stands in the way of who accepted the place of an application, as a condition; false where none was accepted. */
export const isCleared = (application: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.clearance_file cleared
    where cleared.application = ${application} and cleared.standing = 'Cleared')`;

/** The labels of what is still open or refused, in the order of the list, as a part of a larger query. */
export const openClearance = (application: RawBuilder<unknown>): RawBuilder<string[]> =>
  sql<string[]>`array(select i.label from portal.clearance c join ${everyClearanceItem()} i on i._id = c.item
    where c.application = ${application} and c.asked and c.state in ('Open', 'Refused') order by i.place, i.label)`;

/** Of these applications those that have a clearance: whether it is complete, and the labels of what is in the way. */
export async function clearancesOf(
  db: Database | Trx,
  applications: readonly string[],
): Promise<ReadonlyMap<string, { readonly cleared: boolean; readonly open: readonly string[] }>> {
  const { rows } = await sql<{ application: string; cleared: boolean; open: string[] }>`
    select f.application, ${isCleared(sql.ref("f.application"))} as cleared, ${openClearance(sql.ref("f.application"))} as open
    from portal.clearance_file f where f.application = any(${[...applications]}::uuid[])`.execute(db);
  return new Map(rows.map(({ application, ...stands }) => [application, stands]));
}

/** One item of somebody's clearance, for the pages of a person. */
interface ClearanceStood {
  readonly label: string;
  readonly office: string;
  readonly state: ClearanceState;
  readonly reason: string | null;
  readonly at: string | null;
}

/** Every item of the clearance of an application, in the order of the list. */
export async function clearanceOf(db: Database, application: string): Promise<ClearanceStood[]> {
  const lines = await readLines(db, application, whole);
  return lines.map(({ label, office, state, reason, at }) => ({ label, office, state, reason, at }));
}
