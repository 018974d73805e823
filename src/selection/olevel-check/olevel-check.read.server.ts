import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { isOwn } from "#access/own-file/own-file.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { applicationBy } from "#applications/application/application.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import { columnsOf, mayList, type RecordRules } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { filedName } from "#identity/account/account.rules.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { storedFiles } from "#platform/files/stored-file.server.ts";
import { lookInto, papersOf } from "../review/review.server.ts";
import { olevelChecks, type WholeCheck } from "./olevel-check.contract.ts";
import { type CheckState, keptBack, type Outcome } from "./olevel-check.rules.ts";

/** A head sees the sittings of who applied to the department's programmes. */
export const olevelCheckRules: RecordRules<typeof olevelChecks> = {
  of: olevelChecks,
  table: "olevel_check_line",
  within: ofProgrammesWithin,
  hidden: (column, member) => isOwn(column("applicant"), member),
};

type Looking = Pick<Officer, "scope" | "staff">;

/** Sittings at some states, as their list shows them to a member of staff. */
export const checksAt = (states: readonly CheckState[], who: Looking): RawBuilder<unknown> =>
  sql`select from portal.olevel_check_line t
    where t.state = any(${[...states]}::text[]) and ${mayList(olevelCheckRules, who, columnsOf("t"))}`;

/** How the board's answers stand in the way of an offer to an application: the first such state; null where none does. */
export const olevelObstacle = (application: RawBuilder<unknown>): RawBuilder<CheckState | null> =>
  sql<CheckState | null>`(select c.state from portal.olevel_check c
    where c.application = ${application} and c.state = any(${[...keptBack]}::text[]) order by c.state limit 1)`;

/** Whether every sitting of an application is confirmed by its board. */
export const isOLevelConfirmed = (application: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`not exists (select from portal.olevel_check c where c.application = ${application} and c.state <> 'Confirmed')`;

/** The sitting, if the member of staff may look at it. 404. */
export async function reachedCheck(db: Database, who: Looking, id: string): Promise<string> {
  const { rows } = isId(id)
    ? await sql<{ _id: string }>`select t._id from portal.olevel_check_line t
        where t._id = ${id} and ${mayList(olevelCheckRules, who, columnsOf("t"))}`.execute(db)
    : { rows: [] };
  const [found] = rows;
  if (!found) throw notFound();
  return found._id;
}

interface Stood {
  readonly application: string;
  readonly sitting: string;
  readonly code: string;
  readonly examinationtype: string;
  readonly examinationyear: string;
  readonly examinationnumber: string;
  readonly examinationcenter: string;
  readonly state: CheckState;
  readonly round: number;
  readonly askedby: string | null;
  readonly askedon: string | null;
  readonly finding: string | null;
  readonly decidedby: string | null;
  readonly decidedAt: string | null;
  readonly decision: string | null;
  readonly version: number;
}

interface Found {
  readonly _id: string;
  readonly round: number;
  readonly outcome: Outcome;
  readonly checkedon: string;
  readonly reference: string | null;
  readonly words: string | null;
  readonly foundby: string;
  readonly against: string | null;
  readonly at: string;
  readonly newname: string | null;
  readonly mediatype: string | null;
}

/** One sitting with all that was found of it; whoever opens it stands in the audit as for the file itself. */
export async function wholeCheck(app: FastifyInstance, who: Officer, id: string, request: string): Promise<WholeCheck> {
  const { db, files } = app.portal;
  const _id = await reachedCheck(db, who, id);
  const [{ rows: stood }, { rows: found }] = await Promise.all([
    sql<Stood>`select c.application, c.sitting, r.code, c.examinationtype, c.examinationyear, c.examinationnumber,
        c.examinationcenter, c.state, c.round, c.askedby, c.askedon, c.finding, c.decidedby, c."decidedAt", c.decision, c.version
      from portal.olevel_check c join portal.olevel_check_line r on r._id = c._id where c._id = ${_id}`.execute(db),
    sql<Found>`select f._id, f.round, f.outcome, f.checkedon, f.reference, f.words, f.foundby, f.against, f."createdAt" as at,
        file.newname, file.mediatype
      from portal.olevel_finding f left join ${storedFiles(db)} on file._id = f.proof
      where f.olevelcheck = ${_id} order by f."createdAt" desc, f._id desc limit 100`.execute(db),
  ]);
  const [check] = stood;
  if (!check) throw notFound();
  await lookInto(app, who, check.application, request);
  const submitted = await applicationBy(db, "_id", check.application);
  if (!submitted) throw notFound();
  const people = [check.askedby, check.decidedby, ...found.map(({ foundby }) => foundby)];
  const [names, papers] = await Promise.all([
    namesOfStaff(
      db,
      people.flatMap((one) => one ?? []),
    ),
    papersOf(files, submitted),
  ]);
  const called = (one: string | null) => (one === null ? null : (names.get(one) ?? ""));
  const { snapshot, applicant, programme, session } = submitted;
  const { examinationtype, examinationyear, examinationnumber, examinationcenter, state, askedon, finding, version } =
    check;
  return {
    _id,
    application: check.application,
    name: filedName(applicant),
    code: check.code,
    jamb: applicant.jamb,
    programme: programmeTitle(programme),
    session: session.name,
    dateofbirth: snapshot.bio.dateofbirth,
    gender: snapshot.bio.gender,
    photo: papers.photo,
    examinationtype,
    examinationyear,
    examinationnumber,
    examinationcenter,
    grades: snapshot.results
      .filter(({ examination }) => examination._id === check.sitting)
      .map(({ subject, scored }) => ({ subject, scored })),
    documents: papers.documents.flatMap(({ label, file }) => (file ? [{ label, link: file.link }] : [])),
    state,
    askedon,
    askedby: called(check.askedby),
    finding,
    findings: await Promise.all(
      found.map(async (one) => ({
        _id: one._id,
        outcome: one.outcome,
        checkedon: one.checkedon,
        reference: one.reference,
        words: one.words,
        by: called(one.foundby) ?? "",
        at: one.at,
        mine: one.foundby === who.staff,
        contradicts: one.against !== null,
        past: one.round !== check.round,
        proof:
          one.newname === null || one.mediatype === null
            ? null
            : { link: await files.link(one.newname), mediatype: one.mediatype },
      })),
    ),
    decision:
      check.decidedAt === null
        ? null
        : { by: called(check.decidedby) ?? "", at: check.decidedAt, words: check.decision ?? "" },
    version,
  };
}
