import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { staff } from "#access/permission/permission.server.ts";
import { lockedChosen } from "#console/list/list.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { ChosenRows } from "#console/record/record.contract.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { type Officer, requireWholeCollege, wholeCollege } from "#console/scope/scope.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, stale } from "#kit/wire/refusal.server.ts";
import { payersOf } from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import * as calls from "./reconciliation.contract.ts";
import { discrepancies, type FoundDiscrepancy, reconciliations } from "./reconciliation.contract.ts";
import { openRun, reconcileByNight, reconcileJob } from "./reconciliation.job.server.ts";
import { bookKinds, type DiscrepancyKind, type DiscrepancyState, discrepancyKinds } from "./reconciliation.rules.ts";

export const reconciliationRules: RecordRules<typeof reconciliations> = {
  of: reconciliations,
  table: "reconciliation",
  within: wholeCollege,
};

export const discrepancyRules: RecordRules<typeof discrepancies> = {
  of: discrepancies,
  table: "discrepancy_line",
  within: wholeCollege,
};

/**
 * Closes discrepancies by a decision. It changes no payment and no booking: it says that somebody has looked, and why
 * nothing else has to be done. Should the amounts move, or should it go away and come again, a later run opens it anew.
 * Refuses closed ones (409), one's own payment (403), and what says that our own books are wrong; all or none.
 */
async function decide({ trx, note }: Work, who: Officer, chosen: ChosenRows, reason: string): Promise<number> {
  const ids = await lockedChosen(trx, discrepancyRules, who, chosen);
  const rows = await trx
    .selectFrom("discrepancy")
    .select(["_id", "kind", "rrr", "state", "payment"])
    .where("_id", "in", ids)
    .execute();
  const closed = rows.find(({ state }) => state !== "Open");
  if (closed)
    throw stale(
      "already-decided",
      `“${closed.kind}” ${closed.rrr ?? ""} is ${closed.state.toLowerCase()} already. Nothing was decided`,
    );
  const wrong = rows.find(({ kind }) => bookKinds.some((one) => one === kind));
  if (wrong)
    throw refuse(
      "ends-by-itself",
      `“${wrong.kind}” is not closed by a word: it ends when the books are right again. Nothing was decided`,
    );
  await refuseOwnFiles(
    trx,
    who,
    await payersOf(
      trx,
      rows.flatMap(({ payment }) => payment ?? []),
    ),
  );
  await trx
    .updateTable("discrepancy")
    .set({
      state: "Decided",
      decidedby: who.staff,
      reason,
      closedAt: sql`now()`,
      updatedAt: sql`now()`,
      version: sql`version + 1`,
    })
    .where("_id", "in", ids)
    .execute();
  for (const { _id, kind, rrr } of rows)
    note({
      deed: "discrepancy.decide",
      subject: `discrepancy:${_id}`,
      before: { state: "Open" },
      after: { state: "Decided", kind, rrr },
      reason,
    });
  return rows.length;
}

const MOST_LISTED = 1_000;

/** Everything that one run has found, by kind, and how many of its questions are answered. 404 for an unknown run. */
async function foundBy(db: Database, id: string) {
  const known =
    isId(id) && (await db.selectFrom("reconciliation").select("_id").where("_id", "=", id).executeTakeFirst());
  if (!known) throw notFound();
  const [answered, { rows }] = await Promise.all([
    answeredOf(db, id),
    sql<
      Omit<FoundDiscrepancy, "ours" | "theirs"> & {
        ours_kobo: number | null;
        theirs_kobo: number | null;
        count: number;
      }
    >`
      select d._id, d.kind, d.rrr, d.payment, d.line, d.day, d.ours_kobo, d.theirs_kobo, d.says, d.state, d.firstrun <> f.run as known,
        (count(*) over ())::int as count
      from portal.discrepancy_found f join portal.discrepancy d on d._id = f.discrepancy
      where f.run = ${id} order by array_position(${[...discrepancyKinds]}::text[], d.kind), d."createdAt", d._id
      limit ${MOST_LISTED}`.execute(db),
  ]);
  const list = rows.map(({ ours_kobo, theirs_kobo, count: _, ...one }) => ({
    ...one,
    ours: ours_kobo === null ? null : naira(ours_kobo),
    theirs: theirs_kobo === null ? null : naira(theirs_kobo),
    kind: one.kind as DiscrepancyKind,
    state: one.state as DiscrepancyState,
  }));
  return { answered, list, more: Math.max(0, (rows[0]?.count ?? 0) - list.length) };
}

/** What is open today by kind, the run that is under way, and the last that has ended. */
async function reconciliationNow(db: Database) {
  const [running, last, { rows: open }] = await Promise.all([
    db.selectFrom("reconciliation").select(["_id", "asked"]).where("state", "=", "Running").executeTakeFirst(),
    db
      .selectFrom("reconciliation")
      .select(["_id", "endedAt", "found", "unanswered"])
      .where("state", "<>", "Running")
      .orderBy("createdAt", "desc")
      .limit(1)
      .executeTakeFirst(),
    sql<{ kind: DiscrepancyKind; count: number }>`
      select kind, count(*)::int as count from portal.discrepancy where state = 'Open'
      group by kind order by array_position(${[...discrepancyKinds]}::text[], kind)`.execute(db),
  ]);
  return {
    running: running ? { ...running, answered: await answeredOf(db, running._id) } : null,
    last: last ? { ...last, endedAt: last.endedAt ?? "" } : null,
    open,
  };
}

async function answeredOf(db: Database, run: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from portal.reconciliation_question where run = ${run} and "answeredAt" is not null`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export function reconciliationCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const view = staff("reconciliations");
  const change = staff("reconciliations.change");

  handle(app, calls.readReconciliationNow, view, ({ who }) => {
    requireWholeCollege(who);
    return reconciliationNow(db);
  });

  handle(app, calls.readFound, view, ({ who, params }) => {
    requireWholeCollege(who);
    return foundBy(db, params.id);
  });

  handle(app, calls.reconcileNow, change, (ask) =>
    write(app, ask, async (work) => {
      requireWholeCollege(ask.who);
      const _id = await openRun(work, { askedby: ask.who.staff, since: ask.body.since ?? null });
      return { type: "success" as const, message: "The run has begun. It goes on by itself", _id };
    }),
  );

  handle(app, calls.decideDiscrepancies, change, (ask) =>
    write(app, ask, async (work) => {
      requireWholeCollege(ask.who);
      const { reason, ...chosen } = ask.body;
      const count = await decide(work, ask.who, chosen, reason);
      const message = count === 1 ? "The discrepancy is closed" : `${count} discrepancies are closed`;
      return { type: "success" as const, message, count };
    }),
  );
}

export const reconciliationNoun: Noun = {
  name: "reconciliation",
  calls: reconciliationCalls,
  listings: [reconciliationRules, discrepancyRules],
  jobs: [reconcileJob],
  rounds: [reconcileByNight],
};
