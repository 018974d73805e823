import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import {
  differencesFrom,
  ledgerOutOfBalance,
  paidAgain,
  paidTwice,
  unknownProviderNotifications,
} from "#payments/payment-reference/payment-reference.server.ts";
import { perform, portalItself, type Trx } from "#platform/write/perform.server.ts";
import { type BrokenDay, proveDays } from "../day-book/day-book.server.ts";
import { judgeAllLines, unmatchedStatementLines } from "../statement/statement.server.ts";
import { providerKinds } from "./reconciliation.rules.ts";

/**
 * Writes everything that differs now into a table `found` of this transaction, each subject once: by what the provider
 * answered in one run, and by our own books. `broken` are the closed days that do not match their hashes.
 */
async function gatherFindings(trx: Trx, run: string, broken: readonly BrokenDay[]): Promise<void> {
  await sql`create temp table found (
      kind text, subject text, rrr text, payment uuid, line uuid, day date, ours_kobo bigint, theirs_kobo bigint, says text,
      settled boolean not null default false, primary key (kind, subject)
    ) on commit drop`.execute(trx);
  await sql`insert into found ${differencesFrom(answersOf(run))} on conflict do nothing`.execute(trx);
  for (const source of [...ownBooks(), changedDays(broken)])
    await sql`insert into found (kind, subject, rrr, payment, line, day, ours_kobo, theirs_kobo, says)
      ${source} on conflict do nothing`.execute(trx);
}

const answersOf = (run: string) => sql`
  select payment, state, answer, code, amount_kobo, same from portal.reconciliation_question
  where run = ${run} and "answeredAt" is not null`;

const ownBooks = (): RawBuilder<unknown>[] => [
  paidTwice(),
  paidAgain(),
  ledgerOutOfBalance(),
  // What the money desk has settled by its word is no finding any more.
  sql`select n.* from (${unknownProviderNotifications()}) n join portal.open_payment_exception e on e.subject = n.subject`,
  unmatchedStatementLines(),
];

const changedDays = (broken: readonly BrokenDay[]): RawBuilder<unknown> => sql`
  select 'Closed day changed', 'day_book:' || day, null, null::uuid, null::uuid, day, null::bigint, null::bigint, says
  from jsonb_to_recordset(${JSON.stringify(broken)}::jsonb) as broken(day date, says text)`;

/** Gathers what differs, and ends the run: what is new is opened, what is gone is closed. Once, whoever comes twice. */
export async function finishRun({ portal: { db } }: FastifyInstance, run: string): Promise<void> {
  await judgeAllLines(db);
  const { wrong } = await proveDays(db);
  await perform(db, portalItself, async ({ trx, note }) => {
    const { rows } =
      await sql`select from portal.reconciliation where _id = ${run} and state = 'Running' for update`.execute(trx);
    if (rows.length === 0) return note({ deed: "reconciliation.end", subject: `reconciliation:${run}`, after: null });
    // Nobody waits for it, and the books of many years are read whole.
    await sql`set local statement_timeout = '2min'`.execute(trx);
    await gatherFindings(trx, run, wrong);
    await openNew(trx, run);
    await refresh(trx);
    await writeDown(trx, run);
    await closeGone(trx, run);
    const after = await endRun(trx, run);
    note({ deed: "reconciliation.end", subject: `reconciliation:${run}`, after });
  });
}

/** What nobody knew of, and what stands otherwise than when somebody decided about it, or had gone meanwhile. */
async function openNew(trx: Trx, run: string): Promise<void> {
  await sql`insert into portal.discrepancy
      (_id, kind, subject, rrr, payment, line, day, ours_kobo, theirs_kobo, says, state, firstrun, "closedAt")
    select gen_random_uuid(), f.kind, f.subject, f.rrr, f.payment, f.line, f.day, f.ours_kobo, f.theirs_kobo, f.says,
      case when f.settled then 'Settled' else 'Open' end, ${run}, case when f.settled then now() end
    from found f
    where not exists (select from portal.discrepancy d where ${isSame} and d.state = 'Open')
      and not exists (
        select from (
          select d.state, d."goneAt", d.ours_kobo, d.theirs_kobo, d.says from portal.discrepancy d where ${isSame}
          order by d."createdAt" desc limit 1) last
        where last.state = 'Decided' and last."goneAt" is null and (last.ours_kobo, last.theirs_kobo, last.says)
          is not distinct from (f.ours_kobo, f.theirs_kobo, f.says))`.execute(trx);
}

/** The amounts of what was known may have moved. */
async function refresh(trx: Trx): Promise<void> {
  await sql`update portal.discrepancy d set ours_kobo = f.ours_kobo, theirs_kobo = f.theirs_kobo, says = f.says,
      version = d.version + 1, "updatedAt" = now()
    from found f where ${isSame} and d.state = 'Open'
      and (d.ours_kobo, d.theirs_kobo, d.says) is distinct from (f.ours_kobo, f.theirs_kobo, f.says)`.execute(trx);
}

/** What this run has found, known before or not; what somebody has decided about is no finding any more. */
async function writeDown(trx: Trx, run: string): Promise<void> {
  await sql`insert into portal.discrepancy_found (run, discrepancy)
    select ${run}, d._id from found f join portal.discrepancy d on ${isSame}
      and (d.state = 'Open' or d.state = 'Settled' and d.firstrun = ${run})
    on conflict do nothing`.execute(trx);
}

/** What is no more. Of what the provider alone can tell, only where it has answered. */
async function closeGone(trx: Trx, run: string): Promise<void> {
  const isGone = sql`not exists (select from found f where ${isSame})
    and (not d.kind = any(${[...providerKinds]}) or exists (
      select from portal.reconciliation_question q
      where q.run = ${run} and q.payment = d.payment and q."answeredAt" is not null))`;
  await sql`update portal.discrepancy d set state = 'Vanished', "closedAt" = now(), version = d.version + 1, "updatedAt" = now()
    where d.state = 'Open' and ${isGone}`.execute(trx);
  await sql`update portal.discrepancy d set "goneAt" = now(), version = d.version + 1, "updatedAt" = now()
    where d.state = 'Decided' and d."goneAt" is null and ${isGone}`.execute(trx);
}

async function endRun(trx: Trx, run: string) {
  const { rows } = await sql<Record<string, unknown>>`
    with silent as (
      select count(*)::int as count from portal.reconciliation_question where run = ${run} and "answeredAt" is null)
    update portal.reconciliation r set "endedAt" = now(), version = r.version + 1, "updatedAt" = now(),
      unanswered = silent.count,
      state = case when silent.count = 0 then 'Done' else 'Ended without all answers' end,
      found = (select count(*)::int from portal.discrepancy_found where run = ${run}),
      closed = (select count(*)::int from portal.discrepancy where state = 'Vanished' and "closedAt" = now())
    from silent where r._id = ${run} returning r.state, r.asked, r.unanswered, r.found, r.closed`.execute(trx);
  return rows[0];
}

/** A finding called `f` and what is known as `d` are about the same. */
const isSame: RawBuilder<boolean> = sql<boolean>`d.kind = f.kind and d.subject = f.subject`;
