import { sql } from "kysely";
import { sessionsById } from "#calendar/session/session.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesById, yearsTaughtIn } from "#college/programme/programme.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { slicesOf } from "#kit/value/slices.rules.ts";
import { notFound, refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import { type Trx, tryAgain, type Work } from "#platform/write/perform.server.ts";
import { listedStudents, refuseOwnRecords } from "#registry/student/student.server.ts";
import { lackingOf } from "./audit/audit.rules.ts";
import { type AwardAudit, auditsOf } from "./audit/audit.server.ts";
import type { DryRun } from "./graduation.contract.ts";
import { differenceOf } from "./graduation.rules.ts";

interface ListOf {
  readonly session: string;
  readonly programme: string | null;
}

/** Refuses a session or a programme that is not there; answers what the list is called. */
async function titleOf(db: Database | Trx, { session, programme }: ListOf): Promise<string> {
  const found = isId(session) ? (await sessionsById(db, [session])).get(session) : undefined;
  if (!found) throw refuseFields("choice-not-found", { session: "This session does not exist" });
  const one =
    programme === null || !isId(programme) ? undefined : (await programmesById(db, [programme])).get(programme);
  if (programme !== null && !one)
    throw refuseFields("choice-not-found", { programme: "This programme does not exist" });
  return `Graduation ${found.name}${one ? `: ${programmeTitle(one)}` : ""}`;
}

/** Everybody Active at the end of a programme, on no list yet. */
async function leaversOf(db: Database | Trx, programme: string | null): Promise<string[]> {
  const { rows: of } = await sql<{ programme: string }>`
    select distinct s.programme from ${listedStudents()} s where s.status = 'Active' and s.programme is not null
      and (${programme}::uuid is null or s.programme = ${programme}::uuid)`.execute(db);
  const ends = await Promise.all(of.map(async (one) => 100 * (await yearsTaughtIn(db, one.programme))));
  const { rows } = await sql<{ _id: string }>`
    select s._id from ${listedStudents()} s
    join unnest(${of.map((one) => one.programme)}::uuid[], ${ends}::int[]) as taught(programme, ends) on taught.programme = s.programme
    where s.status = 'Active' and s.level >= taught.ends
      and not exists (select from portal.graduand l where l.student = s._id and l.state in ('Listed', 'Conferred'))`.execute(
    db,
  );
  return rows.map(({ _id }) => _id);
}

/** Who would stand on a list now, the best class first, and who would not and why. */
export async function dryRunOf(db: Database | Trx, of: ListOf): Promise<DryRun> {
  const title = await titleOf(db, of);
  const audits = [...(await auditsOf(db, await leaversOf(db, of.programme))).values()];
  return {
    title,
    ready: audits
      .filter(({ met }) => met)
      .toSorted(byClass)
      .map((audit) => ({
        ...shownOf(audit),
        cgpa: audit.cgpa,
        passclass: audit.passClass ?? "",
        passedunits: audit.passedUnits,
        open: audit.clearance.filter(({ met }) => !met).map(({ sentence }) => sentence),
      })),
    lacking: audits
      .filter(({ met }) => !met)
      .map((audit) => ({
        ...shownOf(audit),
        cgpa: audit.cgpa,
        reasons: audit.findings.filter(({ met }) => !met).map(({ sentence }) => sentence),
      })),
  };
}

const shownOf = ({ student, name, matric, award, course }: AwardAudit) => ({
  ...{ student, name, matric },
  course: `${award} ${course}`.trim(),
});

const byClass = (one: AwardAudit, other: AwardAudit): number =>
  other.classfrom - one.classfrom || one.name.localeCompare(other.name);

/** Proposes the award for everybody who meets everything in this moment. Refuses a list of nobody. */
export async function proposeList({ trx, note }: Work, who: Officer, of: ListOf) {
  const title = await titleOf(trx, of);
  const audits = [...(await auditsOf(trx, await leaversOf(trx, of.programme))).values()];
  const ready = audits.filter(({ met }) => met);
  if (ready.length === 0)
    throw refuse(
      "list-empty",
      "Nobody meets everything that the award asks for, so there is no list to make. Look what is lacking first",
    );
  await refuseOwnRecords(
    trx,
    who,
    ready.map(({ student }) => student),
  );
  const _id = newId();
  await trx
    .insertInto("graduation")
    .values({ _id, ...of, title, people: ready.length, proposedby: who.staff })
    .execute();
  await listPeople(trx, _id, ready);
  note({ deed: "graduation.propose", subject: `graduation:${_id}`, after: { title, people: ready.length } });
  return { _id, title, people: ready.length };
}

/** Rows of one statement: its parameters are counted in two bytes. */
const AT_ONCE = 2_000;

async function listPeople(trx: Trx, graduation: string, audits: readonly AwardAudit[]): Promise<void> {
  for (const some of slicesOf(audits, AT_ONCE))
    await onConstraint(
      // Somebody else has listed one of them meanwhile: looked at once more, that one stands on the other list.
      { graduand_once: tryAgain },
      trx
        .insertInto("graduand")
        .values(
          some.map((audit) => ({
            _id: newId(),
            graduation,
            student: audit.student,
            name: audit.name,
            matric: audit.matric,
            programme: audit.programme ?? "",
            award: audit.award,
            course: audit.course,
            ...frozenOf(audit),
          })),
        )
        .execute(),
    );
}

const frozenOf = ({ points, units, passedUnits, passClass, classfrom }: AwardAudit) => ({
  ...{ points, units, passedunits: passedUnits, passclass: passClass ?? "" },
  classfrom: String(classfrom / 100),
});

export interface Line {
  readonly _id: string;
  readonly student: string;
  readonly name: string;
  readonly matric: string | null;
  readonly points: number;
  readonly units: number;
  readonly passclass: string;
}

/** The lines of a list in one state, by name. */
export async function linesIn(db: Database | Trx, graduation: string, state: "Listed" | "Conferred"): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select l._id, l.student, l.name, l.matric, l.points, l.units, l.passclass from portal.graduand l
    where l.graduation = ${graduation} and l.state = ${state} order by l.name, l._id`.execute(db);
  return rows;
}

/** A list of which nothing is decided, locked. 404; 409 for one that is decided. */
async function lockOpen(trx: Trx, id: string) {
  const list = isId(id)
    ? await trx.selectFrom("graduation").selectAll().where("_id", "=", id).forUpdate().executeTakeFirst()
    : undefined;
  if (!list) throw notFound();
  if (list.state !== "Proposed")
    throw stale("already-decided", `This list is ${list.state} already, so nothing was changed`);
  return list;
}

/** Takes one person off before anything is decided. */
export async function takeOffList(
  { trx, note }: Work,
  who: Officer,
  id: string,
  asked: { student: string; reason: string },
) {
  const list = await lockOpen(trx, id);
  const { student, reason } = asked;
  const line = (await linesIn(trx, id, "Listed")).find((one) => one.student === student);
  if (!line) throw refuse("nobody-there", "This person does not stand on the list any more. Look at it again");
  await refuseOwnRecords(trx, who, [student]);
  await dropLine(trx, line._id, who.staff, reason);
  await countPeople(trx, id);
  note({ deed: "graduation.take-off", subject: `graduation:${id}`, before: { student, name: line.name }, reason });
  return { type: "success" as const, message: `${line.name} is taken off ${list.title}` };
}

const dropLine = (trx: Trx, line: string, staff: string, reason: string) =>
  trx
    .updateTable("graduand")
    .set({
      state: "Taken off",
      reason: reason.slice(0, 500),
      takenoffby: staff,
      version: sql`version + 1`,
      updatedAt: sql`now()`,
    })
    .where("_id", "=", line)
    .execute();

const countPeople = (trx: Trx, id: string) =>
  sql`update portal.graduation g set version = g.version + 1, "updatedAt" = now(),
    people = (select count(*) from portal.graduand l where l.graduation = g._id and l.state = 'Listed') where g._id = ${id}`.execute(
    trx,
  );

/** Looks at everybody on a list once more: whoever lacks something is taken off, what changed is written down anew. */
export async function auditListAnew({ trx, note }: Work, who: Officer, id: string) {
  const list = await lockOpen(trx, id);
  const lines = await linesIn(trx, id, "Listed");
  const audits = await auditsOf(
    trx,
    lines.map(({ student }) => student),
    id,
  );
  const off: string[] = [];
  const changed: string[] = [];
  for (const line of lines) {
    const audit = audits.get(line.student);
    if (differenceOf(line, auditedOf(audit)) === null) continue;
    if (!audit?.met) {
      await dropLine(trx, line._id, who.staff, audit ? lackingOf(audit.findings) : "The record is not there any more");
      off.push(line.name);
      continue;
    }
    await trx
      .updateTable("graduand")
      .set({ ...frozenOf(audit), version: sql`version + 1`, updatedAt: sql`now()` })
      .where("_id", "=", line._id)
      .execute();
    changed.push(line.name);
  }
  await countPeople(trx, id);
  note({ deed: "graduation.audit", subject: `graduation:${id}`, after: { takenoff: off, changed } });
  const message =
    off.length + changed.length === 0
      ? `Nothing has changed: ${asCount(lines.length, "person", "people")} on ${list.title}`
      : [
          off.length > 0 && `Taken off: ${off.join(", ")}`,
          changed.length > 0 && `Written down anew: ${changed.join(", ")}`,
        ]
          .filter(Boolean)
          .join(". ");
  return { type: "success" as const, message, takenoff: off.length, changed: changed.length };
}

const auditedOf = (audit: AwardAudit | undefined) => audit && { ...audit, lacking: lackingOf(audit.findings) };

/** Who on a list differs by now from what it says of them, by name: `Ada Obi: Credit by now, not Distinction`. */
export async function differencesOf(db: Database | Trx, id: string, state: "Listed" | "Conferred") {
  const lines = await linesIn(db, id, state);
  const audits = await auditsOf(
    db,
    lines.map(({ student }) => student),
    id,
  );
  return lines.flatMap((line) => {
    const audit = auditedOf(audits.get(line.student));
    // Whoever has graduated is Active no more; the marks alone are looked at then.
    const difference = differenceOf(line, state === "Conferred" && audit ? { ...audit, met: true } : audit);
    return difference === null
      ? []
      : [{ _id: line._id, name: line.name, matric: line.matric, was: line.passclass, difference }];
  });
}
