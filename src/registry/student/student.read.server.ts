import type { FastifyInstance } from "fastify";
import { type Expression, type RawBuilder, sql } from "kysely";
import { isOwn, isOwnAddress, refuseOwnAddresses, refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { ofProgrammesWithin, programmesById } from "#college/programme/programme.server.ts";
import { searchedIn } from "#console/list/list.server.ts";
import { columnsOf } from "#console/record/record.server.ts";
import type { Officer, Scope } from "#console/scope/scope.server.ts";
import { photoNameOf } from "#identity/account/account.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { livingStatuses, type StudentStatus } from "./student.rules.ts";
import type { StudentSummary } from "./student.selection.contract.ts";

/** One student as far as a right reaches: as a member of staff sees one before acting. 404 for everybody else's. */
export async function summaryOf(
  app: FastifyInstance,
  { scope }: Pick<Officer, "scope">,
  id: string,
): Promise<StudentSummary & { readonly applicant: string | null }> {
  const { db, files } = app.portal;
  const { rows } = isId(id)
    ? await sql<Omit<StudentSummary, "photo" | "account"> & { applicant: string | null }>`
      select _id, name, matric, programme, level, status, "statusAt", emailaddress, version, jamb, application, applicant
      from portal.student s where s._id = ${id} and ${reached(scope)}`.execute(db)
    : { rows: [] };
  const [found] = rows;
  if (!found) throw notFound();
  const [programmes, photo] = await Promise.all([
    programmesById(db, found.programme ? [found.programme] : []),
    found.applicant ? photoNameOf(db, found.applicant) : undefined,
  ]);
  const programme = found.programme === null ? undefined : programmes.get(found.programme);
  return {
    ...found,
    programme: programme ? programmeTitle(programme) : null,
    photo: photo ? await files.link(photo.newname) : null,
    account: found.applicant !== null,
  };
}

/** Nobody decides about the student that one is oneself. 403. */
export async function refuseOwnStudents(
  trx: Trx,
  who: Pick<Officer, "staff">,
  students: readonly { readonly applicant: string | null; readonly emailaddress: string }[],
): Promise<void> {
  await refuseOwnFiles(
    trx,
    who,
    students.flatMap(({ applicant }) => (applicant === null ? [] : [applicant])),
  );
  await refuseOwnAddresses(
    trx,
    who,
    students.flatMap(({ applicant, emailaddress }) => (applicant === null ? [emailaddress] : [])),
  );
}

/** The same of students by `_id`, for what is written on a record. */
export async function refuseOwnRecords(trx: Trx, who: Pick<Officer, "staff">, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ applicant: string | null; emailaddress: string }>`
    select applicant, emailaddress from portal.student where _id = any(${[...ids]}::uuid[])`.execute(trx);
  await refuseOwnStudents(trx, who, rows);
}

/**
 * Whether a student is the member of staff, as a condition: by it a list leaves out the rows of the own record. The own records
 * are looked for once, however many rows there are.
 */
export const isOwnRecord = (student: RawBuilder<unknown>, member: string): RawBuilder<boolean> =>
  sql<boolean>`${student} = any(array(
    select own._id from portal.student own where ${isOwn(sql.ref("own.applicant"), member)}
    union all select own._id from portal.student own
      where own.applicant is null and ${isOwnAddress(sql.ref("own.emailaddress"), member)}))`;

/**
 * The students whom all the words of a search find, as a part of a larger query: rows of `_id`. What a merged record was called
 * by finds the one that stays too, and so does a number from before a change of combination.
 */
export function studentsFound(words: readonly string[]): RawBuilder<unknown> {
  const all = (of: "found" | "gone" | "former") => sql.join(words.map(searchedIn(of)), sql` and `);
  // One table alone: so the planner sees whether a word finds many, and begins with the other side then.
  return sql`select found._id from portal.student found where ${all("found")} or found._id = any(array(
    select gone.mergedinto from portal.student gone where gone.mergedinto is not null and ${all("gone")}
    union all select former.student from portal.former_matric former where ${all("former")}))`;
}

const reached = (scope: Scope): RawBuilder<unknown> =>
  scope === "all" ? sql`true` : ofProgrammesWithin(columnsOf("s"), scope);

/** What two people have decided about a student's status; its version goes up, so nothing is decided on what was before. */
export async function writeStatus(trx: Trx, id: string, status: StudentStatus): Promise<void> {
  await trx
    .updateTable("student")
    .set({ status, statusAt: sql`now()`, updatedAt: sql`now()`, version: sql`version + 1` })
    .where("_id", "=", id)
    .execute();
}

/** Another programme, once all have decided who are asked; its version goes up, so nothing is decided on what was before. */
export async function writeProgramme(trx: Trx, id: string, programme: string): Promise<void> {
  await trx
    .updateTable("student")
    .set({ programme, updatedAt: sql`now()`, version: sql`version + 1` })
    .where("_id", "=", id)
    .execute();
}

/** Other levels and semesters, once two people have decided; each version goes up, so nothing is decided on what was before. */
export async function writeLevels(
  trx: Trx,
  moved: readonly { readonly student: string; readonly level: number; readonly semester: number | null }[],
): Promise<void> {
  await sql`update portal.student s set level = m.level, semester = m.semester, "updatedAt" = now(), version = s.version + 1
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m(student uuid, level smallint, semester smallint)
    where s._id = m.student`.execute(trx);
}

/**
 * The students that an account is or was, as a part of a larger query: rows of `_id`. Its table has a name that no query around
 * it has: the account of one would be read as its own, and everybody's rows would come.
 */
export const studentsOfAccount = (account: string | Expression<string>): RawBuilder<unknown> =>
  sql`select of_account._id from portal.student of_account where of_account.applicant = ${account}`;

/**
 * The records of the person whose student this is, as a part of a larger query: rows of `_id`. One who has entered anew has an
 * earlier one, whose debts and holds count; whatever was merged into the record is among them.
 */
export const recordsOfPerson = (student: RawBuilder<unknown> | Expression<unknown>): RawBuilder<unknown> =>
  sql`select record._id from portal.student record where record._id = ${student} or record.mergedinto = ${student}
    or record.applicant = any(array(select person.applicant from portal.student person where person._id = ${student}))`;

/** The accounts of that person: the one that signs in, and those of records that were merged into this one. */
export async function accountsOfStudent(db: Database | Trx, student: string): Promise<string[]> {
  const { rows } = await sql<{ applicant: string }>`select distinct p.applicant from portal.student p
    where (p._id = ${student} or p.mergedinto = ${student}) and p.applicant is not null`.execute(db);
  return rows.map(({ applicant }) => applicant);
}

/** Whoever studies now stands before who has left, and then the newest first: of the records of one account. */
export const livingFirst = (status: RawBuilder<unknown>, createdAt: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${status} = any(${[...livingStatuses]}) desc, ${createdAt} desc`;

/** Every student as letters, bills and other records need one, as a part of a larger query. */
export const everyStudent = (): RawBuilder<unknown> =>
  sql`(select _id, applicant, application, status, "statusAt", matric, firstname, middlename, lastname, name, emailaddress,
    phonenumber, programme, session, level, semester, indigene, mergedinto from portal.student)`;

/** A line of a list that calls a student by a former number: whom it means, and the number by now. */
export interface FormerNumber {
  readonly line: number;
  readonly given: string;
  readonly name: string;
  readonly matric: string | null;
}

export interface CalledStudent {
  readonly _id: string;
  readonly name: string;
  /** The number that the student is called by now. */
  readonly matric: string | null;
}

/**
 * Whom some matric numbers, in small letters, call: also by the number from before a change of combination, and by that of a record
 * that was merged, which leads to the one that stays.
 */
export async function studentsByMatric(
  db: Database | Trx,
  matrics: readonly string[],
): Promise<ReadonlyMap<string, CalledStudent>> {
  const { rows } = await sql<CalledStudent & { given: string }>`
    select called.called as given, s._id, s.name, s.matric from (
      select lower(t.matric) as called, t._id from portal.student t
        where t.mergedinto is null and lower(t.matric) = any(${[...matrics]}::text[])
      union ${studentsCalledBefore(matrics)}) called
    join portal.student s on s._id = called._id`.execute(db);
  return new Map(rows.map(({ given, ...student }) => [given, student]));
}

/** Of matric numbers in small letters those that students had before, as a part of a larger query: rows of `called`, `_id`. */
export const studentsCalledBefore = (matrics: readonly string[]): RawBuilder<unknown> => sql`
  select called.called, coalesce(own.mergedinto, own._id) as _id from (
    select lower(t.matric) as called, t._id from portal.student t
      where t.mergedinto is not null and lower(t.matric) = any(${[...matrics]}::text[])
    union select lower(f.matric), f.student from portal.former_matric f where lower(f.matric) = any(${[...matrics]}::text[])) called
  join portal.student own on own._id = called._id`;

/** Every student with what lists that leave say of one, as a part of a larger query. */
export const listedStudents = (): RawBuilder<unknown> =>
  sql`(select _id, applicant, status, matric, jamb, firstname, middlename, lastname, name, gender, dateofbirth, stateoforigin,
    lgaoforigin, programme, session, type, entrylevel, level from portal.student)`;

/** The rows whose student lies within what a narrow right reaches: for what stands on a student's record. */
export const ofStudentsWithin = (of: RawBuilder<unknown>, scope: Exclude<Scope, "all">): RawBuilder<unknown> =>
  sql`exists (select from portal.student seen where seen._id = ${of} and ${ofProgrammesWithin(columnsOf("seen"), scope)})`;

/** The student of an `_id`, locked: whoever changes what a student is waits for the others. */
export const lockStudent = (trx: Trx, id: string) =>
  trx.selectFrom("student").selectAll().where("_id", "=", id).forUpdate().executeTakeFirst();

/** The students of some `_id`s, locked in one order, so that two who change many wait for each other. */
export async function lockStudents(trx: Trx, ids: readonly string[]) {
  const rows = await trx
    .selectFrom("student")
    .select(["_id", "status", "programme", "level", "semester", "firstname", "emailaddress"])
    .where("_id", "in", [...ids])
    .orderBy("_id")
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row._id, row]));
}

/** Keeps a student's record as it is until the end of the transaction; others may do so too. */
export const holdStudent = (trx: Trx, id: string) =>
  trx.selectFrom("student").select("_id").where("_id", "=", id).forShare().executeTakeFirst();

/** A student by `_id`; undefined where there is none. */
export const studentById = (db: Database | Trx, id: string) =>
  db.selectFrom("student").selectAll().where("_id", "=", id).executeTakeFirst();

/** The students that an account is or was, the living first. */
export const studentsOf = (db: Database, account: string) =>
  db
    .selectFrom("student")
    .selectAll()
    .where("applicant", "=", account)
    .where("status", "<>", "Merged")
    .orderBy(livingFirst(sql.ref("status"), sql.ref("createdAt")) as never)
    .execute();

/** Who pays, as the provider and the receipt name a student. */
export async function payerOfStudent(trx: Trx, id: string) {
  const { firstname, middlename, lastname, name, emailaddress, phonenumber, matric } = await trx
    .selectFrom("student")
    .selectAll()
    .where("_id", "=", id)
    .executeTakeFirstOrThrow();
  return {
    payername: [firstname, middlename, lastname].filter(Boolean).join(" "),
    payer: name,
    payeremail: emailaddress,
    payerphone: phonenumber ?? "",
    matric: matric ?? "",
  };
}
