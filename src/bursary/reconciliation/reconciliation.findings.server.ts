import { type RawBuilder, sql } from "kysely";
import { ledgerOutOfBalance, paidAgain } from "#payments/payment-reference/ledger/ledger.book.server.ts";
import { unknownNotifications } from "#payments/payment-reference/provider-notification/provider-notification.items.server.ts";
import { differencesFrom, paidTwice } from "#payments/payment-reference/read/read.compare.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import type { Broken } from "../day-book/day-book.proof.server.ts";
import { unmatchedStatementLines } from "../statement/statement.unmatched.server.ts";

/**
 * Writes everything that differs now into a table `found` of this transaction, each subject once: by what the provider
 * answered in one run, and by our own books. `broken` are the closed days that do not match their hashes.
 */
export async function gatherFindings(trx: Trx, run: string, broken: readonly Broken[]): Promise<void> {
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
  sql`select n.* from (${unknownNotifications()}) n join portal.open_payment_exception e on e.subject = n.subject`,
  unmatchedStatementLines(),
];

const changedDays = (broken: readonly Broken[]): RawBuilder<unknown> => sql`
  select 'Closed day changed', 'day_book:' || day, null, null::uuid, null::uuid, day, null::bigint, null::bigint, says
  from jsonb_to_recordset(${JSON.stringify(broken)}::jsonb) as broken(day date, says text)`;
