import type { FastifyInstance } from "fastify";
import { type Expression, type RawBuilder, sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { sessionName } from "#calendar/session/session.server.ts";
import { ofProgrammesWithin, programmeLabel } from "#college/programme/programme.server.ts";
import type { Noun, StepOf } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { recordMerge } from "./merge/merge.server.ts";
import { keepApart } from "./student.alike.server.ts";
import { fillStudents, studentsRefused } from "./student.complete.server.ts";
import { students } from "./student.contract.ts";
import { impossibleStudents, ownStudents } from "./student.impossible.server.ts";
import { livingFirst, studentsCalledBefore, studentsFound, summaryOf } from "./student.read.server.ts";
import { livingStatuses, type StudentStatus } from "./student.rules.ts";
import { readStudentSummary, selectStudent } from "./student.selection.contract.ts";
import { speltInFiles } from "./student.spelt.rules.ts";

export {
  lockTwo,
  type MergedRecord,
  mergeRecords,
  planRecords,
  readTwo,
  refusalOfMerged,
  sideOf,
} from "./merge/merge.server.ts";
export {
  type AlikeStudent,
  alikeAmong,
  alikeStudents,
  alikeWords,
  calledAlike,
  hasLeft,
  hasTheirNumber,
  type PersonSought,
  tellApart,
} from "./student.alike.server.ts";
export { correctStudent, createStudent, joinEarlierRecord, refuseTakenAddress } from "./student.complete.server.ts";
export {
  accountsOfStudent,
  everyStudent,
  type FormerNumber,
  holdStudent,
  isOwnRecord,
  listedStudents,
  lockStudent,
  lockStudents,
  ofStudentsWithin,
  payerOfStudent,
  recordsOfPerson,
  refuseOwnRecords,
  refuseOwnStudents,
  studentById,
  studentsByMatric,
  studentsFound,
  studentsOf,
  studentsOfAccount,
  summaryOf,
  writeLevels,
  writeProgramme,
  writeStatus,
} from "./student.read.server.ts";

export const studentRules: RecordRules<typeof students> = {
  of: students,
  table: "student",
  within: ofProgrammesWithin,
  foundAs: studentsFound,
  calledBefore: studentsCalledBefore,
  choosable: (column) => sql`${column("status")} <> 'Merged'`,
  instead: "Propose a change of status instead",
  deeds: {
    "matriculation.give": "Matric number given",
    "hand-over.find": null,
    "student.status": "Status changed",
    "student.status-undone": "Change of status undone",
    "student_status.propose": "Change of status proposed",
    "student_status.propose-undoing": "To undo a change of status proposed",
    "student_status.approve": "Change of status approved",
    "student_status.decline": "Change of status declined",
    "student_status.withdraw": "Change of status withdrawn",
    "student_status.call-off": "Change of status called off",
    "student_status.overtaken": "Planned change of status fell away",
    "student_status.nothing": null,
    "student.level": "Moved with the class",
    "student.level-undone": "Moved back with the class",
    "standing.propose": "Academic standing proposed",
    "standing.approve": "Academic standing approved",
    "standing.decline": "Academic standing declined",
    "standing.withdraw": "Academic standing withdrawn",
    "standing.overtaken": "Academic standing fell away: the figure changed",
    "student.programme": "Combination changed",
    "combination_change.ask": "Change of combination asked for",
    "combination_change.approve": "Change of combination approved",
    "combination_change.refuse": "Change of combination refused",
    "combination_change.withdraw": "Change of combination withdrawn",
    "student.merge": "Merged into another record",
    "student.take-in": "Another record merged into this one",
    "student.enter-anew": "Entered anew, by the account of the new record",
    "student_merge.propose": "Merge of records proposed",
    "student_merge.approve": "Merge of records approved",
    "student_merge.decline": "Merge of records declined",
    "student_merge.withdraw": "Merge of records withdrawn",
    "past_mark.go-along": "Past marks came from a merged record",
    "hold.place": "Hold placed",
    "hold.lift": "Hold lifted",
  },
  usual: async () => ({ entrylevel: null }),
  constraints: {
    student_matric: ["value-taken", "matric", "Another student has this matric number already"],
    student_living: [
      "student-already",
      "jamb",
      "Whoever has this JAMB number is a student already. Look for the student by the number",
    ],
    student_living_jamb: [
      "student-already",
      "jamb",
      "Whoever has this JAMB number is a student already. Look for the student by the number",
    ],
    student_levels: ["levels-out-of-order", "level", "Level must not be below the level of entry"],
  },
  check: async (_work, { form }) => {
    if (!form) throw refuse("record-kept", "A student's record stays. Propose a change of status instead");
  },
  brings: async ({ trx }, { form, ...change }) => {
    if (form) await keepApart(trx, { ...change, form });
  },
  many: {
    apart: {
      jamb: "One number is one person's: delete one of the two rows, or correct the number",
      emailaddress: "One address is one person's: delete one of the two rows, or correct the address",
    },
    check: studentsRefused,
    columns: ["indigene", "applicant"],
    fills: fillStudents,
  },
  spelt: speltInFiles,
};

/**
 * Part of a statement: gives a student the number that he or she is called by. The one before stays the student's: it still
 * leads here, and is nobody else's.
 */
export const callingStudent = (_id: string, matric: string): RawBuilder<unknown> =>
  sql`update portal.student set matric = ${matric} where _id = ${_id} returning _id`;

/** Keeps the number that a student is called by, because another one follows. */
export async function keepFormerMatric(trx: Trx, _id: string): Promise<void> {
  await sql`insert into portal.former_matric (student, matric) select _id, matric from portal.student
    where _id = ${_id} and matric is not null on conflict do nothing`.execute(trx);
}

/** Of some matric numbers in small letters those that students have, as a part of a larger query: rows of `matric`. */
export const matricsAmong = (matrics: readonly string[]): RawBuilder<unknown> =>
  sql`select lower(s.matric) as matric from portal.student s where lower(s.matric) = any(${[...matrics]}::text[])
    union select lower(f.matric) from portal.former_matric f where lower(f.matric) = any(${[...matrics]}::text[])`;

/** The student that an accepted application became. */
export const studentOfApplication = (trx: Trx, application: string) =>
  trx.selectFrom("student").select(["_id", "matric"]).where("application", "=", application).executeTakeFirst();

/** Each living student's account, and what the student is called, as a part of a larger query: rows of `applicant, called`. */
export const livingStudents = (): RawBuilder<unknown> => sql`
  select s.applicant, concat_ws(' ', s.matric, s.name) as called from portal.student s
  where s.status = any(${[...livingStatuses]}) and s.applicant is not null`;

/** Whether an account is a living student, as a part of a larger query. */
export const isLivingStudent = (account: Expression<string>): RawBuilder<boolean> => sql<boolean>`
  exists (select from portal.student studies where studies.applicant = ${account} and studies.status = any(${[...livingStatuses]}))`;

/** A student as the door of the student's area knows one. */
export interface StudentStanding {
  readonly _id: string;
  readonly status: StudentStatus;
}

/**
 * The student that an account is, or was last, and `more` of the same student, a value of JSON; a part of a larger query. Null
 * for who never was one.
 */
export const studentStanding = <Found extends object>(account: Expression<string>, more: RawBuilder<Found>) =>
  sql<
    (StudentStanding & Found) | null
  >`(select jsonb_build_object('_id', standing._id, 'status', standing.status) || ${more}
    from portal.student standing where standing.applicant = ${account} and standing.status <> 'Merged'
    order by ${livingFirst(sql.ref("standing.status"), sql.ref("standing.createdAt"))} limit 1)`;

/** The `_id`s of that student and of the account, for `more`. */
export const standingStudent: StepOf = { student: sql.ref("standing._id"), account: sql.ref("standing.applicant") };

/** What the first page of the student's area says of that student, for `more`. */
export const standingFacts =
  (): RawBuilder<StudentFacts> => sql<StudentFacts>`jsonb_build_object('firstname', standing.firstname,
  'middlename', standing.middlename, 'lastname', standing.lastname, 'matric', standing.matric, 'level', standing.level,
  'semester', standing.semester, 'programme', ${programmeLabel(sql.ref("standing.programme"))},
  'session', ${sessionName(sql.ref("standing.session"))})`;

export interface StudentFacts {
  readonly firstname: string;
  readonly middlename: string | null;
  readonly lastname: string;
  readonly matric: string | null;
  readonly level: number | null;
  readonly semester: number | null;
  readonly programme: string | null;
  /** Of entry. */
  readonly session: string | null;
}

/** The same of one account. */
export async function standingOfAccount(db: Database, account: string): Promise<StudentStanding | null> {
  const standing = studentStanding(sql<string>`${account}::uuid`, sql<object>`'{}'::jsonb`);
  const { rows } = await sql<{ standing: StudentStanding | null }>`select ${standing} as standing`.execute(db);
  return rows[0]?.standing ?? null;
}

/** What the college holds of a student, for the student. */
export const recordOfStudent = (db: Database, id: string) =>
  db
    .selectFrom("student")
    .select(["matric", "firstname", "middlename", "lastname", "emailaddress", "phonenumber", "jamb", "gender"])
    .select(["dateofbirth", "stateoforigin", "lgaoforigin", "type", "entrylevel", "level", "semester", "indigene"])
    .select(["status", "statusAt", "application"])
    .select([programmeLabel(sql.ref("programme")).as("programme"), sessionName(sql.ref("session")).as("session")])
    .where("_id", "=", id)
    .executeTakeFirstOrThrow();

/** The address by which whoever has a matric number, however it is written, signs in; null where nobody does. */
export async function addressOfMatric(db: Database, matric: string): Promise<string | null> {
  const written = matric.toLowerCase();
  const { rows } = await sql<{ emailaddress: string }>`
    select s.emailaddress from (
      select n._id, n.mergedinto from portal.student n where lower(n.matric) = ${written}
      union select o._id, o.mergedinto from portal.former_matric f join portal.student o on o._id = f.student
      where lower(f.matric) = ${written}) named
    join portal.student s on s._id = coalesce(named.mergedinto, named._id) where s.applicant is not null`.execute(db);
  return rows[0]?.emailaddress ?? null;
}

/** What the record is called by into which that of an account was merged that signs in no more; undefined where none was. */
export async function mergedElsewhere(db: Database, account: string): Promise<string | undefined> {
  const { rows } = await sql<{ called: string }>`
    select coalesce(kept.matric, kept.name) as called from portal.student gone join portal.student kept on kept._id = gone.mergedinto
    where gone.applicant = ${account} and kept.applicant is distinct from gone.applicant limit 1`.execute(db);
  return rows[0]?.called;
}

function studentCalls(app: FastifyInstance): void {
  handle(app, selectStudent, staff("students"), async ({ who, body }) => {
    const { applicant: _, ...picked } = await summaryOf(app, who, body.student);
    return { type: "success" as const, message: `${picked.name} is picked`, student: picked };
  });

  handle(app, readStudentSummary, staff("students"), async ({ who, params }) => {
    const { applicant: _, ...found } = await summaryOf(app, who, params.id);
    return found;
  });
}

export const studentNoun: Noun = {
  name: "student",
  calls: studentCalls,
  records: [studentRules],
  ownRows: [ownStudents],
  merges: [recordMerge],
  impossible: impossibleStudents,
};
