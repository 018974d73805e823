import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { type Officer, requireWholeCollege } from "#console/scope/scope.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { notificationsOfDigest } from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { caseOfException } from "./payer-case/payer-case.server.ts";

/** What waits, by its kind, the most first; money in naira. */
export async function countsByKind(db: Database) {
  const { rows } = await sql<{ kind: string; open: number; oldest: string; came: number }>`
    select kind, count(*)::int as open, min("createdAt") as oldest, coalesce(sum(came_kobo), 0)::float8 / 100 as came
    from portal.payment_exception where "closedAt" is null group by kind order by count(*) desc, kind`.execute(db);
  return rows;
}

/** How many wait, whoever has taken them. */
export async function countWaiting(db: Database | Trx): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from portal.payment_exception where "closedAt" is null`.execute(db);
  return rows[0]?.open ?? 0;
}

/** One exception, waiting or settled. 404 for an unknown one. */
export async function exceptionFile(app: FastifyInstance, who: Officer, id: string) {
  const { db } = app.portal;
  requireWholeCollege(who);
  const found = isId(id)
    ? await db.selectFrom("payment_exception").selectAll().where("_id", "=", id).executeTakeFirst()
    : undefined;
  if (!found) throw notFound();
  const decisions = await decisionsOn(db, id);
  const [noun, digest = ""] = found.subject.split(":");
  const [told, names, kind, about, payercase] = await Promise.all([
    noun === "notification" ? notificationsOfDigest(db, digest) : [],
    namesOfStaff(
      db,
      [found.takenby, found.closedby, ...decisions.map(({ staff }) => staff)].flatMap((one) => one ?? []),
    ),
    db.selectFrom("payment_exception_kind").select("byword").where("kind", "=", found.kind).executeTakeFirstOrThrow(),
    found.payment ? exceptionsAbout(db, found.payment) : [],
    caseOfException(app, found.subject),
  ]);
  const named = (staff: string | null) => names.get(staff ?? "") ?? "A member of staff";
  const { _id, createdAt, payment, rrr, name, jamb, said, takenby, takenAt, closedAt, closedby, outcome } = found;
  return {
    _id,
    kind: found.kind,
    createdAt,
    payment,
    rrr,
    name,
    jamb,
    said,
    told,
    payercase,
    came: asNairaOrNull(found.came_kobo),
    asked: asNairaOrNull(found.asked_kobo),
    taken: takenby && takenAt ? { by: named(takenby), at: takenAt, own: takenby === who.staff } : null,
    closed: closedAt ? { by: closedby && named(closedby), at: closedAt, outcome: outcome ?? "" } : null,
    byword: kind.byword,
    beside: about
      .filter((other) => other._id !== _id && !other.closedAt)
      .map((other) => ({ _id: other._id, kind: other.kind })),
    decisions: decisions.map(({ staff, ...one }) => ({ ...one, by: named(staff) })),
  };
}

const asNairaOrNull = (kobo: number | null) => (kobo === null ? null : naira(kobo));

async function decisionsOn(db: Database, exception: string) {
  const { rows } = await sql<{ at: string; staff: string; deed: "close" | "reopen"; reason: string }>`
    select "createdAt" as at, staff, deed, reason from portal.exception_decision
    where exception = ${exception} order by "createdAt", _id`.execute(db);
  return rows;
}

/** What of one payment waits or waited, the last first. */
export const exceptionsAbout = async (db: Database, payment: string) =>
  db
    .selectFrom("payment_exception")
    .select(["_id", "kind", "createdAt", "closedAt", "outcome"])
    .where("payment", "=", payment)
    .orderBy("createdAt", "desc")
    .execute();

export const untakenExceptions = (): RawBuilder<unknown> =>
  sql`select from portal.payment_exception where "closedAt" is null and takenby is null`;
