import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { approversBeside, namesOfStaff } from "#access/staff/staff.server.ts";
import { type Officer, requireWholeCollege } from "#console/scope/scope.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import {
  deskPayment,
  eventsOf,
  openReferencesOf,
  owedOf,
  type Payment,
} from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { storedFiles } from "#platform/files/stored-file.server.ts";
import type { AboutPayment } from "./payment-correction.contract.ts";
import { correctionsOf, usesMoney } from "./payment-correction.rules.ts";

/** What can be proposed about a payment now. 404 for an unknown one. */
export async function readCorrectablePayment(db: Database, who: Officer, id: string) {
  requireWholeCollege(who);
  const found = await deskPayment(db, id);
  const payment = await aboutPayment(db, found);
  const owed_kobo = Math.round(payment.owed * 100);
  const possible = correctionsOf(found.state, { kobo: owed_kobo, moved: payment.moved });
  const waiting = await db
    .selectFrom("payment_correction")
    .select("_id")
    .where("payment", "=", found._id)
    .where("state", "=", "Proposed")
    .executeTakeFirst();
  const open =
    found.applicant && possible.some(usesMoney) ? await openReferencesOf(db, found.applicant, owed_kobo) : [];
  const targets = open.map(({ _id, rrr, description }) => ({ _id, rrr: rrr ?? "", description }));
  return {
    payment,
    possible: possible.filter((kind) => kind !== "Apply credit" || targets.length > 0),
    waiting: waiting?._id ?? null,
    targets,
    approvers: await approversBeside(db, "payment-corrections.approve", who.staff),
  };
}

/** One correction with its evidence, and the payment as it stands now. 404 for an unknown one. */
export async function correctionFile(app: FastifyInstance, who: Officer, id: string) {
  requireWholeCollege(who);
  const { db, files } = app.portal;
  const found = isId(id)
    ? await db
        .selectFrom("payment_correction")
        .innerJoin(storedFiles(db), "file._id", "payment_correction.evidence")
        .select(["payment", "target", "fromstate", "proposedby", "file.newname", "file.mediatype", "file.sha256"])
        .where("payment_correction._id", "=", id)
        .executeTakeFirst()
    : undefined;
  if (!found) throw notFound();
  const [payment, target, link, others] = await Promise.all([
    deskPayment(db, found.payment),
    found.target ? deskPayment(db, found.target) : null,
    files.link(found.newname),
    othersWith(db, id, found.sha256),
  ]);
  return {
    payment: await aboutPayment(db, payment),
    fromstate: found.fromstate as Payment["state"],
    target: target && { _id: target._id, rrr: target.rrr, description: target.description },
    evidence: { link, mediatype: found.mediatype, others },
    own: found.proposedby === who.staff,
  };
}

/** How many other corrections show the same bytes: one letter of a bank may serve several, and its reader must know. */
async function othersWith(db: Database, id: string, sha256: Buffer): Promise<number> {
  const { others } = await db
    .selectFrom("payment_correction")
    .innerJoin(storedFiles(db), "file._id", "payment_correction.evidence")
    .select(sql<number>`count(*)::int`.as("others"))
    .where("file.sha256", "=", sha256)
    .where("payment_correction._id", "<>", id)
    .executeTakeFirstOrThrow();
  return others;
}

async function aboutPayment(db: Database, payment: Payment): Promise<AboutPayment> {
  const [{ kobo, moved }, events] = await Promise.all([owedOf(db, payment), eventsOf(db, payment._id)]);
  const told = events.findLast(({ kind, amount_kobo }) => kind === "paid" && amount_kobo !== null);
  const { _id, rrr, payer: payername, jamb, description, amount_kobo, createdAt, state, surplus, creditused } = payment;
  return {
    _id,
    rrr,
    payername,
    jamb,
    description,
    createdAt,
    state,
    surplus,
    creditused,
    moved,
    amount: naira(amount_kobo),
    owed: naira(kobo),
    came: told?.amount_kobo ? naira(told.amount_kobo) : null,
  };
}

/** The corrections of one payment, and those by which a credit pays it, newest first. */
export async function correctionsAbout(db: Database, payment: string) {
  const found = await db
    .selectFrom("payment_correction")
    .select(["_id", "kind", "state", "createdAt", "proposedby", "decidedby", "decidedAt"])
    .where(sql<boolean>`(payment = ${payment} or target = ${payment})`)
    .orderBy("createdAt", "desc")
    .execute();
  const names = await namesOfStaff(
    db,
    found.flatMap(({ proposedby, decidedby }) => (decidedby ? [proposedby, decidedby] : [proposedby])),
  );
  return found.map(({ proposedby, decidedby, ...one }) => ({
    ...one,
    proposedby: names.get(proposedby) ?? "",
    decidedby: names.get(decidedby ?? "") ?? null,
  }));
}

/** The corrections that somebody else than this member of staff proposed, and that nobody has answered. */
export const proposedCorrections = (staff: string): RawBuilder<unknown> =>
  sql`select from portal.payment_correction where state = 'Proposed' and proposedby <> ${staff}`;
