import { sql } from "kysely";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { leftBeforeAmong } from "#registry/bill/bill.server.ts";
import { everyCourse } from "#registry/course/course.server.ts";
import { everyRegistration } from "#registry/course-registration/course-registration.server.ts";
import { holdsAmong } from "#registry/hold/hold.server.ts";
import { isGated } from "#registry/instalment/instalment.server.ts";
import { isStopped, type StudentStatus } from "#registry/student/student.rules.ts";
import { everyStudent } from "#registry/student/student.server.ts";
import { isBarred, percentOf } from "../lecture/lecture.rules.ts";
import { attendanceRule, attendanceSums } from "../lecture/lecture.server.ts";
import type { ExamPermitKind } from "./exam-card.rules.ts";

export interface Term {
  readonly session: string;
  readonly semester: number;
}

/** Why somebody sits nothing, what mends it, and where. */
export interface Stop {
  readonly of: "status" | "registration" | "fees" | "hold" | "attendance";
  readonly sentence: string;
  readonly link: string | null;
}

interface Sat {
  readonly class: string;
  readonly code: string;
  readonly name: string;
  readonly credit: number;
  readonly held: number;
  readonly present: number;
  readonly percent: number | null;
  readonly why: string | null;
  readonly permitted: boolean;
}

export interface Sitting {
  readonly student: string;
  readonly name: string;
  readonly matric: string | null;
  readonly applicant: string | null;
  readonly programme: string | null;
  readonly level: number | null;
  /** Its `_id`; null where there is none. */
  readonly registration: string | null;
  readonly stop: Stop | null;
  readonly courses: readonly Sat[];
}

interface Sitter extends Omit<Sitting, "stop" | "courses"> {
  readonly status: StudentStatus;
  readonly state: "Waiting" | "Registered" | "Returned" | null;
  /** Of the courses that stand in the registration, approved or not. */
  readonly units: number | null;
}

interface Counted extends Omit<Sat, "percent" | "why" | "permitted"> {
  readonly student: string;
  readonly warned: number | null;
}

interface Permitted {
  readonly student: string;
  readonly allows: ExamPermitKind;
  readonly class: string | null;
}

/**
 * Who of some students may sit what in a semester, in their order by name: the one place that decides it. A status, no
 * registration that counts, fees and a hold stop the whole; attendance below what is asked stops a course.
 */
export async function sittingsOf(db: Database | Trx, ids: readonly string[], term: Term): Promise<Sitting[]> {
  const { session, semester } = term;
  const of = sql`taking.student = any(${[...ids]}::uuid[]) and taking.session = ${session} and taking.semester = ${semester}`;
  const { rows: sitters } = await sql<Sitter>`
    select s._id as student, concat_ws(' ', s.firstname, s.middlename, s.lastname) as name, s.matric, s.applicant, s.programme, s.level, s.status, r._id as registration, r.state, r.units
    from ${everyStudent()} s
    left join ${everyRegistration()} r on r.student = s._id and r.session = ${session} and r.semester = ${semester}
    where s._id = any(${[...ids]}::uuid[]) order by s.name, s._id`.execute(db);
  const { rows: counted } = await sql<Counted>`
    select a.student, a.class, a.code, a.name, a.credit, a.held, a.present, a.warned from ${attendanceSums(of)} a order by a.code`.execute(
    db,
  );
  const { rows: permits } = await sql<Permitted>`
    select p.student, p.allows, o.class from portal.exam_permit p left join ${everyCourse()} o on o._id = p.course
    where p.student = any(${[...ids]}::uuid[]) and p.session = ${session} and p.semester = ${semester}`.execute(db);
  const held = new Map((await holdsAmong(db, ids, "examination")).map((hold) => [hold.student, hold]));
  const left = await leftBeforeAmong(db, "examination", ids, term);
  const gated = await isGated(db, "examination", term);
  const rule = await attendanceRule(db);
  const [courses, allowed] = [Map.groupBy(counted, (one) => one.student), Map.groupBy(permits, (one) => one.student)];
  return sitters.map(({ status, state, units, ...sitter }) => {
    const taken = courses.get(sitter.student) ?? [];
    const own = allowed.get(sitter.student) ?? [];
    const hold = held.get(sitter.student);
    const mayOwe = own.some(({ allows }) => allows === "Unpaid");
    const sat = taken.map(({ student: _, warned, ...one }) => {
      const barred = isBarred({ ...one, warned }, rule);
      const excused = own.some(
        ({ allows, class: only }) => allows === "Attendance" && (only ?? one.class) === one.class,
      );
      const percent = percentOf(one);
      return {
        ...one,
        percent,
        permitted: barred && excused,
        why: barred && !excused ? tooLow(percent, rule.line) : null,
      };
    });
    const stop =
      stoppedByStatus(status) ??
      (taken.length === 0 ? stoppedByRegistration(state, units) : null) ??
      (mayOwe ? null : stoppedByFees(left.get(sitter.student), gated)) ??
      (hold ? stoppedByHold(hold) : null) ??
      (sat.every(({ why }) => why !== null) ? stoppedByAttendance : null);
    return { ...sitter, stop, courses: sat };
  });
}

const stoppedByStatus = (status: StudentStatus): Stop | null =>
  isStopped(status, "sitting")
    ? {
        of: "status",
        sentence: `Your record stands as ${status}, so you cannot sit examinations. Ask the Registry what opens them again`,
        link: null,
      }
    : null;

function stoppedByRegistration(state: Sitter["state"], units: number | null): Stop {
  const sentence =
    state === null
      ? "You have not registered courses for this semester. Register them, then look here again"
      : state === "Returned"
        ? "Your registration was returned to you. Mend it and send it again, then look here again"
        : units === 0
          ? "Every course of your registration was dropped, so there is nothing to sit. See why on your registration, and ask your head of department which courses you can take instead"
          : "No course of your registration is approved yet. Your head of department decides about it: ask there";
  return { of: "registration", sentence, link: "/student/registration" };
}

const stoppedByAttendance: Stop = {
  of: "attendance",
  sentence: "There is no course of yours that may be sat: the attendance is too low in each",
  link: "/student/attendance",
};

function stoppedByFees(left_kobo: number | undefined, gated: boolean): Stop | null {
  if (left_kobo === undefined)
    return gated
      ? {
          of: "fees",
          sentence: "You have no bill for this semester yet, so nothing opens its examinations. Ask the Bursary for it",
          link: null,
        }
      : null;
  if (left_kobo === 0) return null;
  return {
    of: "fees",
    sentence: `${asNaira(naira(left_kobo))} of your bill are to be paid before you may sit. Pay them, then look here again`,
    link: "/student/bill",
  };
}

const stoppedByHold = ({ reason, office }: { readonly reason: string; readonly office: string }): Stop => ({
  of: "hold",
  sentence: `A hold stands on your record, so you cannot sit examinations. ${reason}. Where to go: ${office}`,
  link: "/student/holds",
});

const tooLow = (percent: number | null, line: number): string =>
  `Attendance ${percent} %, and ${line} % is asked. Is the list wrong, talk to the lecturer; were you ill, take your papers to the examinations office`;
