import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type * as v from "valibot";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { coverListed, endCovers, mailRevoked } from "#bursary/fee-waiver/fee-waiver.server.ts";
import { type Officer, requireWholeCollege } from "#console/scope/scope.server.ts";
import { fullName } from "#identity/account/account.rules.ts";
import { contactsOf } from "#identity/account/account.server.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { Ask } from "#kit/wire/handle.server.ts";
import { notFound, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import {
  bookRelisted,
  cancelBeyond,
  deskPayment,
  holdReferencesOf,
  isUnsettled,
  lockedPayment,
  owedOf,
  referencesFor,
  unsettledWords,
} from "#payments/payment-reference/payment-reference.server.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself, type Trx, type Work } from "#platform/write/perform.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import type { callGroupOff, exchangeGroupLine, freeGroupLine } from "../group-payment.contract.ts";
import { endedMail, exchangedMail } from "../group-payment.mail.server.ts";
import {
  endLines,
  freeLine,
  type GroupLine,
  type LockedGroup,
  linesOf,
  lockGroup,
  payingOf,
} from "../group-payment.pay.server.ts";
import { listedMeanwhile, type PlannedLine, planGroupPayment } from "../group-payment.plan.server.ts";
import { DAYS_OF_GRACE } from "../group-payment.rules.ts";

type Deed<E extends { readonly path: string; readonly body: v.GenericSchema }> = Ask<
  Officer,
  E["path"],
  v.InferOutput<E["body"]>
>;

/** A line that somebody wants to change, its list and what paid that, all of them locked. 404 for what is not there. */
async function lockLine(trx: Trx, id: string, wanted: string) {
  if (!isId(id)) throw notFound();
  const payment = await payingOf(trx, id);
  if (payment) await lockedPayment(trx, payment);
  const list = await lockGroup(trx, id);
  const line = (await linesOf(trx, id)).find(({ _id }) => _id === wanted);
  if (!line) throw notFound();
  return { list, line, payment };
}

const USED = "This applicant has used it, so it stays";

/** Frees a line at the payer's wish. Refuses one that is used or not paid. */
export async function freeAtWish(app: FastifyInstance, work: Work, { who, params, body }: Deed<typeof freeGroupLine>) {
  requireWholeCollege(who);
  const { list, line, payment } = await lockLine(work.trx, params.id, body.line);
  await refuseOwnFiles(work.trx, who, [line.applicant]);
  if (list.state !== "Paid" || payment === null || line.standing !== "Covered")
    throw refuse("not-to-be-freed", "Only a line that is paid and not used is freed. Look at the list again");
  if (!(await freeLine(work, list, payment, line, body.reason))) throw refuse("line-used", USED);
  await mailRevoked(app, work.trx, [line.applicant], waivedBy(list));
  return {
    type: "success" as const,
    message: `Freed: ${asNaira(naira(line.amount_kobo))} is the payer's credit now. Give it to another applicant, or propose a refund under Corrections`,
  };
}

const waivedBy = ({ payername, purpose }: LockedGroup) =>
  ({ kind: "Paid in a list", sponsor: payername, purpose }) as const;

/**
 * Gives a line to another applicant, who costs as much: one that is to be paid, is paid and not used, or was freed and whose money is
 * still there. The payer learns it. Refuses whom a list would leave out.
 */
export async function exchangeLine(app: FastifyInstance, work: Work, ask: Deed<typeof exchangeGroupLine>) {
  const { who, params, body } = ask;
  requireWholeCollege(who);
  const { trx, note } = work;
  const { list, line, payment } = await lockLine(trx, params.id, body.line);
  const to = await plannedFor(trx, list, line, body.applicant);
  await refuseOwnFiles(trx, who, [line.applicant, to.applicant]);
  await leaveLine(app, work, { list, line, payment });
  await sql`update portal.group_payment_line set standing = 'Exchanged', why = ${body.reason} where _id = ${line._id}`.execute(
    trx,
  );
  const reason = `In place of another of the list. ${body.reason}`;
  const covers = list.state === "Paid" ? await coverListed(app, work, { ...list, reason }, [to]) : null;
  const cover = covers?.get(to.applicant) ?? null;
  if (covers && !cover) throw listedMeanwhile();
  const { _id: replaces, amount_kobo } = line;
  const standing = cover ? "Covered" : "Listed";
  const keeping = sql`insert into portal.group_payment_line
      (_id, list, applicant, purpose, session, programme, amount_kobo, standing, cover, replaces)
    values (${newId()}, ${list._id}, ${to.applicant}, ${list.purpose}, ${list.session}, ${to.programme}, ${amount_kobo}, ${standing},
      ${cover}, ${replaces})`;
  await onConstraint({ group_payment_line_one: listedMeanwhile }, keeping.execute(trx));
  await sql`update portal.group_payment set named = named || ${` ${to.jamb} ${to.name}`}, version = version + 1
    where _id = ${list._id}`.execute(trx);
  const [from] = await contactsOf(trx, [line.applicant]);
  const names = {
    from: from ? `${fullName(from)}, ${from.jamb}` : "",
    to: `${to.name}, ${to.jamb}`,
    reason: body.reason,
  };
  await writeMail(trx, exchangedMail(list, names));
  note({
    deed: "group_payment.exchange",
    subject: `group_payment:${list._id}`,
    before: { applicant: line.applicant, standing: line.standing },
    after: { applicant: to.applicant, amount_kobo },
    reason: body.reason,
  });
  return { type: "success" as const, message: `${to.name} stands on the list now. The payer gets a mail` };
}

/** The other applicant's fee, which must be as much and go to the same account. */
async function plannedFor(trx: Trx, list: LockedGroup, line: GroupLine, applicant: string): Promise<PlannedLine> {
  const { session, listed, leftOut } = await planGroupPayment(trx, { purpose: list.purpose, applicants: applicant });
  const [to] = listed;
  if (!to) throw refuseFields("nobody-named", { applicant: leftOut[0]?.why ?? "Nobody is named" });
  if (session !== list.session)
    throw refuse("other-session", "This list is of another session, so nobody can take a place on it any more");
  if (to.amount_kobo !== line.amount_kobo || to.serviceID !== list.serviceID)
    throw refuseFields("amount-differs", {
      applicant: `The fee of this applicant is ${asNaira(naira(to.amount_kobo))}, and the line is over ${asNaira(naira(line.amount_kobo))}`,
    });
  return to;
}

interface Leaving {
  readonly list: LockedGroup;
  readonly line: GroupLine;
  readonly payment: string | null;
}

/** Takes its present applicant off a line, and its money out of the payer's credit where it lies there. */
async function leaveLine(app: FastifyInstance, { trx }: Work, { list, line, payment }: Leaving): Promise<void> {
  if (list.state === "Open" && line.standing === "Listed") return;
  if (list.state === "Paid" && payment !== null && line.standing === "Covered") {
    if ((await endCovers(trx, line.cover ? [line.cover] : [])).size === 0) throw refuse("line-used", USED);
    await mailRevoked(app, trx, [line.applicant], waivedBy(list));
    return;
  }
  if (list.state === "Paid" && payment !== null && line.standing === "Freed") {
    const { kobo } = await owedOf(trx, await deskPayment(trx, payment));
    if (kobo < line.amount_kobo)
      throw refuse("credit-is-spent", "The money of this line was given back to the payer, so nobody else can have it");
    await bookRelisted(trx, payment, `${list.purpose}-fee`, -line.amount_kobo);
    return;
  }
  throw refuse("not-to-be-exchanged", "This line can not be given to another any more. Look at the list again");
}

/** Calls off a list that is not paid. Refuses while the provider or the bursary looks at a reference of it. */
export async function callOff(work: Work, { who, params, body }: Deed<typeof callGroupOff>) {
  requireWholeCollege(who);
  const list = await holdGroup(work.trx, params.id);
  if (list.state !== "Open")
    throw refuse("not-to-be-called-off", `This list is ${list.state}, so there is nothing to call off`);
  const references = await referencesFor(work.trx, "grouppayment", [list._id], { held: true });
  const unsettled = references.find(isUnsettled);
  if (unsettled) throw refuse("reference-being-made", unsettledWords(unsettled));
  await endGroup(work, list, { state: "Called off", endedby: who.staff, endedwhy: body.reason });
  return { type: "success" as const, message: `Called off. ${list.payername} is not asked to pay any more` };
}

/** The list and its living references: what is just being paid with one is waited for first. */
async function holdGroup(trx: Trx, id: string): Promise<LockedGroup> {
  if (!isId(id)) throw notFound();
  await holdReferencesOf(trx, "grouppayment", id);
  return lockGroup(trx, id);
}

interface Ending {
  readonly state: "Called off" | "Lapsed";
  readonly endedby: string | null;
  readonly endedwhy: string | null;
}

/** Nobody is asked to pay a list any more, and its applicants are free. It is held. */
async function endGroup(work: Work, list: LockedGroup, ending: Ending): Promise<void> {
  const { trx, note } = work;
  const asked = (await referencesFor(trx, "grouppayment", [list._id], { held: true })).find(
    ({ state }) => state === "OPEN",
  );
  await cancelBeyond(work, "grouppayment", list._id, 0);
  await endLines(trx, list._id);
  await trx
    .updateTable("group_payment")
    .set({ ...ending, endedAt: sql`now()`, version: sql`version + 1` })
    .where("_id", "=", list._id)
    .execute();
  if (asked) await writeMail(trx, endedMail(list, asked, ending.state === "Lapsed"));
  note({
    deed: ending.state === "Lapsed" ? "group_payment.lapse" : "group_payment.call-off",
    subject: `group_payment:${list._id}`,
    after: { rrr: asked?.rrr ? groupedRrr(asked.rrr) : null },
    ...(ending.endedwhy && { reason: ending.endedwhy }),
  });
}

/** Hourly: ends lists whose last day is over and that nobody has paid, once no reference of them is unsettled. */
export const lapseGroups: Round = {
  name: "lapse-group-payments",
  cron: "41 * * * *",
  async run({ portal: { db } }) {
    const { rows } = await sql<{ _id: string }>`select _id from portal.group_payment
      where state = 'Open' and lastday + ${DAYS_OF_GRACE}::int < (now() at time zone 'Africa/Lagos')::date order by _id limit 500`.execute(
      db,
    );
    for (const { _id } of rows)
      await perform(db, portalItself, async (work) => {
        const list = await holdGroup(work.trx, _id);
        const references = await referencesFor(work.trx, "grouppayment", [_id], { held: true });
        if (list.state === "Open" && !references.some(isUnsettled))
          await endGroup(work, list, { state: "Lapsed", endedby: null, endedwhy: null });
        else work.note({ deed: "group_payment.lapse-later", subject: `group_payment:${_id}` });
      });
  },
};
