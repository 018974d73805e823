import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import type { Chosen } from "#console/chosen/chosen.contract.ts";
import { lockedChosen } from "#console/chosen/chosen.server.ts";
import type { Rules } from "#console/record/record.rules.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { requireWholeCollege } from "#console/scope/scope.whole.server.ts";
import type { Ask } from "#kit/wire/handle.server.ts";
import { notFound, refuse, refuseForm } from "#kit/wire/refusal.server.ts";
import type { PaymentState } from "#payments/payment-reference/payment-reference.rules.ts";
import { askedSince, payersOf } from "#payments/payment-reference/read/read.desk.server.ts";
import { planChecksNow } from "#payments/payment-reference/verification/verification.job.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import { write } from "#platform/write.server.ts";
import { MOST_ASKED } from "./payment-desk.contract.ts";

/**
 * Has many payments asked about, each as its turn comes; says how many. Those that no answer changes are left out.
 * Refuses one's own (403).
 */
export const askAboutAll = (app: FastifyInstance, ask: Ask<Officer, string, Chosen>, rules: Rules) =>
  write(app, ask, async ({ trx, note }) => {
    requireWholeCollege(ask.who);
    const many = `Choose at most ${MOST_ASKED.toLocaleString("en-NG")} payments at once`;
    if (ask.body.count > MOST_ASKED) throw refuseForm(many, { count: many });
    const chosen = await lockedChosen(trx, rules, ask.who, ask.body);
    await refuseOwnFiles(trx, ask.who, await payersOf(trx, chosen));
    const payments = await planChecksNow(trx, chosen);
    if (payments.length === 0)
      throw refuse("All of these are settled: no answer of the provider changes them any more");
    const _id = newId();
    await trx.insertInto("payment_requery").values({ _id, staff: ask.who.staff, payments }).execute();
    note({ deed: "payment.requery-many", subject: `payment_requery:${_id}`, after: { count: payments.length } });
    const left = chosen.length - payments.length;
    const rest = left > 0 ? `. ${number(left)} of the chosen ${left === 1 ? "is" : "are"} settled and left out` : "";
    const message = `${number(payments.length)} ${payments.length === 1 ? "payment is" : "payments are"} asked about${rest}`;
    return { type: "success" as const, message, _id, count: payments.length };
  });

const number = (of: number) => of.toLocaleString("en-NG");

/** How far that has come. 404 for an unknown one. */
export async function requeryOf(db: Database, id: string) {
  const found = isId(id)
    ? await db.selectFrom("payment_requery").select(["payments", "createdAt"]).where("_id", "=", id).executeTakeFirst()
    : undefined;
  if (!found) throw notFound();
  const { payments, createdAt } = found;
  const { asked, answered, moved } = await askedSince(db, payments, sql`${createdAt}::timestamptz`);
  const by = Object.entries(moved).map(([to, count]) => ({ to: to as PaymentState, count }));
  return { count: payments.length, asked, answered, moved: by };
}
