import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { sessionName } from "#calendar/session/session.server.ts";
import type { MergePart, Noun, StudentStep } from "#console/noun/noun.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { isKeptBack } from "#registry/course-result/course-result.server.ts";
import { studentsOfAccount } from "#registry/student/student.server.ts";
import { student } from "#registry/student-sign-in/student-sign-in.server.ts";
import {
  approveStandings,
  declineStandings,
  findStandings,
  type OwnStandingRow,
  readOwnStandings,
  withdrawStandings,
} from "./standing.contract.ts";
import { approveChosen, declineChosen, standingRules, withdrawChosen } from "./standing.decide.server.ts";
import { findProposals } from "./standing.find.server.ts";
import { standingTemplates } from "./standing.mail.server.ts";
import { type ProposedStanding, standingWords, withoutFigure } from "./standing.rules.ts";

function standingCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;
  const approve = staff("standings.approve");
  handle(app, findStandings, staff("standings.change"), (ask) =>
    write(app, ask, (work) => findProposals(work, ask.who, ask.body)),
  );
  handle(app, approveStandings, approve, (ask) =>
    write(app, ask, (work) => approveChosen(work, config, ask.who, ask.body)),
  );
  handle(app, declineStandings, approve, (ask) => write(app, ask, (work) => declineChosen(work, ask.who, ask.body)));
  handle(app, withdrawStandings, staff("standings.change"), (ask) =>
    write(app, ask, (work) => withdrawChosen(work, ask.who, ask.body)),
  );
  handle(app, readOwnStandings, student, ({ who }) => ownStandings(db, who.student));
}

/** The rule of a proposal `p`, with its figure only where its student, one of some, reads all results: the average rests on every one. */
const ruleRead = (students: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`case when ${isKeptBack(sql`p.student`, students)}
    then regexp_replace(p.rule, '^(C?GPA) [0-9.]+ ', '\\1 ') else p.rule end`;

/** What was approved of a student, the newest first. */
async function ownStandings(db: Database, of: string): Promise<OwnStandingRow[]> {
  const { rows } =
    await sql<OwnStandingRow>`select p._id, p.standing, ${ruleRead(sql`select ${of}::uuid`)} as rule, coalesce(${sessionName(sql.ref("p.session"))}, '') as session,
      p.semester, coalesce(p."decidedAt", p."createdAt") as at
    from portal.standing_proposal p where p.student = ${of} and p.state = 'Approved'
    order by coalesce(p."decidedAt", p."createdAt") desc, p._id`.execute(db);
  return rows;
}

/**
 * What two people have decided about standings that the rules found, as a part of a larger query: rows of `student, session, semester,
 * standing, state`. A declined one is no fact about its student.
 */
export const decidedStandings = (): RawBuilder<unknown> =>
  sql`(select decided.student, decided.session, decided.semester, decided.standing, decided.state from portal.standing_proposal decided
    where decided.state in ('Approved', 'Declined'))`;

/** Of some students those whose withdrawal by rule two people have declined at the end of this semester: they go on. */
export async function declinedWithdrawals(
  db: Database | Trx,
  { session, semester }: { readonly session: string; readonly semester: number },
  students: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ student: string }>`select last.student from (
      select distinct on (p.student) p.student, p.state from portal.standing_proposal p
      where p.student = any(${[...students]}::uuid[]) and p.standing = 'Withdrawal' and p.state <> 'Overtaken'
        and p.session = ${session} and p.semester = ${semester}::smallint
      order by p.student, p."createdAt" desc) last
    where last.state = 'Declined'`.execute(db);
  return new Set(rows.map(({ student: of }) => of));
}

/** Days for which the first page says it. */
const DAYS_SAID = 60;

const toldStep: StudentStep<{ readonly standing: ProposedStanding; readonly rule: string }> = {
  rank: 330,
  found: ({ student: of }) => sql`(select jsonb_build_object('standing', p.standing, 'rule', p.rule)
    from portal.standing_proposal p where p.student = ${of} and p.state = 'Approved' and p.standing <> 'Withdrawal'
      and p."decidedAt" > now() - make_interval(days => ${DAYS_SAID}::int)
    order by p."decidedAt" desc limit 1)`,
  say: ({ standing, rule }) => ({
    sentence: `${standingWords[standing]}: ${withoutFigure(rule)}.`,
    deed: "See your results",
    link: "/student/results",
  }),
};

const ownProposals: OwnRows = {
  name: "standings",
  tables: ["standing_proposal"],
  rows: (owner) => sql`select to_jsonb(p) - '{search,proposedby,decidedby,points,units,decision}'::text[]
      || jsonb_build_object('rule', ${ruleRead(studentsOfAccount(owner))}) as row
    from portal.standing_proposal p where p.state = 'Approved' and p.student in (${studentsOfAccount(owner)})`,
  stays: {
    what: ({ length }) => [`Your ${asCount(length, "academic standing", "academic standings")}`],
    why: "Your record rests on them, for as long as the rules of the college say",
  },
};

/** What was approved goes along; what waits or clashes falls away, and is found anew by the record that stays. */
const standingMerge: MergePart = {
  tables: ["standing_proposal"],
  async plan(trx, { gone }) {
    const { rows } = await sql<{
      standing: string;
      state: string;
    }>`select p.standing, p.state from portal.standing_proposal p
      where p.student = ${gone._id} and p.state in ('Proposed', 'Approved')`.execute(trx);
    return {
      moves: rows.map(({ standing, state }) =>
        state === "Approved"
          ? `${standing} of the record that goes goes along`
          : `The proposed ${standing} of the record that goes falls away`,
      ),
    };
  },
  async move({ trx }, { kept, gone }) {
    await sql`update portal.standing_proposal p set version = p.version + 1, state = 'Overtaken'
      where p.student = ${gone._id} and (p.state = 'Proposed' or p.state in ('Approved', 'Declined') and exists (
        select from portal.standing_proposal k where k.student = ${kept._id} and (k.session, k.semester) = (p.session, p.semester)
          and k.state in ('Proposed', 'Approved', 'Declined')))`.execute(trx);
    await sql`update portal.standing_proposal set student = ${kept._id}, version = version + 1 where student = ${gone._id}`.execute(
      trx,
    );
  },
};

const impossibleStandings: readonly Impossible[] = [
  {
    name: "standing-decided-by-one",
    sentence: "A standing that was approved or declined was proposed by one and decided by another",
    rows: sql`select 'student:' || p.student as subject from portal.standing_proposal p
      where p.state in ('Approved', 'Declined') and (p.decidedby is null or p.decidedby = p.proposedby)`,
  },
  {
    name: "standing-twice",
    sentence: "A student has one standing at the end of a semester",
    rows: sql`select 'student:' || p.student as subject from portal.standing_proposal p
      where p.state in ('Proposed', 'Approved', 'Declined') group by p.student, p.session, p.semester having count(*) > 1`,
  },
];

export const standingNoun: Noun = {
  name: "standing",
  templates: standingTemplates,
  calls: standingCalls,
  listings: [standingRules],
  ownRows: [ownProposals],
  merges: [standingMerge],
  studentSteps: [toldStep as StudentStep<unknown>],
  impossible: impossibleStandings,
  waiting: [
    {
      right: "standings.approve",
      rows: ({ staff: member }) =>
        sql`select from portal.standing_proposal p where p.state = 'Proposed' and p.proposedby <> ${member}`,
      one: "One academic standing waits for your approval.",
      many: "academic standings wait for your approval.",
      deed: "See the students",
      link: "/staff/standings?state=Proposed",
    },
  ],
};
