import { type RawBuilder, sql } from "kysely";
import { isOwn } from "#access/own-file/own-file.server.ts";
import { acceptedIn, offeredIn, offeredNotAccepted } from "#admission/offer/offer.server.ts";
import { programmesReached } from "#college/programme/programme.server.ts";
import type { Reached } from "#console/scope/scope.server.ts";
import { accountsSince, contactsOf } from "#identity/account/account.server.ts";
import { askedForReference, paidNotApplied } from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { takenCourses } from "#registry/course-registration/course-registration.server.ts";
import { livingStatuses } from "#registry/student/student.rules.ts";
import { everyStudent, livingStudents } from "#registry/student/student.server.ts";
import type { ReviewState } from "#selection/review/review.rules.ts";
import { appliedIn, standingAt } from "#selection/review/review.server.ts";
import type { NotificationAudience } from "./notification.rules.ts";

/** Whom a notification is for, settled: references are known to be there, and a person has been found. */
export interface ResolvedAudience {
  readonly audience: NotificationAudience;
  readonly session: string | null;
  /** When applications of the session opened. */
  readonly opens: string | null;
  readonly programmes: readonly string[];
  readonly stages: readonly string[];
  /** Of students; null for every level. */
  readonly level: number | null;
  /** Of the courses whose students are meant. */
  readonly classes: readonly string[];
  readonly person: string | null;
  readonly madeby: string;
  /** Null for every department. */
  readonly departments: readonly string[] | null;
}

/** Everybody it is for at this moment, each once, as rows of `applicant`; made of what the nouns say of their own. */
export const audienceMembers = (to: ResolvedAudience): RawBuilder<unknown> =>
  sql`select distinct found.applicant from (${foundBy(to)}) found`;

function foundBy(to: ResolvedAudience): RawBuilder<unknown> {
  const { audience, person, departments, stages, madeby } = to;
  const session = to.session ?? "";
  const reached = reachedBy(to);
  switch (audience) {
    case "Everybody with an account":
      return sql`${accountsSince(to.opens)} union ${askedForReference(session)}`;
    case "Paid, not applied":
      return paidNotApplied(session, reached);
    case "Applied":
      return appliedIn(session, reached);
    case "At a stage of the desk":
      // Nobody learns from their own notification where their own file stands.
      return sql`select found.applicant from (${standingAt(session, stages as ReviewState[], reached)}) found
        where not ${isOwn(sql.ref("found.applicant"), madeby)}`;
    case "Offered a place":
      return offeredIn(session, reached);
    case "Offered, not accepted":
      return offeredNotAccepted(session, reached);
    case "Accepted a place":
      return acceptedIn(session, reached);
    case "Applicants and students": {
      const students = accountsOf(studentsMeant(to, reached));
      if (to.session === null) return students;
      return departments === null
        ? sql`${accountsSince(to.opens)} union ${askedForReference(session)} union ${students}`
        : sql`${appliedIn(session, reached)} union ${students}`;
    }
    case "Students":
    case "Students of courses":
      return accountsOf(studentsMeant(to, reached));
    case "One person":
      return sql`select ${person}::uuid as applicant`;
  }
}

/** The programmes that were chosen, as far as the right of the author reaches. */
const reachedBy =
  ({ programmes, departments }: ResolvedAudience): Reached =>
  (programme) => {
    const chosen = programmes.length > 0 ? sql`${programme} = any(${[...programmes]}::uuid[])` : sql`true`;
    return departments === null ? chosen : sql`${chosen} and ${withinDepartments(departments)(programme)}`;
  };

/** The students of an audience, with an account or without one: rows of `_id, applicant`. */
function studentsMeant({ audience, level, classes }: ResolvedAudience, reached: Reached): RawBuilder<unknown> {
  const ofLevel = level === null ? sql`true` : sql`studying.level = ${level}::int`;
  const ofAudience =
    audience === "Students of courses"
      ? sql`studying._id in (select taking.student from ${takenCourses()} taking where taking.class = any(${[...classes]}::uuid[]))`
      : sql`${ofLevel} and ${reached(sql.ref("studying.programme"))}`;
  return sql`select studying._id, studying.applicant from ${everyStudent()} studying
    where studying.status = any(${[...livingStatuses]}) and ${ofAudience}`;
}

const accountsOf = (students: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select meant.applicant from (${students}) meant where meant.applicant is not null`;

/** How many students it is for whom nothing reaches, because they have no account. */
export async function countWithoutAccount(db: Database, to: ResolvedAudience): Promise<number> {
  if (!["Applicants and students", "Students", "Students of courses"].includes(to.audience)) return 0;
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (${studentsMeant(to, reachedBy(to))}) meant where meant.applicant is null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The programmes of some departments, as an SQL condition. */
export const withinDepartments =
  (departments: readonly string[]): Reached =>
  (programme) =>
    sql`${programme} in (${programmesReached({ departments, colleges: [], shown: [] })})`;

/** How many people it is for at this moment. */
export async function countAudience(db: Database | Trx, to: ResolvedAudience): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from (${audienceMembers(to)}) everybody`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The next of them by their `_id`, after one; at most so many. */
export async function someOfAudience(
  db: Database | Trx,
  to: ResolvedAudience,
  { after, most }: { readonly after: string | null; readonly most: number },
): Promise<string[]> {
  const { rows } = await sql<{ applicant: string }>`select applicant from (${audienceMembers(to)}) everybody
    where ${after === null ? sql`true` : sql`applicant > ${after}`} order by applicant limit ${most}`.execute(db);
  return rows.map(({ applicant }) => applicant);
}

/** What living students among some accounts are called, by account: matric number and name. */
export async function studentsAmong(db: Database | Trx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ applicant: string; called: string }>`select living.applicant, living.called
    from (${livingStudents()}) living where living.applicant = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.map(({ applicant, called }) => [applicant, called]));
}

const SAMPLE = 5;

/** Five of them: a student by matric number and name, everybody else by name and JAMB number. */
export async function sampleOf(db: Database, to: ResolvedAudience): Promise<string[]> {
  const first = await someOfAudience(db, to, { after: null, most: SAMPLE });
  const [contacts, students] = await Promise.all([contactsOf(db, first), studentsAmong(db, first)]);
  return contacts.map(({ _id, lastname, firstname, jamb }) => students.get(_id) ?? `${lastname} ${firstname}, ${jamb}`);
}
