import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { namesOfStaff } from "#access/staff/staff.names.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { requireWholeCollege } from "#console/scope/scope.whole.server.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import type { Ask } from "#kit/wire/handle.server.ts";
import { notFound, refuse, stale } from "#kit/wire/refusal.server.ts";
import { deskPayment } from "#payments/payment-reference/read/read.desk.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/perform.server.ts";
import { write } from "#platform/write.server.ts";

type Asked = Ask<Officer, `${string}/:id/${string}`, { reason: string }>;

/**
 * Ends an exception by the desk's word. Refuses one that ends only when its payment moves, about one's own payment (403), and
 * what somebody has settled meanwhile (409, with who and when).
 */
export const close = (app: FastifyInstance, ask: Asked) =>
  write(app, ask, async (work) => {
    const found = await locked(work.trx, ask);
    if (found.closedAt) throw stale(await settledBy(work.trx, found));
    if (!found.byword)
      throw refuse("This ends when the payment moves, not by a word. Propose a correction of the payment");
    await decide(work, ask, "close");
    await work.trx
      .updateTable("payment_exception")
      .set({ closedAt: sql`now()`, closedby: ask.who.staff, outcome: ask.body.reason, ...anew })
      .where("_id", "=", found._id)
      .execute();
    return { type: "success" as const, message: `Settled: ${found.kind.toLowerCase()}` };
  });

/** Opens again what the desk's word had ended. What ended by itself opens by itself. */
export const reopen = (app: FastifyInstance, ask: Asked) =>
  write(app, ask, async (work) => {
    const found = await locked(work.trx, ask);
    if (!found.closedAt) throw stale("This waits already. Look at it again");
    if (!found.byword || !found.closedby)
      throw refuse("This ended because the payment moved, so it is not opened again");
    await decide(work, ask, "reopen");
    await onConstraint(
      { payment_exception_asked: () => stale("The help desk has asked about this payment anew. Settle that one") },
      work.trx
        .updateTable("payment_exception")
        .set({ closedAt: null, closedby: null, outcome: null, takenby: null, takenAt: null, ...anew })
        .where("_id", "=", found._id)
        .execute(),
    );
    return { type: "success" as const, message: "It waits again" };
  });

const anew = { version: sql<number>`version + 1`, updatedAt: sql<string>`now()` };

async function locked(trx: Trx, { who, params }: Asked) {
  requireWholeCollege(who);
  const { rows } = isId(params.id)
    ? await sql<Found>`select x._id, x.kind, x.payment, x."closedAt", x.closedby, k.byword
        from portal.payment_exception x join portal.payment_exception_kind k on k.kind = x.kind
        where x._id = ${params.id} for update of x`.execute(trx)
    : { rows: [] };
  const [found] = rows;
  if (!found) throw notFound();
  if (found.payment) await refuseOwnFiles(trx, who, [(await deskPayment(trx, found.payment)).applicant]);
  return found;
}

interface Found {
  readonly _id: string;
  readonly kind: string;
  readonly payment: string | null;
  readonly closedAt: string | null;
  readonly closedby: string | null;
  readonly byword: boolean;
}

async function settledBy(trx: Trx, { closedby, closedAt }: Found): Promise<string> {
  const names = await namesOfStaff(trx, closedby ? [closedby] : []);
  const by = names.get(closedby ?? "");
  return `This was settled${by ? ` by ${by}` : ""} on ${asMinute(closedAt ?? "")}, so nothing was changed`;
}

async function decide({ trx, note }: Work, { who, params, body }: Asked, deed: "close" | "reopen"): Promise<void> {
  const row = { _id: newId(), exception: params.id, deed, staff: who.staff, reason: body.reason };
  await trx.insertInto("exception_decision").values(row).execute();
  note({ deed: `payment_exception.${deed}`, subject: `payment_exception:${params.id}`, reason: body.reason });
}
