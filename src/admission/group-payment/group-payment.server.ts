import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { type WaivedFee, waivedFees } from "#bursary/fee-waiver/fee-waiver.rules.ts";
import { everyCover } from "#bursary/fee-waiver/fee-waiver.server.ts";
import { sessionsById, usualAdmittingSession } from "#calendar/session/session.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { requireWholeCollege, wholeCollege } from "#console/scope/scope.server.ts";
import { fullName } from "#identity/account/account.rules.ts";
import { contactsOf } from "#identity/account/account.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { naira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import { isPayable } from "#payments/payment-reference/payment-reference.rules.ts";
import {
  checkPayment,
  deskPayment,
  everyPayment,
  generateReference,
  officeSentence,
  onOwnLine,
  owedOf,
  viewOf,
  waitWhileAsked,
} from "#payments/payment-reference/payment-reference.server.ts";
import { officeReceipt } from "#payments/receipt/receipt.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { write } from "#platform/write/write.server.ts";
import { paperTemplate, value } from "#reference/message-template/message-template.rules.ts";
import { paperWords } from "#reference/message-template/message-template.server.ts";
import {
  callGroupOff,
  checkGroupPayment,
  exchangeGroupLine,
  freeGroupLine,
  groupPayments,
  makeGroupPayment,
  makeGroupReference,
  readGroupPayment,
  readGroupReceipt,
  readGroupTerms,
  verifyGroupPayment,
} from "./group-payment.contract.ts";
import { impossibleGroupPayments, ownGroupLines } from "./group-payment.impossible.server.ts";
import { groupTemplates } from "./group-payment.mail.server.ts";
import { addGroupPurposes, wantedOfGroup } from "./group-payment.pay.server.ts";
import { keepGroupPayment, planGroupPayment } from "./group-payment.plan.server.ts";
import { type LineStanding, wordOfLine } from "./group-payment.rules.ts";
import { callOff, exchangeLine, freeAtWish, lapseGroups } from "./line/line.server.ts";

export const groupPaymentRules: RecordRules<typeof groupPayments> = {
  of: groupPayments,
  table: "group_payment",
  within: wholeCollege,
};

export function groupPaymentCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const right = "group-payments.change";
  addGroupPurposes(app);

  handle(app, readGroupTerms, staff(right), async ({ who }) => {
    requireWholeCollege(who);
    const { session } = await usualAdmittingSession(db);
    return { session: session ? ((await sessionsById(db, [session])).get(session)?.name ?? null) : null };
  });

  handle(app, checkGroupPayment, staff(right), async ({ who, body }) => {
    requireWholeCollege(who);
    const { listed, leftOut, total_kobo } = await planGroupPayment(db, body);
    return {
      type: "success" as const,
      message: `${asCount(listed.length, "applicant")} would be paid for`,
      listed: listed.map(({ applicant, name, jamb, title, amount_kobo }) => ({
        ...{ applicant, name, jamb, programme: title, amount: naira(amount_kobo) },
      })),
      leftOut: [...leftOut],
      total: naira(total_kobo),
    };
  });

  handle(app, makeGroupPayment, staff(right), (ask) => {
    requireWholeCollege(ask.who);
    return write(app, ask, async (work) => {
      const { message, reply } = await keepGroupPayment(work, ask);
      return { type: "success" as const, message, ...reply };
    });
  });

  handle(app, readGroupPayment, staff("group-payments"), async ({ who, params: { id } }) => {
    requireWholeCollege(who);
    if (!isId(id)) throw notFound();
    const lines = await shownLines(db, id);
    return { lines, payment: await shownPayment(db, id), words: await requestWords(db, id) };
  });

  handle(app, readGroupReceipt, staff("group-payments"), async ({ who, params: { id } }) => {
    requireWholeCollege(who);
    const payment = isId(id) ? await paymentOfGroup(db, id) : null;
    if (payment === null) throw notFound();
    return officeReceipt(app, payment);
  });

  lineCalls(app, right);
}

function lineCalls(app: FastifyInstance, right: "group-payments.change"): void {
  const { db } = app.portal;

  handle(app, makeGroupReference, staff(right), async (ask) => {
    requireWholeCollege(ask.who);
    const { payment, message } = await generateReference(app, ask, wantedOfGroup(ask.params.id));
    return { type: "success" as const, message, rrr: payment.rrr, state: payment.state };
  });

  handle(app, verifyGroupPayment, staff(right), async (ask) => {
    requireWholeCollege(ask.who);
    const { id } = ask.params;
    const payment = isId(id) ? await paymentOfGroup(db, id) : null;
    if (payment === null) throw refuse("reference-missing", "No payment reference is made yet");
    const { state } = await deskPayment(db, payment);
    await write(app, ask, async ({ note }) => note({ deed: "payment.requery", subject: `payment:${payment}` }));
    // The provider's own word of it may be read just now: that is waited for.
    if (isPayable(state) && !(await onOwnLine(id, payment, () => checkPayment(app, payment))))
      await waitWhileAsked(db, payment);
    const now = await deskPayment(db, payment);
    return { type: "success" as const, message: officeSentence(viewOf(now)), state: now.state };
  });

  handle(app, callGroupOff, staff(right), (ask) => write(app, ask, (work) => callOff(work, ask)));
  handle(app, freeGroupLine, staff(right), (ask) => write(app, ask, (work) => freeAtWish(app, work, ask)));
  handle(app, exchangeGroupLine, staff(right), (ask) => write(app, ask, (work) => exchangeLine(app, work, ask)));
}

/** The payment of a list that counts: what paid it, else the newest. Null while nobody has made one. */
async function paymentOfGroup(db: Database, id: string): Promise<string | null> {
  const { rows } = await sql<{ payment: string }>`select p._id as payment from ${everyPayment()} p
    where p.grouppayment = ${id} and p.state <> 'REFUSED'
    order by p.state = 'PAID' and p.surplus is null desc, p._id desc limit 1`.execute(db);
  return rows[0]?.payment ?? null;
}

async function shownPayment(db: Database, id: string) {
  const found = await paymentOfGroup(db, id);
  if (found === null) return null;
  const payment = await deskPayment(db, found);
  const { _id, rrr, amount_kobo, state, verifiedAt } = payment;
  const { kobo } = await owedOf(db, payment);
  return {
    ...{ _id, rrr, state, amount: naira(amount_kobo), message: officeSentence(viewOf(payment)) },
    receipt: verifiedAt !== null,
    credit: naira(Math.max(0, kobo)),
  };
}

const requestTemplate = paperTemplate({
  key: "request-for-list",
  name: "Request to pay, for a list of applicants",
  when: "The bursary prints what somebody is asked to pay for a list",
  reader: "others",
  values: {
    fee: value("which fee", "acceptance fee"),
    applicants: value("for how many", "12 applicants"),
    due: value("the last day to pay", "5 December 2026"),
  },
  must: ["due"],
  words: {
    heading: "Request to pay",
    opening:
      "You pay {college} the {fee} of {applicants}. One payment with this reference, at any bank or online, by {due}, pays for all of them; each is told by e-mail once it has come.",
    closing: "{office}, {officemail}.",
  },
});

async function requestWords(db: Database, id: string) {
  const { purpose, count, lastday } = await db
    .selectFrom("group_payment")
    .select(["purpose", "count", "lastday"])
    .where("_id", "=", id)
    .executeTakeFirstOrThrow();
  return paperWords(db, requestTemplate, {
    fee: waivedFees[purpose as WaivedFee].toLowerCase(),
    applicants: asCount(count, "applicant"),
    due: asDay(`${lastday}T12:00:00Z`),
  });
}

/** Each line as it stands now, by name; 404 of an unknown list. */
async function shownLines(db: Database, id: string): Promise<Replied<typeof readGroupPayment>["lines"]> {
  const { rows } = await sql<{
    _id: string;
    applicant: string;
    programme: string;
    amount_kobo: number;
    standing: LineStanding;
    why: string | null;
    usedAt: string | null;
  }>`select l._id, l.applicant, l.programme, l.amount_kobo, l.standing, l.why, c."usedAt"
    from portal.group_payment_line l left join ${everyCover()} c on c._id = l.cover
    where l.list = ${id} order by l._id`.execute(db);
  if (rows.length === 0) throw notFound();
  const [people, programmes] = await Promise.all([
    contactsOf(
      db,
      rows.map(({ applicant }) => applicant),
    ),
    programmesById(db, [...new Set(rows.map(({ programme }) => programme))]),
  ]);
  const known = new Map(people.map((one) => [one._id, one]));
  return rows.map(({ _id, applicant, programme, amount_kobo, standing, why, usedAt }) => {
    const one = known.get(applicant);
    const title = programmes.get(programme);
    return {
      ...{ _id, applicant, why, usedAt, amount: naira(amount_kobo), standing: wordOfLine(standing, usedAt !== null) },
      ...{ name: one ? fullName(one) : "", jamb: one?.jamb ?? "", programme: title ? programmeTitle(title) : "" },
    };
  });
}

export const groupPaymentNoun: Noun = {
  name: "group-payment",
  calls: groupPaymentCalls,
  listings: [groupPaymentRules],
  templates: [...groupTemplates, requestTemplate],
  rounds: [lapseGroups],
  ownRows: [ownGroupLines],
  impossible: impossibleGroupPayments,
};
