import { type RawBuilder, sql } from "kysely";
import { coversDepartments, reachOf } from "#access/permission/permission.server.ts";
import { isTurnOf } from "#access/proposal/proposal.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { sessionName } from "#calendar/session/session.server.ts";
import { collegesOf } from "#college/department/department.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { everyClass } from "#registry/course/course.server.ts";
import { isAllocated } from "#teaching/course-allocation/course-allocation.server.ts";
import { lecturersOf } from "#teaching/my-course/my-course.server.ts";
import { changedMarks } from "../history/history.server.ts";
import { isWritable } from "../score-sheet.rules.ts";
import type { readChain, waitingSheets } from "./chain.contract.ts";
import { marksOf, type SheetMark, untilAgreed } from "./chain.marks.server.ts";
import { officeOf, type Waiting } from "./chain.rules.ts";
import { accountsOn, decidersNow, officeNow, readSheets, staffMarkedOn, typistsOf } from "./chain.step.server.ts";
import { wayOfSending } from "./chain.submit.server.ts";

/** Each dated step of every sheet, as a part of a larger query. */
export const sheetSteps = (): RawBuilder<unknown> =>
  sql`(select taken.sheet, taken.fromstate, taken.tostate, taken.staff, taken.reason, taken.minute, taken.minuteday, taken."createdAt"
    from portal.score_sheet_step taken)`;

/** One sheet as whoever decides looks at it. 404 beyond the reader's reach. */
export async function chainOf(db: Database, who: Officer, id: string): Promise<Replied<typeof readChain>> {
  const [sheet] = isId(id) ? await readSheets(db, [id]) : [];
  if (!sheet) throw notFound();
  const [isOwn, reach] = await Promise.all([
    isAllocated(db, who.staff, sheet.class),
    reachOf(db, who.staff, "score-sheets"),
  ]);
  const deciders = await decidersNow(db, sheet);
  const isTurn = deciders.has(who.staff);
  if (!isOwn && !isTurn && !coversDepartments(reach, [sheet.departmentid])) throw notFound();
  const [{ rows }, marks, steps, lecturers, way, whole] = await Promise.all([
    sql<{ name: string; session: string; camax: number; exammax: number; twice: boolean }>`
      select l.name, coalesce(${sessionName(sql.ref("l.session"))}, '') as session, s.camax, s.exammax, s.twice
      from portal.score_sheet_list l join portal.score_sheet s on s._id = l._id where l._id = ${id}`.execute(db),
    marksOf(db, [id]),
    stepsOf(db, id),
    lecturersOf(db, sheet.class),
    wayOfSending(db, who, sheet),
    reachOf(db, who.staff, "score-sheets.approve"),
  ]);
  const [found] = rows;
  const typed = marks.get(id);
  if (!found || !typed) throw notFound();
  const { twice, ...named } = found;
  const isOpen = isWritable(sheet.state);
  const of = isOpen && twice ? untilAgreed(typed) : typed;
  return {
    ...{ _id: id, class: sheet.class, code: sheet.code, department: sheet.department, semester: sheet.semester },
    ...named,
    ...{ state: sheet.state, office: officeNow(sheet), since: sheet.movedAt, seen: sheet.marksversion, lecturers },
    deciders: [...deciders.values()].sort(),
    may: {
      submit: isOpen && way !== null,
      inplace: way === "place",
      pass: isTurn && sheet.state !== "With board",
      return: isTurn || (sheet.state === "Approved" && whole === "all"),
    },
    rows: of.rows.map(onWire),
    left: of.left.map(onWire),
    ...{
      missing: [...of.missing],
      spread: { ...of.spread, grades: [...of.spread.grades], codes: [...of.spread.codes] },
    },
    findings: [...of.findings],
    steps,
    changed: of === typed ? await changedMarks(db, id) : [],
  };
}

const onWire = ({ agreed: _, ...mark }: SheetMark) => mark;

async function stepsOf(db: Database, id: string): Promise<Replied<typeof readChain>["steps"]> {
  type Step = Replied<typeof readChain>["steps"][number];
  const { rows } = await sql<Omit<Step, "by"> & { staff: string }>`
    select d.fromstate as "from", d.tostate as "to", d.staff, d."createdAt" as at, d.reason, d.minute, d.minuteday
    from ${sheetSteps()} d where d.sheet = ${id} order by d."createdAt"`.execute(db);
  const names = await namesOfStaff(
    db,
    rows.map(({ staff }) => staff),
  );
  return rows.map(({ staff, ...step }) => ({ ...step, by: names.get(staff) ?? "" }));
}

const MOST_SHOWN = 100;

/** What waits for one person in one state, to be counted or listed: the sheet is `t`. */
export const waitingRows = (
  state: Waiting,
  member: string,
  shown: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> => {
  const college = sql`(${collegesOf(sql.ref("k.department"))})`;
  return sql`select ${shown} from portal.score_sheet t join ${everyClass()} k on k._id = t.class
    where t.state = ${state} and ${isTurnOf(member, {
      office: sql`${officeOf[state]}::text`,
      unit: state === "With head" ? sql.ref("k.department") : state === "With dean" ? college : sql`null::uuid`,
      earlier: sql`(t.deciders || t.submittedby || ${typistsOf(sql.ref("t._id"))} || ${staffMarkedOn(sql.ref("t._id"))})`,
      about: sql`any(${accountsOn(sql.ref("t._id"))})`,
      right: state === "With board" ? "broadsheets.approve" : "score-sheets.approve",
    })}`;
};

/** The sheets that wait for one person, the longest waiting first. */
export async function waitingFor(db: Database, { staff }: Officer): Promise<Replied<typeof waitingSheets>> {
  const id = sql.ref("t._id");
  const { rows } = await sql<{ _id: string; name: string }>`
    select l._id, l.name from portal.score_sheet_list l
    where l._id in (${waitingRows("With head", staff, id)} union all ${waitingRows("With dean", staff, id)}
      union all ${waitingRows("With examinations", staff, id)})
    order by l."movedAt", l._id limit ${MOST_SHOWN}`.execute(db);
  const names = new Map(rows.map(({ _id, name }) => [_id, name]));
  const sheets = await readSheets(db, [...names.keys()]);
  const marks = await marksOf(db, [...names.keys()]);
  return sheets
    .toSorted((one, other) => one.movedAt.localeCompare(other.movedAt))
    .map(({ _id, code, state, movedAt, marksversion }) => ({
      ...{ _id, code, name: names.get(_id) ?? code, state, since: movedAt, seen: marksversion },
      students: marks.get(_id)?.rows.length ?? 0,
      failing: marks.get(_id)?.spread.failing ?? 0,
      findings: [...(marks.get(_id)?.findings ?? [])],
    }));
}
