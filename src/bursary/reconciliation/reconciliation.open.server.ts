import { sql } from "kysely";
import { asMinute } from "#kit/value/dates.rules.ts";
import { stale } from "#kit/wire/refusal.server.ts";
import { paymentsToCompare } from "#payments/payment-reference/read/read.compare.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { enqueueLater } from "#platform/jobs.server.ts";
import type { Trx, Work } from "#platform/perform.server.ts";
import { reconcileJob, stepKey } from "./reconciliation.job.server.ts";
import { providerKinds } from "./reconciliation.kinds.contract.ts";

interface Wanted {
  /** Null: the portal itself, by night. */
  readonly askedby: string | null;
  /** Every reference of this day and later is asked about too. */
  readonly since: string | null;
}

/** Begins a run with all its questions; the newest payment is asked about first. Refuses while one is under way (409). */
export async function openRun({ trx, note }: Work, { askedby, since }: Wanted): Promise<string> {
  const _id = newId();
  const running = await runningOne(trx);
  if (running) throw stale(`A run is under way since ${asMinute(running.createdAt)}. Wait until it has ended`);
  await onConstraint(
    { reconciliation_one: () => stale("Another run has just begun. Wait until it has ended") },
    trx.insertInto("reconciliation").values({ _id, askedby, since }).execute(),
  );
  await sql`insert into portal.reconciliation_question (run, payment, place)
    select ${_id}, wanted.payment, row_number() over (order by wanted.payment desc)
    from (${paymentsToCompare(since)}
      union select d.payment from portal.discrepancy d
      where d.state = 'Open' and d.payment is not null and d.rrr is not null and d.kind = any(${[...providerKinds]})) wanted`.execute(
    trx,
  );
  const { rows } = await sql<{ asked: number }>`
    update portal.reconciliation set asked = (
      select count(*)::int from portal.reconciliation_question where run = ${_id}) where _id = ${_id} returning asked`.execute(
    trx,
  );
  await enqueueLater(trx, reconcileJob, { run: _id }, 0, stepKey(_id));
  note({
    deed: "reconciliation.begin",
    subject: `reconciliation:${_id}`,
    after: { since, asked: rows[0]?.asked ?? 0 },
  });
  return _id;
}

/** The run that is under way. */
export const runningOne = (trx: Trx) =>
  trx.selectFrom("reconciliation").select(["_id", "createdAt"]).where("state", "=", "Running").executeTakeFirst();
