import { type RawBuilder, sql } from "kysely";
import { ledgerOutOfBalance, paidAgain } from "#payments/ledger/ledger.balance.server.ts";
import { unknownNotifications } from "#payments/notification/notification.unmatched.server.ts";
import { differencesFrom, paidTwice } from "#payments/payment-reference/payment-reference.compare.server.ts";
import { changedDays } from "../day-book/day-book.proof.server.ts";
import { unmatchedStatementLines } from "../statement/statement.unmatched.server.ts";

/** Everything that differs now, by what the provider answered in one run and by our own books; each subject once. */
export const findings = (run: string): RawBuilder<unknown> => sql`
  select distinct on (kind, subject) * from (
    ${differencesFrom(answersOf(run))}
    union all select *, false from (${sql.join(ownBooks(), sql` union all `)}) own) each`;

const answersOf = (run: string) => sql`
  select payment, state, answer, code, amount_kobo, same from portal.reconciliation_question
  where run = ${run} and "answeredAt" is not null`;

const ownBooks = (): RawBuilder<unknown>[] => [
  paidTwice(),
  paidAgain(),
  ledgerOutOfBalance(),
  // What the money desk has settled by its word is no finding any more.
  sql`select n.* from (${unknownNotifications()}) n join portal.open_payment_exception e on e.subject = n.subject`,
  changedDays(),
  unmatchedStatementLines(),
];
