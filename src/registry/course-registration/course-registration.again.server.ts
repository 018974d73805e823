import { sql } from "kysely";
import { runningTerm } from "#calendar/session/session.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself, type Work } from "#platform/write/perform.server.ts";
import { codesIn } from "../course/course.rules.ts";
import { everyCourse } from "../course/course.server.ts";
import { movedMarks } from "../course-result/course-result.server.ts";
import { offeredTo, type Registrant } from "./course-registration.offered.server.ts";
import { allowable, findingsOf, type RegistrationState } from "./course-registration.rules.ts";
import { standingOf, type Term } from "./course-registration.standing.server.ts";

const AT_ONCE = 50;

/**
 * Every ten minutes, and never at a round one: results come out at such, and in that minute thousands read them. Judges registrations of the semester that runs anew where marks of their students came since. What waits shows what
 * is found now; of what counts, the courses that were opened by one that was failed since are shown to the head.
 */
export const judgeAgain: Round = {
  name: "judge-registrations-again",
  cron: "6,16,26,36,46,56 * * * *",
  async run({ portal: { db } }) {
    const term = await runningTerm(db);
    if (!term) return;
    const begun = await clock(db);
    for (let more = true; more; ) {
      const due = await sql`select from ${dueOf(term, begun)} due limit 1`.execute(db);
      more = due.rows.length > 0 && (await perform(db, portalItself, (work) => judgeSome(work, term, begun)));
    }
  },
};

/** Whether a mark may change what is said of a registration that counts: something of it asks for another course, or was found failed. */
const asksForOthers = (registration: string) =>
  sql`(${sql.ref(`${registration}.failed`)} <> '{}' or exists (select from portal.course_registration_line l
    join ${everyCourse()} c on c._id = l.course and c.needs is not null
    where l.registration = ${sql.ref(`${registration}._id`)} and l."droppedAt" is null))`;

/** Once in a run. What was on its way when it was judged has a time before that, and is seen by the next run. */
const dueOf = ({ session, semester }: Term, begun: string) =>
  sql`(select waits._id from portal.course_registration waits
    where waits.session = ${session} and waits.semester = ${semester} and (waits.state = 'Waiting' or waits.state = 'Registered' and ${asksForOthers("waits")})
      and exists (select from ${movedMarks()} moved where moved.student = waits.student
        and moved.at > coalesce(waits."judgedAt" - interval '5 minutes', waits."arrivedAt"))
      and (waits."judgedAt" < ${begun}::timestamptz) is not false)`;

interface Due extends Registrant {
  readonly _id: string;
  readonly state: RegistrationState;
  readonly found: readonly string[];
  readonly failed: readonly string[];
  /** Codes that a head has looked at and left. */
  readonly leftopen: readonly string[];
  readonly arrivedAt: string;
  readonly courses: readonly string[];
  /** Codes whose marks came since it arrived. */
  readonly moved: readonly string[];
}

/** Some that are due, locked; another process takes others. Answers whether there may be more. */
async function judgeSome(work: Work, term: Term, begun: string): Promise<boolean> {
  const { trx, note } = work;
  const { rows } = await sql<Due>`
    select r._id, r.student, r.programme, r.level, r.session, r.semester, r.state, r.found, r.failed, r.leftopen, r."arrivedAt",
      array(select l.course from portal.course_registration_line l where l.registration = r._id and l."droppedAt" is null) as courses,
      array(select distinct moved.code from ${movedMarks()} moved where moved.student = r.student and moved.at > r."arrivedAt") as moved
    from portal.course_registration r where r._id in (select due._id from ${dueOf(term, begun)} due limit ${AT_ONCE})
    order by r._id for update of r skip locked`.execute(trx);
  for (const due of rows) await judge(work, due);
  if (rows.length === 0) note({ deed: "course_registration.nothing", subject: "course_registration:many" });
  return rows.length === AT_ONCE;
}

async function judge({ trx, note }: Work, due: Due): Promise<void> {
  const { _id, state, student } = due;
  const offered = await offeredTo(trx, due, [...due.courses]);
  const chosen = offered.filter((course) => due.courses.includes(course._id));
  const found =
    state === "Waiting"
      ? foundIn(findingsOf(chosen, offered, (await standingOf(trx, student, due.arrivedAt)).limits))
      : [...due.found];
  // What a head has allowed before stays allowed: only what came since is said.
  const failed =
    state === "Registered"
      ? [...new Set(chosen.flatMap(({ missing }) => codesIn(missing)))].filter(
          (code) => due.moved.includes(code) && !due.leftopen.includes(code),
        )
      : [];
  await sql`update portal.course_registration set "judgedAt" = now(), found = ${found}::text[], failed = ${failed.toSorted()}::text[]
    where _id = ${_id}`.execute(trx);
  note({
    deed: "course_registration.judge",
    subject: `student:${student}`,
    before: { found: due.found, failed: due.failed },
    after: { registration: _id, found, failed },
    reason: "Marks came since it was sent",
  });
}

/** What a head may allow; the rest is judged by the inbox as it stands. */
const foundIn = (findings: ReturnType<typeof findingsOf>): string[] =>
  [...new Set(findings.map(({ code }) => code))].filter((code) => allowable.includes(code));
