import { sql } from "kysely";
import { decidedAlready, type ProposalKind } from "#access/proposal/proposal.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { standingResults } from "#registry/course-result/course-result.server.ts";
import { lockStudent, refuseOwnRecords } from "#registry/student/student.server.ts";
import { lockTerm } from "../../moderation/moderation.server.ts";
import { beingRecalled } from "../../publication/publication.server.ts";
import { linesIn } from "../graduation.propose.server.ts";

/** A graduation list, locked with its students and with the semesters of their results. */
export interface KeptList {
  readonly _id: string;
  readonly title: string;
  readonly state: string;
  readonly session: string;
  readonly proposedby: string;
  readonly decidedby: string | null;
  readonly decidedAt: string | null;
  readonly version: number;
  readonly students: readonly string[];
}

/**
 * The semesters first, so that who publishes, takes back or corrects waits or is seen; then the students in one order, as everybody does
 * who changes one; then the list.
 */
async function lockList(trx: Trx, id: string): Promise<KeptList | undefined> {
  const students = (await linesIn(trx, id, "Listed")).map((line) => line.student).toSorted();
  for (const { session, semester } of await termsOf(trx, students)) await lockTerm(trx, session, semester);
  for (const one of students) await lockStudent(trx, one);
  const list = await trx.selectFrom("graduation").selectAll().where("_id", "=", id).forUpdate().executeTakeFirst();
  return list && { ...list, students };
}

interface TermOfResults {
  readonly session: string;
  readonly semester: number;
}

/** The semesters in which students have results, in one order. */
async function termsOf(trx: Trx, students: readonly string[]): Promise<TermOfResults[]> {
  const { rows } = await sql<TermOfResults>`select distinct r.session, r.semester from ${standingResults()} r
    where r.student = any(${[...students]}::uuid[]) order by r.session, r.semester`.execute(trx);
  return rows;
}

export const graduationProposal: ProposalKind<KeptList> = {
  noun: "graduation",
  approval: "graduations.approve",
  lock: lockList,
  async keep({ trx }, { _id }, state, { staff: decidedby, reason }) {
    await trx
      .updateTable("graduation")
      .set({
        state,
        decidedby,
        decidedAt: sql`now()`,
        decision: reason,
        version: sql`version + 1`,
        updatedAt: sql`now()`,
      })
      .where("_id", "=", _id)
      .execute();
    await sql`update portal.graduand set state = 'Dropped', version = version + 1, "updatedAt" = now()
      where graduation = ${_id} and state = 'Listed'`.execute(trx);
  },
  whyLate: (trx, list) => decidedAlready(trx, "This list", list),
  async refuseOwn({ trx }, who, { students }) {
    await refuseOwnRecords(trx, who, students);
    return "";
  },
  seenAs: ({ title, version }) => ({ title, version }),
  notYours: "Only who proposed this list withdraws it. Decline it, if you may",
};

/** Nothing is conferred on results that two people have decided to take back, and that the portal has not taken back yet. */
export async function requireNoneBeingRecalled(trx: Trx, students: readonly string[]): Promise<void> {
  const title = await beingRecalled(trx, students);
  if (title !== null)
    throw refuse(
      "publication-being-recalled",
      `“${title}” is being taken back at this moment, and results of people on this list are among it. Nothing was conferred: wait until it is done, then look at the list again`,
    );
}
