import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import type { ProgressionPreview } from "./progression.contract.ts";
import {
  type JudgedStudent,
  judgeClass,
  type ProgressionOf,
  sessionsOf,
  tookBefore,
} from "./progression.judge.server.ts";
import { asTerm, outcomes, type ProgressionStep, troubleInStep } from "./progression.rules.ts";

/** What a form asks for: a step of one programme or of all. */
export type AskedStep = ProgressionStep & { readonly programme?: string | null | undefined };

const MOST_SHOWN = 10;

/** What would become of each, without changing anything. */
export async function previewOf(db: Database, asked: AskedStep): Promise<ProgressionPreview> {
  const of = { ...asked, programme: asked.programme ?? null };
  const title = await titleOf(db, of);
  const judged = await judgeClass(db, of);
  const byOutcome = Map.groupBy(judged, ({ outcome }) => outcome);
  return {
    title,
    people: judged.length,
    moving: judged.filter(({ tolevel }) => tolevel !== null).length,
    before: await tookBefore(db, of),
    seen: seenOf(judged),
    outcomes: outcomes.flatMap((outcome) => {
      const some = byOutcome.get(outcome) ?? [];
      const first = some.slice(0, MOST_SHOWN).map(({ student, name, matric, reason, tolevel }) => ({
        ...{ student, name, matric, reason, tolevel },
      }));
      return some.length === 0 ? [] : [{ outcome, count: some.length, first }];
    }),
  };
}

/** `100 level, second semester 2026/2027, to 200 level, first semester 2027/2028`. Refuses what is no step. */
async function titleOf(db: Database | Trx, of: ProgressionOf): Promise<string> {
  const { from, to } = await sessionsOf(db, of);
  if (from === undefined || to === undefined)
    throw refuseFields("choice-not-found", {
      [from === undefined ? "fromsession" : "tosession"]: "This session was not found. Choose it from the list",
    });
  const trouble = troubleInStep(of, to > from);
  if (Object.keys(trouble).length > 0) throw refuseFields("steps-out-of-order", trouble);
  return `${of.fromlevel} level, ${asTerm(from, of.fromsemester)}, to ${of.tolevel} level, ${asTerm(to, of.tosemester)}`;
}

const seenOf = (judged: readonly JudgedStudent[]): string =>
  createHash("sha256")
    .update(
      judged
        .map(({ student, outcome, tolevel, tosemester }) => [student, outcome, tolevel, tosemester].join())
        .join("\n"),
    )
    .digest("hex");

/** Keeps what was seen as a proposal. Refuses where somebody stands otherwise by now, and where nobody would move. */
export async function keepProgression(
  work: Work,
  who: Officer,
  { seen: looked, ...asked }: AskedStep & { readonly seen?: string | null | undefined },
): Promise<{ readonly _id: string; readonly title: string; readonly moving: number }> {
  const { trx, note } = work;
  const of = { ...asked, programme: asked.programme ?? null };
  const title = await titleOf(trx, of);
  const judged = await judgeClass(trx, of);
  const seen = seenOf(judged);
  if (looked && looked !== seen)
    throw stale(
      "list-has-changed",
      "Somebody of this level stands otherwise than when you looked, so nothing was proposed. Look at the list again",
    );
  const moving = judged.filter(({ tolevel }) => tolevel !== null).length;
  if (moving === 0)
    throw refuse(
      "nobody-moves",
      judged.length === 0
        ? "Nobody is at this level, or all have taken this step already. Choose another level, semester or session"
        : `Nobody of the ${asCount(judged.length, "student")} would move. Look at the reasons first`,
    );
  const _id = newId();
  const { fromsession, fromsemester, fromlevel, tosession, tosemester, tolevel, programme } = of;
  await onConstraint(
    {
      progression_programme: () =>
        refuseFields("choice-not-found", { programme: "This programme was not found. Choose it from the list" }),
    },
    trx
      .insertInto("progression")
      .values({
        ...{ _id, title, fromsession, fromsemester, fromlevel, tosession, tosemester, tolevel, programme },
        ...{ seen, people: judged.length, proposedby: who.staff },
      })
      .execute(),
  );
  await keepLines(trx, _id, of, judged);
  note({
    deed: "progression.propose",
    subject: `progression:${_id}`,
    after: { title, people: judged.length, moving, seen },
  });
  return { _id, title, moving };
}

const keepLines = (
  trx: Trx,
  progression: string,
  { fromsession, fromsemester }: ProgressionOf,
  judged: readonly JudgedStudent[],
) =>
  sql`insert into portal.progression_line (_id, progression, place, student, name, matric, programme, level, semester, outcome, reason,
      lastlevel, tolevel, tosemester, state, fromsession, fromsemester)
    select l._id, ${progression}, l.place, l.student, l.name, l.matric, l.programme, l.level, l.semester, l.outcome, l.reason,
      l.lastlevel, l.tolevel, l.tosemester, case when l.tolevel is null then 'Stays' else 'Waiting' end, ${fromsession}, ${fromsemester}::smallint
    from jsonb_to_recordset(${JSON.stringify(judged.map((one, at) => ({ _id: newId(), place: at + 1, ...one })))}::jsonb)
      as l(_id uuid, place integer, student uuid, name text, matric text, programme uuid, level smallint, semester smallint,
        outcome text, reason text, lastlevel smallint, tolevel smallint, tosemester smallint)`.execute(trx);
