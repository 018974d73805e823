import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { staff } from "#access/permission/permission.server.ts";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import { foundChosen, lockedChosen } from "#console/list/list.server.ts";
import type { MergePart, Noun } from "#console/noun/noun.server.ts";
import type { ChosenRows } from "#console/record/record.contract.ts";
import { columnsOf, mayList, type RecordRules } from "#console/record/record.server.ts";
import { type Officer, wholeCollege } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, stale } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import { enqueueLater } from "#platform/jobs/jobs.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { isOwnApplication } from "#selection/review/review.server.ts";
import { everyStudent, ofStudentsWithin } from "../student/student.server.ts";
import {
  checkHandOver,
  type HandOverLine,
  handOverCandidates,
  handOverLines,
  handOvers,
  orderHandOver,
  readHandOverLine,
} from "./hand-over.contract.ts";
import { impossibleHandOvers } from "./hand-over.impossible.server.ts";
import { handOverJob } from "./hand-over.job.server.ts";
import { handOverTemplates } from "./hand-over.mail.server.ts";
import { type Candidate, candidatesOf, planHandOver } from "./hand-over.plan.server.ts";
import { MOST_SAID, type Said } from "./hand-over.rules.ts";

const candidateRules: RecordRules<typeof handOverCandidates> = {
  of: handOverCandidates,
  table: "hand_over_candidate",
  within: ofProgrammesWithin,
  hidden: (column, member) => isOwnApplication(column("_id"), member),
};

const orderRules: RecordRules<typeof handOvers> = { of: handOvers, table: "hand_over_run", within: wholeCollege };

const lineRules: RecordRules<typeof handOverLines> = {
  of: handOverLines,
  table: "hand_over_line",
  within: ofProgrammesWithin,
};

const MOST_TOLD = 50;

export function handOverCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, checkHandOver, staff("hand-over"), ({ who, body }) =>
    db.transaction().execute(async (trx) => {
      const plans = await planHandOver(trx, await candidatesOf(trx, await foundChosen(trx, candidateRules, who, body)));
      const refused = plans.filter((plan) => plan.refused !== null);
      const ready = plans.filter((plan) => plan.refused === null);
      const doubtful = ready.filter(({ doubt }) => doubt !== null);
      return {
        ready: ready.length,
        refused: refused.length,
        doubtful: doubtful.length,
        plans: [
          ...refused.slice(0, MOST_TOLD),
          ...doubtful.slice(0, MOST_SAID),
          ...ready.filter(({ doubt }) => doubt === null).slice(0, MOST_TOLD),
        ],
      };
    }),
  );

  handle(app, orderHandOver, staff("hand-over.change"), (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { another = [], anew = [], ...rows } = ask.body;
      const found = await chosen(trx, ask.who, rows);
      const said = saidOf(found, another, anew);
      await requireReached(trx, ask.who, said);
      await refuseOwnFiles(
        trx,
        ask.who,
        found.map(({ applicant }) => applicant),
      );
      const handover = newId();
      const order = { _id: handover, orderedby: ask.who.staff, people: found.length };
      await trx.insertInto("hand_over").values(order).execute();
      await onConstraint({ hand_over_line_formerly: notBefore }, addLines(trx, handover, said));
      await enqueueLater(trx, handOverJob, { handover }, 0, `hand-over ${handover}`);
      note({
        deed: "hand-over.order",
        subject: `hand_over:${handover}`,
        after: { people: found.length, ...countsOf(said) },
      });
      const message = `${asCount(found.length, "person is", "people are")} being handed over`;
      return { type: "success" as const, message, _id: handover };
    }),
  );

  handle(app, readHandOverLine, staff("hand-over"), async ({ who, params }) => {
    const { rows } = isId(params.id)
      ? await sql<HandOverLine>`select t.name, t.state, t.steps, t.student, t.matric, t."decidedAt"
          from portal.hand_over_line t where t._id = ${params.id} and ${mayList(lineRules, who, columnsOf("t"))}`.execute(
          db,
        )
      : { rows: [] };
    const [line] = rows;
    if (!line) throw notFound();
    return line;
  });
}

/** The people that somebody chose in the list, in the order in which numbers are given. */
async function chosen(trx: Trx, who: Officer, rows: ChosenRows): Promise<Candidate[]> {
  return candidatesOf(trx, await lockedChosen(trx, candidateRules, who, rows));
}

/** Those who were chosen, each with what was said. Refuses what is said of anybody else. */
function saidOf(
  found: readonly Candidate[],
  another: readonly string[],
  anew: readonly { readonly application: string; readonly student: string }[],
): (Candidate & Said)[] {
  const [others, before] = [new Set(another), new Map(anew.map(({ application, student }) => [application, student]))];
  const chosenOnes = new Set(found.map(({ application }) => application));
  if (![...others, ...before.keys()].every((application) => chosenOnes.has(application)))
    throw stale(
      "rows-changed",
      "Something was said of a person who is not among those chosen, so nothing was done. Look at the list again",
    );
  if (![...before.values()].every(isId)) throw notBefore();
  return found.map((one) => ({
    ...one,
    another: others.has(one.application),
    formerly: before.get(one.application) ?? null,
  }));
}

/** An earlier record without an account is changed, so it must lie within what the right reaches. Refuses others as unknown ones. */
async function requireReached(trx: Trx, { scope }: Officer, said: readonly Said[]): Promise<void> {
  const earlier = said.flatMap(({ formerly }) => formerly ?? []);
  if (scope === "all" || earlier.length === 0) return;
  const { rows } =
    await sql`select from ${everyStudent()} s where s._id = any(${earlier}::uuid[]) and s.applicant is null
    and not ${ofStudentsWithin(sql.ref("s._id"), scope)}`.execute(trx);
  if (rows.length > 0) throw notBefore();
}

const notBefore = () =>
  stale(
    "choice-not-found",
    "A record that was named as somebody's earlier one was not found, so nothing was done. Look at the list again",
  );

const countsOf = (said: readonly Said[]) => ({
  another: said.filter(({ another }) => another).length,
  anew: said.filter(({ formerly }) => formerly !== null).length,
});

const addLines = (trx: Trx, handover: string, found: readonly (Candidate & Said)[]) =>
  sql`insert into portal.hand_over_line (_id, handover, application, applicant, programme, session, code, name, jamb, place,
      another, formerly)
    select l._id, ${handover}, l.application, l.applicant, l.programme, l.session, l.code, l.name, l.jamb, l.place, l.another,
      l.formerly
    from jsonb_to_recordset(${JSON.stringify(found.map((one, place) => ({ _id: newId(), ...one, place })))}::jsonb)
      as l(_id uuid, application uuid, applicant uuid, programme uuid, session uuid, code text, name text, jamb text, place integer,
        another boolean, formerly uuid)`.execute(trx);

/** What became of somebody's hand-over, for the copy of one's own data. */
const ownHandOvers: OwnRows = {
  name: "handovers",
  tables: ["hand_over_line"],
  rows: (owner) => sql`select to_jsonb(l) - 'search' as row from portal.hand_over_line l where l.applicant = ${owner}`,
};

/** The line names the student of its application, whichever record has that. */
const handOverMerge: MergePart = {
  tables: ["hand_over_line"],
  async move({ trx }, { kept, gone }) {
    await sql`update portal.hand_over_line l set student = s._id from ${everyStudent()} s
      where l.student = ${gone._id} and s._id = ${kept._id} and s.application = l.application`.execute(trx);
  },
};

/** Those of the list who are cleared. */
const clearedPeople = (who: Pick<Officer, "scope" | "staff">) =>
  sql`select from portal.hand_over_candidate t where t.standing = 'Cleared' and ${mayList(candidateRules, who, columnsOf("t"))}`;

export const handOverNoun: Noun = {
  name: "hand-over",
  templates: handOverTemplates,
  calls: handOverCalls,
  listings: [candidateRules, orderRules, lineRules],
  jobs: [handOverJob],
  ownRows: [ownHandOvers],
  merges: [handOverMerge],
  impossible: impossibleHandOvers,
  waiting: [
    {
      right: "hand-over.change",
      list: "hand-over",
      rows: clearedPeople,
      one: "One person is cleared and waits to become a student.",
      many: "people are cleared and wait to become students.",
      deed: "Hand them over",
      link: "/staff/hand-over?standing=Cleared",
    },
  ],
};
