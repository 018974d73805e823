import { sql } from "kysely";
import { semesterWords } from "#calendar/session/session.rules.ts";
import { sessionsById } from "#calendar/session/session.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { everyStudent } from "../../student/student.server.ts";
import { classWords } from "../bill.rules.ts";
import {
  type BillTerm,
  billedAmong,
  type ClassOf,
  classColumns,
  classesOf,
  holeOf,
  makeBillsOf,
} from "./make.server.ts";

/**
 * The first bill of a new student, in the caller's transaction: of the session of entry, and the semester that the student
 * stands in or the first. Answers what it comes to; null where one is there already, which stays. Refuses in a sentence where
 * the college has not said what such students pay.
 */
export async function makeFirstBill(work: Work, student: string): Promise<number | null> {
  const { rows: known } = await sql<{ session: string | null; semester: number; programme: string | null }>`
    select s.session, coalesce(s.semester, 1)::int as semester, s.programme from ${everyStudent()} s where s._id = ${student}`.execute(
    work.trx,
  );
  const { session = null, semester = 1, programme = null } = known[0] ?? {};
  if (session === null)
    throw refuse("session-not-known", "The session of entry is not known. Fill it in on the student's record");
  const term = { session, semester };
  const [made] = await makeBillsOf(work, term, [student], programme);
  if (!made) await refuseHole(work.trx, term, student);
  return made?.billed_kobo ?? null;
}

const holeWords: Readonly<Record<string, string>> = {
  "No service": "has no tuition fee item",
  Inactive: "has a tuition fee item that is not active",
  "No fee lines": "has no tuition fee lines",
};

/** Says why a student could not be billed; nothing where a bill was there already. */
async function refuseHole(trx: Trx, term: BillTerm, student: string): Promise<void> {
  const { rows } = await sql<ClassOf>`
    select ${classColumns(term.session)} from ${everyStudent()} s where s._id = ${student}`.execute(trx);
  const [unbilled] = rows;
  if (!unbilled || (await billedAmong(trx, term, [student])).has(student)) return;
  const { programme, level } = unbilled;
  if (programme === null || level === null)
    throw refuse("class-not-known", "Programme or level is not known. Fill them in on the student's record");
  const hole = holeOf(unbilled, (await classesOf(trx, term, programme))(unbilled)) ?? "";
  throw refuse("fee-not-set", await holeSentence(trx, term, { ...unbilled, programme, level }, hole));
}

/** Why students of a class cannot be billed, and who mends it. */
async function holeSentence(
  db: Database | Trx,
  { session, semester }: BillTerm,
  one: ClassOf & { readonly programme: string; readonly level: number },
  hole: string,
): Promise<string> {
  const [titles, sessions] = await Promise.all([programmesById(db, [one.programme]), sessionsById(db, [session])]);
  const found = titles.get(one.programme);
  const title = found ? programmeTitle(found) : "The programme";
  const when = `${semesterWords(semester)} of ${sessions.get(session)?.name ?? "the session"}`;
  return `${title}, ${classWords(one)}, ${when}, ${holeWords[hole] ?? "cannot pay yet"}. The bursary fills it in under Tuition fees`;
}

/** What who enters a programme would be billed for the first semester, as things stand; in `why` what stands in the way. */
export async function entrantBills(db: Database | Trx, session: string, programme: string) {
  const term = { session, semester: 1 };
  const classOf = await classesOf(db, term, programme);
  return async (level: number, indigene: boolean): Promise<{ readonly kobo: number; readonly why: string | null }> => {
    const one = { programme, level, indigene, isnewstudent: true };
    const found = classOf(one);
    const hole = holeOf(one, found);
    return { kobo: found?.amount_kobo ?? 0, why: hole === null ? null : await holeSentence(db, term, one, hole) };
  };
}
