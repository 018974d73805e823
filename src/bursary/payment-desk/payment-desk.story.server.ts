import type { FastifyInstance } from "fastify";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { actorName } from "#console/record/record.server.ts";
import { addressesOf } from "#identity/account/account.server.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { accountWords, journalWords } from "#payments/payment-reference/payment-reference.ledger.rules.ts";
import { settledStates } from "#payments/payment-reference/payment-reference.rules.ts";
import {
  deskPayment,
  eventsOf,
  itemsOf,
  journalLinesOf,
  notificationsOf,
  type OwnPayment,
  officeSentence,
  type PaymentEvent,
  viewOf,
} from "#payments/payment-reference/payment-reference.server.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { auditOf } from "#platform/audit/audit.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { mailsAbout } from "#platform/mail/mail.server.ts";
import { correctionsAbout } from "../payment-correction/payment-correction.server.ts";
import { exceptionsAbout } from "../payment-exception/payment-exception.server.ts";
import { deedInWords, eventInWords, toldByHistory } from "./payment-desk.rules.ts";

/** All about one payment. 404 for an unknown one. */
export async function storyOf(app: FastifyInstance, id: string) {
  const { db } = app.portal;
  const payment = await deskPayment(db, id);
  const { _id, state, description, nextCheckAt, askingUntil } = payment;
  const [events, told, journal, mails, audit, corrections, exceptions] = await Promise.all([
    eventsOf(db, _id),
    notificationsOf(db, _id),
    journalLinesOf(db, _id),
    lettersAbout(db, payment),
    auditInWords(db, _id),
    correctionsAbout(db, _id),
    exceptionsAbout(db, _id),
  ]);
  return {
    _id,
    state,
    description,
    nextCheckAt,
    corrections,
    exceptions,
    told,
    mails,
    audit,
    sentence: officeSentence(viewOf(payment)),
    items: itemsOf(payment),
    application: payment.application ?? payment.acceptanceof,
    asking: askingUntil !== null && Date.parse(askingUntil) > Date.now(),
    // What people alone have said is asked about until the provider says it too.
    open: !settledStates.includes(state) || (payment.correction !== null && nextCheckAt !== null),
    events: events.map((event) => ({
      _id: event._id,
      at: event.at,
      to: event.tostate,
      words: eventInWords(event),
      differs: differencesOf(payment, event),
    })),
    journal: journal.map(({ at, kind, account, amount_kobo }) => ({
      at,
      kind: journalWords[kind] ?? kind,
      account: accountWords[account] ?? account,
      amount: naira(amount_kobo),
    })),
  };
}

/** Letters to the address of the payment, and to those that took its place. */
const lettersAbout = async (db: Database, { rrr, payeremail, applicant }: OwnPayment) =>
  rrr ? mailsAbout(db, [payeremail, ...(applicant ? await addressesOf(db, applicant) : [])], groupedRrr(rrr)) : [];

/** What an answer names otherwise than we asked for, in words. */
function differencesOf({ rrr, orderid, amount_kobo }: OwnPayment, event: PaymentEvent): string[] {
  if (event.kind !== "paid" && event.kind !== "open") return [];
  return [
    ...(rrr && event.rrr && event.rrr !== rrr ? [`RRR ${event.rrr}`] : []),
    ...(event.orderid && event.orderid !== orderid ? [`order ${event.orderid}`] : []),
    ...(event.amount_kobo !== null && event.amount_kobo !== amount_kobo ? [asNaira(naira(event.amount_kobo))] : []),
  ];
}

async function auditInWords(db: Database, payment: string) {
  const lines = await auditOf(db, `payment:${payment}`, 100, toldByHistory);
  const names = await namesOfStaff(
    db,
    lines.flatMap(({ actor, actorkind }) => (actor && actorkind === "staff" ? [actor] : [])),
  );
  return lines.map(({ at, deed, reason, ...line }) => ({
    at,
    who: actorName(line, names),
    deed: deedInWords(deed),
    reason,
  }));
}
