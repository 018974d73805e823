import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { namesOfStaff } from "#access/staff/staff.names.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { requireWholeCollege } from "#console/scope/scope.whole.server.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import type { Ask } from "#kit/wire/handle.server.ts";
import { notFound, stale } from "#kit/wire/refusal.server.ts";
import { deskPayment } from "#payments/payment-reference/read/read.desk.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { write } from "#platform/write.server.ts";

type Asked = Ask<Officer, `${string}/:id/${string}`, unknown>;

/** Says that the asker is on it, unless it is about the own payment (403): one conditional update, so of two who take it in the same moment one does. */
export const take = (app: FastifyInstance, ask: Asked) =>
  write(app, ask, async ({ trx, note }) => {
    const { staff, id } = await asked(trx, ask);
    const taken = await waiting(trx, id)
      .set({ takenby: staff, takenAt: sql`now()`, updatedAt: sql`now()` })
      .where(sql<boolean>`(takenby is null or takenby = ${staff})`)
      .executeTakeFirst();
    if (taken.numUpdatedRows === 0n) throw stale(await whyNot(trx, id));
    note({ deed: "payment_exception.take", subject: `payment_exception:${id}`, after: { takenby: staff } });
    return { type: "success" as const, message: "You are on it" };
  });

/** Says that nobody is on it: whoever was may be on leave. */
export const leave = (app: FastifyInstance, ask: Asked) =>
  write(app, ask, async ({ trx, note }) => {
    const { id } = await asked(trx, ask);
    const left = await waiting(trx, id)
      .set({ takenby: null, takenAt: null, updatedAt: sql`now()` })
      .where("takenby", "is not", null)
      .executeTakeFirst();
    if (left.numUpdatedRows === 0n) throw stale(await whyNot(trx, id));
    note({ deed: "payment_exception.leave", subject: `payment_exception:${id}`, after: { takenby: null } });
    return { type: "success" as const, message: "Nobody is on it now" };
  });

async function asked(trx: Trx, { who, params: { id } }: Asked) {
  requireWholeCollege(who);
  const about = isId(id)
    ? await trx.selectFrom("payment_exception").select("payment").where("_id", "=", id).executeTakeFirst()
    : undefined;
  if (!about) throw notFound();
  if (about.payment) await refuseOwnFiles(trx, who, [(await deskPayment(trx, about.payment)).applicant]);
  return { staff: who.staff, id };
}

const waiting = (trx: Trx, id: string) =>
  trx.updateTable("payment_exception").where("_id", "=", id).where("closedAt", "is", null);

async function whyNot(trx: Trx, id: string): Promise<string> {
  const found = await trx
    .selectFrom("payment_exception")
    .select(["takenby", "takenAt", "closedAt"])
    .where("_id", "=", id)
    .executeTakeFirstOrThrow();
  if (found.closedAt) return `This was settled on ${asMinute(found.closedAt)}. Look at it again`;
  if (!found.takenby || !found.takenAt) return "Nobody is on it. Look at it again";
  const names = await namesOfStaff(trx, [found.takenby]);
  return `${names.get(found.takenby)} took it on ${asMinute(found.takenAt)}`;
}
