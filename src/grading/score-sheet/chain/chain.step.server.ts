import { type RawBuilder, sql } from "kysely";
import { decidedAlready, decidersOf, type ProposalKind, requireTurn } from "#access/proposal/proposal.server.ts";
import { everyMember } from "#access/staff/staff.server.ts";
import { collegeName } from "#college/college/college.server.ts";
import { collegesOf, departmentName } from "#college/department/department.server.ts";
import { requireWholeCollege } from "#console/scope/scope.server.ts";
import { Refusal, refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { everyClass } from "#registry/course/course.server.ts";
import { everyStudent, refuseOwnRecords } from "#registry/student/student.server.ts";
import type { SheetState } from "../score-sheet.rules.ts";
import { isWaiting, maySheetGo, officeOf, officeWords, type Waiting } from "./chain.rules.ts";

/** A sheet of marks, locked, with the offices that decide about it. */
export interface LockedSheet {
  readonly _id: string;
  readonly class: string;
  readonly code: string;
  readonly session: string;
  readonly semester: number;
  readonly state: SheetState;
  /** Who sent it in. */
  readonly proposedby: string | null;
  readonly deciders: readonly string[];
  /** Who typed a mark on it, once or the second time. */
  readonly typists: readonly string[];
  /** Staff with a mark on it of their own, known by their address, and the accounts of whoever else has one. */
  readonly marked: readonly string[];
  readonly accounts: readonly string[];
  readonly marksversion: number;
  readonly movedAt: string;
  readonly departmentid: string;
  readonly department: string;
  readonly collegeid: string;
  readonly college: string;
}

/** Undefined where there is none. Whoever types a mark at the same instant is waited for, or waits. */
export async function lockSheet(trx: Trx, id: string): Promise<LockedSheet | undefined> {
  await sql`select from portal.score_sheet where _id = ${id} for update`.execute(trx);
  return (await readSheets(trx, [id]))[0];
}

/** Who typed a mark of a sheet, once or the second time, as a part of a larger query: an array. */
export const typistsOf = (sheet: RawBuilder<unknown>): RawBuilder<string[]> =>
  sql<string[]>`array(select typed.typedby from portal.score typed where typed.sheet = ${sheet}
    union select again.typedby2 from portal.score again where again.sheet = ${sheet} and again.typedby2 is not null)`;

/** Staff with a mark of their own on a sheet whom no account holds, by the address of the record: an array. */
export const staffMarkedOn = (sheet: RawBuilder<unknown>): RawBuilder<string[]> =>
  sql<
    string[]
  >`array(select own._id from portal.score has join ${everyStudent()} p on p._id = has.student and p.applicant is null
    join ${everyMember()} own on lower(own.emailaddress) = lower(p.emailaddress) where has.sheet = ${sheet})`;

/** The accounts of the students with a mark on a sheet: an array. */
export const accountsOn = (sheet: RawBuilder<unknown>): RawBuilder<string[]> =>
  sql<string[]>`array(select p.applicant from portal.score has join ${everyStudent()} p on p._id = has.student
    where has.sheet = ${sheet} and p.applicant is not null)`;

/** Sheets with their offices, in the order of their codes. */
export async function readSheets(db: Database | Trx, ids: readonly string[]): Promise<LockedSheet[]> {
  const { rows } = await sql<LockedSheet>`
    select s._id, s.class, k.code, s.session, s.semester, s.state, s.submittedby as proposedby, s.deciders,
      ${typistsOf(sql.ref("s._id"))} as typists, ${staffMarkedOn(sql.ref("s._id"))} as marked, ${accountsOn(sql.ref("s._id"))} as accounts,
      s.marksversion, s."movedAt", k.department as departmentid, ${departmentName(sql.ref("k.department"))} as department,
      (${collegesOf(sql.ref("k.department"))}) as collegeid,
      ${collegeName(sql`(${collegesOf(sql.ref("k.department"))})`)} as college
    from portal.score_sheet s join ${everyClass()} k on k._id = s.class
    where s._id = any(${[...ids]}::uuid[]) order by k.code, s._id`.execute(db);
  return rows;
}

const turnOf = ({ state, departmentid, collegeid, ...sheet }: LockedSheet) => {
  const waiting = state as Waiting;
  const { deciders, proposedby, typists, marked, accounts } = sheet;
  return {
    office: officeOf[waiting],
    unit: waiting === "With head" ? departmentid : waiting === "With dean" ? collegeid : null,
    earlier: [...deciders, ...(proposedby ? [proposedby] : []), ...typists, ...marked],
    about: accounts,
    right: waiting === "With board" ? "broadsheets.approve" : "score-sheets.approve",
  } as const;
};

/** Who may decide about a sheet now, by `_id` with their names; nobody where it waits for none. */
export const decidersNow = (db: Database | Trx, sheet: LockedSheet): Promise<ReadonlyMap<string, string>> =>
  isWaiting(sheet.state) ? decidersOf(db, turnOf(sheet)) : Promise.resolve(new Map());

/** What the decider of a sheet is called now; null where it waits for none. */
export const officeNow = (sheet: LockedSheet): string | null =>
  isWaiting(sheet.state) ? officeWords(sheet.state, sheet) : null;

/** Refuses who may not decide about a sheet now, 403. */
export const requireSheetTurn: NonNullable<ProposalKind<LockedSheet>["requireTurn"]> = async (trx, who, sheet) => {
  const { rows } = await sql<{ student: string }>`select student from portal.score where sheet = ${sheet._id}`.execute(
    trx,
  );
  await refuseOwnRecords(
    trx,
    who,
    rows.map(({ student }) => student),
  );
  // What is approved is the examinations office's to return.
  if (sheet.state === "Approved") requireWholeCollege(who);
  else if (isWaiting(sheet.state) && sheet.typists.includes(who.staff))
    throw new Refusal(
      "another-must-decide",
      403,
      `You typed marks of ${sheet.code}, so somebody else decides about its sheet: the ${officeNow(sheet)}`,
    );
  else await requireTurn(trx, who, turnOf(sheet), `the ${officeNow(sheet)}`);
};

/** Lecturer, head, dean, examinations office, board: each in turn, and nobody twice. Decision 0092. */
export const sheetProposal: ProposalKind<LockedSheet> = {
  noun: "score_sheet",
  approval: "score-sheets.approve",
  lock: lockSheet,
  mayGo: (from, to) =>
    maySheetGo(from as SheetState, to as SheetState) && !(from === "With board" && to === "Approved"),
  keep: (work, sheet, to, by) => keepStep(work, sheet, to as SheetState, by),
  async whyLate(trx, sheet, to) {
    if (sheet.state === "With board" && to === "Approved")
      return refuse(
        "board-decides",
        "The board decides about this sheet, by the minute of its meeting. Open the broadsheet of its students",
      );
    if (!isWaiting(sheet.state) && sheet.state !== "Approved")
      return refuse(
        "sheet-not-sent",
        `The sheet of ${sheet.code} is with its lecturers. It can be decided once it is sent in`,
      );
    return whyLate(trx, sheet);
  },
  seenAs: ({ code, marksversion }) => ({ title: `The sheet of ${code}`, version: marksversion }),
  requireTurn: requireSheetTurn,
};

/** What whoever comes too late for a step is answered. */
export const whyLate = (trx: Trx, { code, state, deciders, proposedby, movedAt }: LockedSheet) =>
  decidedAlready(trx, `The sheet of ${code}`, {
    state,
    decidedby: deciders.at(-1) ?? proposedby,
    decidedAt: movedAt,
  });

interface StepBy {
  readonly staff: string;
  readonly reason: string | null;
  readonly minute?: { readonly number: string; readonly day: string };
}

/** Writes down a decision, and where the sheet stands now. Not returned is one of which every result stands, or some are being made. */
export async function keepStep({ trx }: Pick<Work, "trx">, sheet: LockedSheet, to: SheetState, by: StepBy) {
  const { staff, reason, minute } = by;
  await onConstraint(
    {
      score_sheet_being_published: () =>
        refuse(
          "publication-being-made",
          `Results are being made from the sheet of ${sheet.code} at this moment. Wait until they are made, then have that publication called off first`,
        ),
      score_sheet_published: () =>
        refuse(
          "results-published",
          `All results of ${sheet.code} are published, so its sheet stays. Recall the publication first, or correct a mark by a rectification`,
        ),
    },
    sql`update portal.score_sheet set state = ${to}, reason = ${reason}, "movedAt" = now(), version = version + 1,
        deciders = case when ${to}::text = 'Returned' then '{}' else deciders || ${staff}::uuid end, "updatedAt" = now()
      where _id = ${sheet._id}`.execute(trx),
  );
  await writeStep(trx, { sheet: sheet._id, from: sheet.state, to, staff, reason, minute });
}

interface DatedStep {
  readonly sheet: string;
  readonly from: SheetState;
  readonly to: SheetState;
  readonly staff: string;
  readonly reason: string | null;
  readonly minute?: StepBy["minute"] | undefined;
}

export const writeStep = (trx: Trx, { sheet, from, to, staff, reason, minute }: DatedStep) =>
  sql`insert into portal.score_sheet_step (_id, sheet, fromstate, tostate, staff, reason, minute, minuteday)
    values (gen_random_uuid(), ${sheet}, ${from}, ${to}, ${staff}, ${reason}, ${minute?.number ?? null}, ${minute?.day ?? null})`.execute(
    trx,
  );
