import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { staff } from "#access/permission/permission.server.ts";
import { lockedChosen } from "#console/list/list.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { ChosenRows } from "#console/record/record.contract.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { type Officer, requireWholeCollege, wholeCollege } from "#console/scope/scope.server.ts";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { type Ask, handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, refuseForm } from "#kit/wire/refusal.server.ts";
import {
  deskStateWords,
  type PaymentState,
  settledStates,
} from "#payments/payment-reference/payment-reference.rules.ts";
import {
  askedSince,
  checkPayment,
  deskPayment,
  eventsOf,
  lookAtPayment,
  type OwnPayment,
  onOwnLine,
  payersOf,
  planChecksNow,
} from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import { write } from "#platform/write/write.server.ts";
import { exceptionsAbout } from "../payment-exception/payment-exception.server.ts";
import {
  askAboutMany,
  askAboutPayment,
  deskPayments,
  MOST_ASKED,
  readPaymentStory,
  readRequery,
} from "./payment-desk.contract.ts";
import { eventInWords } from "./payment-desk.rules.ts";
import { storyOf } from "./payment-desk.story.server.ts";

/**
 * Asks the provider about one payment, by the same claim and line as its payer's Verify Payment: at most every ten seconds,
 * and never within a transaction. Of a settled payment the answer is kept and changes nothing. Refuses one's own (403).
 */
export async function askAboutOne(app: FastifyInstance, ask: Ask<Officer>, payment: string) {
  requireWholeCollege(ask.who);
  const { db } = app.portal;
  const before = await deskPayment(db, payment);
  const { _id, applicant, state } = before;
  await refuseOwnFiles(db, ask.who, [applicant]);
  if (state === "REFUSED")
    throw refuse(
      "payment-without-reference",
      "The provider has made no reference for it, so there is nothing to ask about",
    );
  await write(app, ask, async ({ note }) => note({ deed: "payment.requery", subject: `payment:${_id}` }));
  const question = settledStates.includes(state) ? lookAtPayment : checkPayment;
  const asked = await onOwnLine(applicant ?? _id, _id, () => question(app, _id));
  const after = await deskPayment(db, _id);
  const message = !asked ? "Asked a moment ago. Try again in 10 seconds" : await told(db, state, after);
  return { type: "success" as const, message, state: after.state, answered: asked && !after.unanswered };
}

async function told(db: Database, before: PaymentState, { _id, state, unanswered }: OwnPayment): Promise<string> {
  if (state !== before) return `It is ${deskStateWords[state]} now`;
  if (unanswered) return "The provider did not answer. We go on asking";
  const [events, exceptions] = await Promise.all([eventsOf(db, _id), exceptionsAbout(db, _id)]);
  const last = events.at(-1);
  const waits = exceptions.some(({ kind, closedAt }) => kind === "Provider differs" && !closedAt);
  return `${last ? eventInWords(last) : "The provider has answered"}. It stays ${deskStateWords[state]}${
    waits ? ", and waits under Exceptions as “Provider differs”" : ""
  }`;
}

/**
 * Has many payments asked about, each as its turn comes; says how many. Those that no answer changes are left out.
 * Refuses one's own (403).
 */
const askAboutAll = (app: FastifyInstance, ask: Ask<Officer, string, ChosenRows>, rules: RecordRules) =>
  write(app, ask, async ({ trx, note }) => {
    requireWholeCollege(ask.who);
    const many = `Choose at most ${asFigure(MOST_ASKED)} payments at once`;
    if (ask.body.count > MOST_ASKED) throw refuseForm("too-many-chosen", many, { count: many });
    const chosen = await lockedChosen(trx, rules, ask.who, ask.body);
    await refuseOwnFiles(trx, ask.who, await payersOf(trx, chosen));
    const payments = await planChecksNow(trx, chosen);
    if (payments.length === 0)
      throw refuse("payments-settled", "All of these are settled: no answer of the provider changes them any more");
    const _id = newId();
    await trx.insertInto("payment_requery").values({ _id, staff: ask.who.staff, payments }).execute();
    note({ deed: "payment.requery-many", subject: `payment_requery:${_id}`, after: { count: payments.length } });
    const left = chosen.length - payments.length;
    const rest = left > 0 ? `. ${asFigure(left)} of the chosen ${left === 1 ? "is" : "are"} settled and left out` : "";
    const message = `${asCount(payments.length, "payment is", "payments are")} asked about${rest}`;
    return { type: "success" as const, message, _id, count: payments.length };
  });

/** How far that has come. 404 for an unknown one. */
async function requeryOf(db: Database, id: string) {
  const found = isId(id)
    ? await db.selectFrom("payment_requery").select(["payments", "createdAt"]).where("_id", "=", id).executeTakeFirst()
    : undefined;
  if (!found) throw notFound();
  const { payments, createdAt } = found;
  const { asked, answered, moved } = await askedSince(db, payments, sql`${createdAt}::timestamptz`);
  const by = Object.entries(moved).map(([to, count]) => ({ to: to as PaymentState, count }));
  return { count: payments.length, asked, answered, moved: by };
}

export const deskPaymentRules: RecordRules<typeof deskPayments> = {
  of: deskPayments,
  table: "payment_reference",
  within: wholeCollege,
};

export function paymentDeskCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const view = staff("payments");
  const change = staff("payments.change");

  handle(app, readPaymentStory, view, ({ who, params }) => {
    requireWholeCollege(who);
    return storyOf(app, params.id);
  });
  handle(app, askAboutPayment, change, (ask) => askAboutOne(app, ask, ask.params.id));
  handle(app, askAboutMany, change, (ask) => askAboutAll(app, ask, deskPaymentRules));
  handle(app, readRequery, view, ({ who, params }) => {
    requireWholeCollege(who);
    return requeryOf(db, params.id);
  });
}

export const paymentDeskNoun: Noun = {
  name: "payment-desk",
  calls: paymentDeskCalls,
  listings: [deskPaymentRules],
};
