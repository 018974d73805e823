import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { handleStep, handleWrittenStep } from "#access/proposal/proposal.server.ts";
import { unitsOfProgramme } from "#college/programme/programme.server.ts";
import type { MergePart, Noun, WaitingLine } from "#console/noun/noun.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import { lockStudent } from "../student/student.server.ts";
import { student } from "../student-sign-in/student-sign-in.server.ts";
import {
  approveCombination,
  askCombination,
  readCombination,
  readOwnCombination,
  refuseCombination,
  withdrawCombination,
} from "./combination-change.contract.ts";
import {
  bringIntoForce,
  combinationProposal,
  differenceMoved,
  keepStep,
  lockChange,
  passOn,
  tellRefused,
} from "./combination-change.decide.server.ts";
import { effectsFor, whyNone } from "./combination-change.effect.server.ts";
import { impossibleCombinations, ownCombinations } from "./combination-change.impossible.server.ts";
import { askedNews, combinationMail, combinationTemplates } from "./combination-change.mail.server.ts";
import {
  combinationRules,
  effectOf,
  officeWords,
  ownCombination,
  standingOf,
  waitingFor,
  wordsOfChange,
} from "./combination-change.read.server.ts";
import { mayChangeGo, stateAfter, type Turn, turns } from "./combination-change.rules.ts";

export { changedStudents, changeStanding } from "./combination-change.read.server.ts";

export function combinationCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;
  const approve = "combination-changes.approve";

  handle(app, readOwnCombination, student, ({ who }) => ownCombination(db, who.student));
  handle(app, askCombination, student, (ask) =>
    write(app, ask, (work) => askFor(work, config, ask.who.student, ask.body)),
  );
  handle(app, withdrawCombination, student, (ask) =>
    write(app, ask, (work) => withdrawOwn(work, ask.who.student, ask.params.id)),
  );

  handle(app, readCombination, staff("combination-changes"), ({ who, params }) => standingOf(app, who, params.id));

  handleWrittenStep(app, combinationProposal, approveCombination, {
    right: approve,
    to: stateAfter,
    by: "another",
    deed: "approve",
    seen: ({ seen }) => seen,
    async change(work, change, { who, body }) {
      const to = stateAfter(change);
      if (to === "In force")
        return bringIntoForce(work, config, change, { staff: who.staff, difference: body.difference });
      const effect = await effectOf(work.trx, change.student, change.programme);
      if (effect && effect.difference !== body.difference) throw differenceMoved(effect.difference);
      await keepStep(work, change, to, { staff: who.staff, reason: null });
      return { message: await passOn(work.trx, config, change, to) };
    },
  });

  handleStep(app, combinationProposal, refuseCombination, {
    right: approve,
    to: "Refused",
    by: "another",
    deed: "refuse",
    seen: ({ seen }) => seen,
    change: async ({ trx }, change, { body }) => ({ message: await tellRefused(trx, config, change, body.reason) }),
  });
}

interface Asked {
  readonly programme: string;
  readonly reason: string;
  readonly difference: number;
}

/** A student asks for another combination; the offices decide, one after another. Refuses what could not come into force now. */
async function askFor(work: Work, config: Config, id: string, { programme, reason, difference }: Asked) {
  const { trx, note } = work;
  const of = await lockStudent(trx, id);
  if (!of) throw notFound();
  const none = await whyNone(trx, of);
  if (none !== null || of.programme === null) throw refuse("combination-not-open", none ?? "");
  const effect = isId(programme) ? (await effectsFor(trx, of)).get(programme) : undefined;
  const units = isId(programme) ? await unitsOfProgramme(trx, programme) : undefined;
  const from = await unitsOfProgramme(trx, of.programme);
  if (!effect || !units || !from)
    throw refuseFields("choice-not-found", {
      programme: "This combination cannot be chosen. Choose one from the list",
    });
  if (effect.why !== null) throw refuseFields("combination-not-open", { programme: effect.why });
  if (effect.difference !== difference) throw differenceMoved(effect.difference);
  const change = {
    ...{ _id: newId(), student: id, name: of.name, matric: of.matric, session: of.session },
    ...{ fromprogramme: of.programme, programme, fromdepartment: from.department },
    ...{ department: units.department, college: units.college, reason },
  };
  await onConstraint(
    { combination_change_one_open: openAlready },
    trx.insertInto("combination_change").values(change).execute(),
  );
  const words = await wordsOfChange(trx, change._id);
  const next = officeWords(turns[0], words);
  note({
    deed: "combination_change.ask",
    subject: `student:${id}`,
    after: { change: change._id, from: words.fromprogramme, to: words.programme, difference },
    reason,
  });
  await writeMail(trx, combinationMail(config, { ...of, ...words }, askedNews(next)));
  const message = `You have asked for ${words.programme}. It waits for the ${next} now`;
  return { type: "success" as const, message, _id: change._id };
}

const openAlready = () =>
  refuse(
    "asked-already",
    "You have asked for another combination already. Wait until it is decided, or take it back first",
  );

/** Takes one's own request back while somebody is still to decide. */
async function withdrawOwn({ trx, note }: Work, id: string, asked: string) {
  const change = isId(asked) ? await lockChange(trx, asked) : undefined;
  if (change?.student !== id) throw notFound();
  if (!mayChangeGo(change.state, "Withdrawn"))
    throw stale("already-decided", `Your change of combination is ${change.state} already, so nothing was changed`);
  await trx
    .updateTable("combination_change")
    .set({ state: "Withdrawn", movedAt: sql`now()`, version: sql`version + 1` })
    .where("_id", "=", asked)
    .execute();
  const before = { state: change.state };
  note({ deed: "combination_change.withdraw", subject: `student:${id}`, before, after: { state: "Withdrawn" } });
  return { type: "success" as const, message: "Taken back. You stay where you are" };
}

/** One line for each turn: a person may be a head and a dean. */
const waitingLine = (turn: Turn): WaitingLine => ({
  right: "combination-changes.approve",
  list: "combination-changes",
  rows: ({ staff: member }) => waitingFor(turn, member),
  one: "One change of combination waits for your decision.",
  many: "changes of combination wait for your decision.",
  deed: "Decide",
  link: `/staff/combination-changes?${new URLSearchParams({ state: turn })}`,
});

/** What was decided stays with its record; what waits would be decided about one that leads elsewhere. */
const combinationMerge: MergePart = {
  tables: ["combination_change"],
  async plan(trx, { kept, gone }) {
    const { rows } = await sql<{ name: string }>`select name from portal.combination_change
      where student in (${kept._id}, ${gone._id}) and state like 'With the %'`.execute(trx);
    return {
      stops: rows.map(({ name }) => `A change of combination of ${name} waits. It must be decided or withdrawn first`),
    };
  },
};

export const combinationChangeNoun: Noun = {
  name: "combination-change",
  templates: combinationTemplates,
  calls: combinationCalls,
  listings: [combinationRules],
  ownRows: [ownCombinations],
  merges: [combinationMerge],
  impossible: impossibleCombinations,
  waiting: turns.map(waitingLine),
};
