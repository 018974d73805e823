import type { FastifyInstance } from "fastify";
import { sessionsById } from "#calendar/session/session.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import { everyone, handle } from "#kit/wire/handle.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import { networkOf } from "#platform/http/network.server.ts";
import type { Limit } from "#platform/limits/limits.server.ts";
import { askSoon, paymentById, paymentOfPhone, viewOf } from "../payment-reference/payment-reference.server.ts";
import { askPaymentStatus } from "./payment-status.contract.ts";
import { initialsOf, statusOf } from "./payment-status.rules.ts";

/** Of one reference, whether we know it or not: four digits are soon tried out. Right ones are given back. */
const wrongDigits: Limit = {
  name: "wrong-payer-digits",
  points: 10,
  seconds: 21_600,
  sentence:
    "Wrong digits were typed for this RRR too often. Please try again in six hours; its payer sees it after signing in",
};

/** Of one internet address: a café looks up many, a program would try them all. Right ones are given back. */
const strangers: Limit = {
  name: "wrong-payment-status",
  points: 40,
  seconds: 900,
  sentence: "Too many wrong numbers came from here. Please try again in a quarter of an hour",
};

/** Of one reference, by who knows it: each may make the portal ask the provider. */
const looks: Limit = {
  name: "payment-status",
  points: 60,
  seconds: 900,
  sentence: "This payment was looked up very often. Please look again in a quarter of an hour",
};

export function paymentStatusCalls(app: FastifyInstance): void {
  const { db, limits } = app.portal;

  handle(app, askPaymentStatus, everyone, async ({ body: { rrr, phone }, request, reply }) => {
    reply.header("x-robots-tag", "noindex");
    const network = networkOf(request);
    // Taken before anything is looked up: of any number of guesses in the same moment no more than these are judged.
    await limits.take(strangers, network);
    await limits.take(wrongDigits, rrr);
    const known = await paymentOfPhone(db, rrr, phone);
    if (!known)
      throw refuse(
        "payment-not-told",
        "No payment has this RRR and these digits. Look at the slip again; the phone is the one that its payer gave to the college",
      );
    await Promise.all([limits.giveBack(strangers, network), limits.giveBack(wrongDigits, rrr)]);
    await limits.take(looks, rrr);
    const asking = await askSoon(db, known);
    const payment = await paymentById(db, known);
    if (!payment) throw new Error("A payment that was there is gone");
    const session = (await sessionsById(db, [payment.session])).get(payment.session);
    return {
      rrr,
      ...statusOf(viewOf(payment)),
      amount: naira(payment.amount_kobo),
      description: payment.description,
      session: session?.name ?? "",
      initials: initialsOf(payment.payername),
      verified: payment.state === "PAID" ? payment.verifiedAt : null,
      checkedAt: payment.checkedAt,
      asking,
    };
  });
}

export const paymentStatusNoun: Noun = {
  name: "payment-status",
  calls: paymentStatusCalls,
};
