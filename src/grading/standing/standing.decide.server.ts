import { sql } from "kysely";
import { semesterWords } from "#calendar/session/session.rules.ts";
import { sessionName } from "#calendar/session/session.server.ts";
import { lockedChosen } from "#console/list/list.server.ts";
import type { ChosenRows } from "#console/record/record.contract.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { type Officer, requireWholeCollege } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { Refusal, stale } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { writeMails } from "#reference/message-template/message-template.server.ts";
import { changeStatusByTwo } from "#registry/status-change/status-change.server.ts";
import { isOwnRecord, lockStudents, ofStudentsWithin, refuseOwnRecords } from "#registry/student/student.server.ts";
import { asAverage } from "../academic-record/academic-record.rules.ts";
import { recordsInSlices } from "../academic-record/academic-record.server.ts";
import { standings } from "./standing.contract.ts";
import { foundIn } from "./standing.find.server.ts";
import { standingMail } from "./standing.mail.server.ts";
import { type ProposedStanding, type StandingState, withoutFigure } from "./standing.rules.ts";

export const standingRules: RecordRules<typeof standings> = {
  of: standings,
  table: "standing_proposal",
  within: (column, scope) => ofStudentsWithin(column("student"), scope),
  hidden: (column, member) => isOwnRecord(column("student"), member),
};

interface Proposal {
  readonly _id: string;
  readonly student: string;
  readonly name: string;
  readonly matric: string | null;
  readonly session: string;
  readonly sessionname: string;
  readonly semester: number;
  readonly standing: ProposedStanding;
  readonly points: number;
  readonly units: number;
  readonly rule: string;
  readonly state: StandingState;
  readonly proposedby: string;
}

/** The chosen, locked with their students before them, as everybody does who changes one. Refuses what waits no more, and one's own record. */
async function lockProposals(trx: Trx, who: Officer, chosen: ChosenRows) {
  requireWholeCollege(who);
  const ids = await lockedChosen(trx, standingRules, who, chosen);
  const { rows } = await sql<Proposal>`select p._id, p.student, p.name, p.matric, p.session,
      coalesce(${sessionName(sql.ref("p.session"))}, '') as sessionname, p.semester, p.standing, p.points, p.units, p.rule, p.state,
      p.proposedby
    from portal.standing_proposal p where p._id = any(${ids}::uuid[]) order by p.name, p._id`.execute(trx);
  const decided = rows.filter(({ state }) => state !== "Proposed");
  if (decided[0])
    throw stale(
      "already-decided",
      `The standing of ${decided[0].name} is ${decided[0].state} already${andMore(decided)}. Look at the list again; nothing was changed`,
    );
  await refuseOwnRecords(
    trx,
    who,
    rows.map(({ student }) => student),
  );
  return {
    proposals: rows,
    students: await lockStudents(
      trx,
      rows.map(({ student }) => student),
    ),
  };
}

const andMore = (some: readonly unknown[]): string => (some.length > 1 ? `, and so are ${some.length - 1} more` : "");

/** The table has the same rule as a constraint. */
function requireAnother({ staff }: Officer, proposals: readonly Proposal[]): void {
  if (proposals.some(({ proposedby }) => proposedby === staff))
    throw new Refusal(
      "another-must-decide",
      403,
      "You proposed this yourself, so somebody else must approve it. Ask a colleague who may",
    );
}

/** All or none: each is told, and a withdrawal changes the status in this moment. */
export async function approveChosen(work: Work, config: Config, who: Officer, chosen: ChosenRows) {
  const { trx, note } = work;
  const { proposals, students } = await lockProposals(trx, who, chosen);
  requireAnother(who, proposals);
  await requireSameFigures(trx, proposals);
  await decide(trx, who, proposals, "Approved", null);
  for (const { student, standing, rule } of proposals)
    note({
      deed: "standing.approve",
      subject: `student:${student}`,
      before: { state: "Proposed" },
      after: { standing, rule },
    });
  for (const { student, standing, rule, proposedby } of proposals)
    if (standing === "Withdrawal")
      await changeStatusByTwo(work, config, {
        ...{
          student,
          status: "Withdrawn",
          kind: "Academic standing",
          reason: withoutFigure(rule),
          proposedby,
          decidedby: who.staff,
        },
      });
  await writeMails(
    trx,
    proposals.flatMap((one) => {
      const of = students.get(one.student);
      if (one.standing === "Withdrawal" || !of || of.status === "Deceased") return [];
      const term = `${semesterWords(one.semester)} ${one.sessionname}`;
      const { firstname, emailaddress } = of;
      return [{ _id: newId(), ...standingMail(config, { ...one, firstname, emailaddress, term }) }];
    }),
  );
  return done(`${asCount(proposals.length, "standing is", "standings are")} approved`, proposals);
}

/** A result that was corrected, recalled or added since is seen before anybody decides. */
async function requireSameFigures(trx: Trx, proposals: readonly Proposal[]): Promise<void> {
  const byStudent = Map.groupBy(proposals, ({ student }) => student);
  const others: string[] = [];
  for await (const [student, record] of recordsInSlices(trx, [...byStudent.keys()]))
    for (const one of byStudent.get(student) ?? []) {
      const found = foundIn(record, one.sessionname, one.semester);
      if (found && found.standing === one.standing && found.sum.points === one.points && found.sum.units === one.units)
        continue;
      const now =
        found === undefined
          ? "has later results by now"
          : found === null
            ? `is in good standing by now, with a CGPA of ${asAverage(record.cgpa)}`
            : `is another by now: ${found.standing}, ${found.rule}`;
      others.push(`${one.name} ${now}`);
    }
  if (others[0])
    throw stale(
      "figures-have-changed",
      `${others[0]}. It was proposed by another figure${others.length > 1 ? `, and so were ${others.length - 1} more of the chosen` : ""}. Find standings anew; nothing was approved`,
    );
}

export async function declineChosen(
  work: Work,
  who: Officer,
  { reason, ...chosen }: ChosenRows & { readonly reason: string },
) {
  const { proposals } = await lockProposals(work.trx, who, chosen);
  requireAnother(who, proposals);
  await decide(work.trx, who, proposals, "Declined", reason);
  for (const { student, standing } of proposals)
    work.note({
      deed: "standing.decline",
      subject: `student:${student}`,
      before: { standing },
      after: { state: "Declined" },
      reason,
    });
  return done(`${asCount(proposals.length, "standing is", "standings are")} declined`, proposals);
}

export async function withdrawChosen(work: Work, who: Officer, chosen: ChosenRows) {
  const { proposals } = await lockProposals(work.trx, who, chosen);
  if (proposals.some(({ proposedby }) => proposedby !== who.staff))
    throw new Refusal(
      "only-proposer-withdraws",
      403,
      "Only who proposed a standing withdraws it. Decline it, if you may",
    );
  await decide(work.trx, who, proposals, "Withdrawn", null);
  for (const { student, standing } of proposals)
    work.note({
      deed: "standing.withdraw",
      subject: `student:${student}`,
      before: { standing },
      after: { state: "Withdrawn" },
    });
  return done(`${asCount(proposals.length, "standing is", "standings are")} withdrawn`, proposals);
}

const decide = (
  trx: Trx,
  who: Officer,
  proposals: readonly Proposal[],
  state: StandingState,
  decision: string | null,
) =>
  sql`update portal.standing_proposal set state = ${state}, decidedby = ${who.staff}, "decidedAt" = now(), decision = ${decision},
      version = version + 1, "updatedAt" = now() where _id = any(${proposals.map(({ _id }) => _id)}::uuid[])`.execute(
    trx,
  );

const done = (message: string, { length }: readonly unknown[]) => ({
  type: "success" as const,
  message,
  decided: length,
});
