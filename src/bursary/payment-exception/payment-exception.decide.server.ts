import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type * as v from "valibot";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { type Officer, requireWholeCollege } from "#console/scope/scope.server.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import type { Ask } from "#kit/wire/handle.server.ts";
import { notFound, refuse, stale } from "#kit/wire/refusal.server.ts";
import { deskPayment, lockedPayment } from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import type { answerCase } from "./payer-case/payer-case.contract.ts";
import { KIND } from "./payer-case/payer-case.rules.ts";
import { answerPayer, payerOfCase, waitAgain } from "./payer-case/payer-case.server.ts";
import type { ExceptionKind } from "./payment-exception.rules.ts";

type AskedToTake = Ask<Officer, `${string}/:id/${string}`, unknown>;

/** Says that the asker is on it, unless it is about the own payment (403): one conditional update, so of two who take it in the same moment one does. */
export const takePaymentException = (app: FastifyInstance, ask: AskedToTake) =>
  write(app, ask, async ({ trx, note }) => {
    const { staff, id } = await asked(trx, ask);
    const taken = await waiting(trx, id)
      .set({ takenby: staff, takenAt: sql`now()`, updatedAt: sql`now()` })
      .where(sql<boolean>`(takenby is null or takenby = ${staff})`)
      .executeTakeFirst();
    if (taken.numUpdatedRows === 0n) throw stale("state-has-moved", await whyNot(trx, id));
    note({ deed: "payment_exception.take", subject: `payment_exception:${id}`, after: { takenby: staff } });
    return { type: "success" as const, message: "You are on it" };
  });

/** Says that nobody is on it: whoever was may be on leave. */
export const leavePaymentException = (app: FastifyInstance, ask: AskedToTake) =>
  write(app, ask, async ({ trx, note }) => {
    const { id } = await asked(trx, ask);
    const left = await waiting(trx, id)
      .set({ takenby: null, takenAt: null, updatedAt: sql`now()` })
      .where("takenby", "is not", null)
      .executeTakeFirst();
    if (left.numUpdatedRows === 0n) throw stale("state-has-moved", await whyNot(trx, id));
    note({ deed: "payment_exception.leave", subject: `payment_exception:${id}`, after: { takenby: null } });
    return { type: "success" as const, message: "Nobody is on it now" };
  });

async function asked(trx: Trx, { who, params: { id } }: AskedToTake) {
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

type Asked = Ask<Officer, `${string}/:id/${string}`, { reason: string }>;

/**
 * Ends an exception by the desk's word. Refuses one that ends only when its payment moves, about one's own payment (403), and
 * what somebody has settled meanwhile (409, with who and when).
 */
export const closePaymentException = (app: FastifyInstance, ask: Asked) =>
  write(app, ask, async (work) => {
    const found = await locked(work.trx, ask);
    if (found.closedAt) throw stale("already-decided", await settledBy(work.trx, found));
    if (!found.byword)
      throw refuse(
        "ends-by-itself",
        "This ends when the payment moves, not by a word. Propose a correction of the payment",
      );
    if (found.kind === KIND)
      throw refuse("payer-waits", "A payer waits for this. Answer the payer with what you found");
    await close(work, ask, found, ask.body.reason);
    return { type: "success" as const, message: `Settled: ${found.kind.toLowerCase()}` };
  });

type Answering = Ask<Officer, `${string}/:id/${string}`, v.InferOutput<typeof answerCase.body>>;

/** Answers a payer who says that a payment was made. Refuses any other exception, one's own, and what is settled (409). */
export const answerPayerCase = (app: FastifyInstance, ask: Answering) =>
  write(app, ask, async (work) => {
    const { answer, reason } = ask.body;
    const found = await locked(work.trx, ask);
    if (found.closedAt) throw stale("already-decided", await settledBy(work.trx, found));
    if (found.kind !== KIND) throw refuse("no-payer-waits", "No payer waits for this. Settle it with a reason");
    await refuseOwnFiles(work.trx, ask.who, [await payerOfCase(work.trx, found.subject)]);
    await close(work, ask, found, `${answer}: ${reason}`);
    await answerPayer(app, work, { subject: found.subject, staff: ask.who.staff, answer, reply: reason });
    return { type: "success" as const, message: `Answered: ${answer.toLowerCase()}. The payer gets a mail` };
  });

async function close(work: Work, ask: Asked, { _id }: Found, outcome: string): Promise<void> {
  await decide(work, ask, "close");
  await work.trx
    .updateTable("payment_exception")
    .set({ closedAt: sql`now()`, closedby: ask.who.staff, outcome, ...anew })
    .where("_id", "=", _id)
    .execute();
}

/** Opens again what the desk's word had ended. What ended by itself opens by itself. */
export const reopenPaymentException = (app: FastifyInstance, ask: Asked) =>
  write(app, ask, async (work) => {
    const found = await locked(work.trx, ask);
    if (!found.closedAt) throw stale("already-so", "This waits already. Look at it again");
    if (!found.byword || !found.closedby)
      throw refuse("ends-by-itself", "This ended because the payment moved, so it is not opened again");
    await decide(work, ask, "reopen");
    await onConstraint(
      {
        payment_exception_asked: () =>
          stale("desk-asked-anew", "The help desk has asked about this payment anew. Settle that one"),
      },
      work.trx
        .updateTable("payment_exception")
        .set({ closedAt: null, closedby: null, outcome: null, takenby: null, takenAt: null, ...anew })
        .where("_id", "=", found._id)
        .execute(),
    );
    if (found.kind === KIND) await waitAgain(work, found.subject);
    return { type: "success" as const, message: "It waits again" };
  });

const anew = { version: sql<number>`version + 1`, updatedAt: sql<string>`now()` };

async function locked(trx: Trx, { who, params }: Asked) {
  requireWholeCollege(who);
  const { rows } = isId(params.id)
    ? await sql<Found>`select x._id, x.kind, x.subject, x.payment, x."closedAt", x.closedby, k.byword
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
  readonly subject: string;
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

const ASKED: ExceptionKind = "Asked at the help desk";

/** Another office asks the money desk about a payment. Refuses while such a question waits already (409). */
export async function passToDesk(trx: Trx, payment: string, said: string): Promise<void> {
  const { rrr, payername, jamb, amount_kobo } = await lockedPayment(trx, payment);
  await onConstraint(
    {
      payment_exception_asked: () =>
        stale("asked-for-already", "The bursary was asked about this payment already, and has not answered yet"),
    },
    sql`select portal.open_payment_exception(${ASKED}, ${`help-desk:${newId()}`}, ${payment}, ${rrr}, ${payername}, ${jamb},
        null, ${amount_kobo}, ${said}, now())`.execute(trx),
  );
}

export interface PassedPayment {
  readonly at: string;
  /** What the money desk has answered; null while it waits. */
  readonly answer: string | null;
  readonly answeredAt: string | null;
}

/** The last question to the money desk about each of these payments. */
export async function passedAbout(
  db: Database,
  payments: readonly string[],
): Promise<ReadonlyMap<string, PassedPayment>> {
  const { rows } = await sql<PassedPayment & { payment: string }>`
    select distinct on (payment) payment, "createdAt" as at, outcome as answer, "closedAt" as "answeredAt"
    from portal.payment_exception where payment = any(${[...payments]}::uuid[]) and kind = ${ASKED}
    order by payment, "createdAt" desc`.execute(db);
  return new Map(rows.map(({ payment, ...passed }) => [payment, passed]));
}
