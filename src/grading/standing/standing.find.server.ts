import { sql } from "kysely";
import { sessionsById } from "#calendar/session/session.server.ts";
import { type Officer, requireWholeCollege } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { slicesOf } from "#kit/value/slices.rules.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { standingResults } from "#registry/course-result/course-result.server.ts";
import { everyStudent, isOwnRecord } from "#registry/student/student.server.ts";
import type { Sum } from "../academic-record/academic-record.rules.ts";
import { type AcademicRecord, recordsOfMany } from "../academic-record/academic-record.server.ts";
import { type ProposedStanding, ruleInWords, type StandingState } from "./standing.rules.ts";

interface AskedTerm {
  readonly session: string;
  readonly semester: number;
  readonly programme?: string | undefined | null;
  readonly level?: number | undefined | null;
}

/** What a rule finds at the end of a semester: the standing, the exact average that it looks at, and the rule in words. */
export interface Found {
  readonly standing: ProposedStanding;
  readonly sum: Sum;
  readonly rule: string;
}

/** What the rules find in a record at the end of a semester that is its last; null for good standing, undefined where others follow. */
export function foundIn(record: AcademicRecord, session: string, semester: number): Found | null | undefined {
  const last = record.semesters.at(-1);
  if (last?.session !== session || last.semester !== semester) return undefined;
  const rule = record.profile?.standings.find(({ standing }) => standing === last.standing);
  if (!rule) return null;
  const sum = rule.measure === "GPA" ? last.gpa : last.cgpa;
  // Where nothing of the semester counts, as when all of it is excused, nothing new is found.
  if (last.gpa.units === 0) return null;
  return { standing: rule.standing, sum, rule: ruleInWords(rule, sum) };
}

interface Graded {
  readonly _id: string;
  readonly name: string;
  readonly matric: string | null;
  readonly programme: string | null;
  readonly level: number | null;
}

interface Known {
  readonly _id: string;
  readonly student: string;
  readonly standing: ProposedStanding;
  readonly state: StandingState;
  readonly points: number;
  readonly units: number;
}

/** Students whose proposals are kept at once. */
const AT_ONCE = 1_000;

/** Proposes what the rules find among those who have results of a semester; what was found before and is another by now is overtaken. */
export async function findProposals(work: Work, who: Officer, asked: AskedTerm) {
  const { trx, note } = work;
  requireWholeCollege(who);
  const session = (await sessionsById(trx, [asked.session])).get(asked.session)?.name;
  if (session === undefined)
    throw refuseFields("choice-not-found", { session: "This session was not found. Choose it from the list" });
  if (asked.programme && !isId(asked.programme))
    throw refuseFields("choice-not-found", { programme: "This programme was not found. Choose it from the list" });
  // Two who look at once wait for each other.
  await sql`select pg_advisory_xact_lock(hashtext('standing'))`.execute(trx);
  const students = await gradedIn(trx, who, asked);
  if (students.length === 0)
    throw refuse(
      "nothing-published",
      "No results of this semester are published for whoever you asked about. Publish them first",
    );
  const counts = { proposed: 0, overtaken: 0, known: 0 };
  for (const some of slicesOf(students, AT_ONCE)) {
    const ids = some.map(({ _id }) => _id);
    const records = await recordsOfMany(trx, ids);
    const known = await knownOf(trx, asked, ids);
    const proposals: { readonly of: Graded; readonly found: Found }[] = [];
    const overtaken: Known[] = [];
    for (const of of some) {
      const record = records.get(of._id);
      const found = record && foundIn(record, session, asked.semester);
      if (found === undefined) continue;
      const before = known.get(of._id);
      if (before && isOvertaken(before, found)) overtaken.push(before);
      else if (before) {
        counts.known += found ? 1 : 0;
        continue;
      }
      if (found) proposals.push({ of, found });
    }
    await overtake(work, overtaken);
    await keepProposals(trx, who, asked, proposals);
    counts.overtaken += overtaken.length;
    counts.proposed += proposals.length;
    for (const { of, found } of proposals)
      note({
        deed: "standing.propose",
        subject: `student:${of._id}`,
        after: { standing: found.standing, rule: found.rule, points: found.sum.points, units: found.sum.units },
      });
  }
  note({ deed: "standing.find", subject: "standing:many", after: { ...asked, looked: students.length, ...counts } });
  return { type: "success" as const, message: sentenceOf(students.length, counts), looked: students.length, ...counts };
}

/** Whoever has results that are published, as the results say where; the asker's own record is left out. */
async function gradedIn(
  trx: Trx,
  who: Officer,
  { session, semester, programme = null, level = null }: AskedTerm,
): Promise<Graded[]> {
  const { rows } = await sql<Graded>`
    select graded._id, graded.name, graded.matric, graded.programme, graded.level from ${everyStudent()} graded
    where graded.status not in ('Merged', 'Deceased', 'Withdrawn', 'Expelled', 'Transferred', 'Graduated')
      and not ${isOwnRecord(sql.ref("graded._id"), who.staff)}
      and graded._id in (select r.student from ${standingResults()} r where r.session = ${session} and r.semester = ${semester}::smallint
        and r."visibleAt" <= now() and (${programme}::uuid is null or r.programme = ${programme}::uuid)
        and (${level}::smallint is null or r.level = ${level}::smallint))
    order by graded.programme, graded.name, graded._id`.execute(trx);
  return rows;
}

/** What stands of the semester so far, by student. */
async function knownOf(
  trx: Trx,
  { session, semester }: AskedTerm,
  students: readonly string[],
): Promise<ReadonlyMap<string, Known>> {
  const { rows } =
    await sql<Known>`select p._id, p.student, p.standing, p.state, p.points, p.units from portal.standing_proposal p
    where p.session = ${session} and p.semester = ${semester}::smallint and p.student = any(${[...students]}::uuid[])
      and p.state in ('Proposed', 'Approved', 'Declined') for update`.execute(trx);
  return new Map(rows.map((row) => [row.student, row]));
}

/** What waits or was declined rests on its figure; what was approved on its standing. A withdrawal in force is undone as a status. */
function isOvertaken(known: Known, found: Found | null): boolean {
  if (known.state === "Approved") return known.standing !== "Withdrawal" && known.standing !== found?.standing;
  return (
    !found || known.standing !== found.standing || known.points !== found.sum.points || known.units !== found.sum.units
  );
}

async function overtake({ trx, note }: Work, overtaken: readonly Known[]): Promise<void> {
  if (overtaken.length === 0) return;
  await sql`update portal.standing_proposal set state = 'Overtaken', version = version + 1, "updatedAt" = now()
    where _id = any(${overtaken.map(({ _id }) => _id)}::uuid[])`.execute(trx);
  for (const { student, standing, state } of overtaken)
    note({
      deed: "standing.overtaken",
      subject: `student:${student}`,
      before: { standing, state },
      after: { state: "Overtaken" },
      reason: "The figure changed",
    });
}

async function keepProposals(
  trx: Trx,
  who: Officer,
  { session, semester }: AskedTerm,
  proposals: readonly { readonly of: Graded; readonly found: Found }[],
): Promise<void> {
  const rows = proposals.map(({ of, found }) => ({
    ...{ _id: newId(), student: of._id, name: of.name, matric: of.matric, programme: of.programme, level: of.level },
    ...{ standing: found.standing, points: found.sum.points, units: found.sum.units, rule: found.rule },
  }));
  await sql`insert into portal.standing_proposal (_id, student, name, matric, programme, level, session, semester, standing, points,
      units, rule, proposedby)
    select p._id, p.student, p.name, p.matric, p.programme, p.level, ${session}, ${semester}::smallint, p.standing, p.points, p.units,
      p.rule, ${who.staff}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(_id uuid, student uuid, name text, matric text, programme uuid,
      level smallint, standing text, points integer, units integer, rule text)`.execute(trx);
}

function sentenceOf(
  looked: number,
  { proposed, overtaken, known }: { readonly proposed: number; readonly overtaken: number; readonly known: number },
): string {
  const of = `Of ${asCount(looked, "student")} with results`;
  const fell = overtaken === 0 ? "" : `. ${asCount(overtaken, "earlier one")} fell away, because the figure changed`;
  const stood = known === 0 ? "" : `. ${asCount(known, "standing")} stood already`;
  return proposed === 0
    ? `${of} nobody new is found${stood}${fell}`
    : `${of} ${asCount(proposed, "standing is", "standings are")} proposed${stood}${fell}`;
}
