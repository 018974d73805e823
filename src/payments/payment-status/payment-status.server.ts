import type { FastifyInstance } from "fastify";
import { sessionsById } from "#calendar/session/session.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import { everyone, handle } from "#kit/wire/handle.server.ts";
import { Refusal, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import { networkOf } from "#platform/http/network.server.ts";
import type { Limit, Limits } from "#platform/limits/limits.server.ts";
import { askSoon, paymentById, paymentOfPhone, viewOf } from "../payment-reference/payment-reference.server.ts";
import { askPaymentStatus } from "./payment-status.contract.ts";
import { initialsOf, statusOf } from "./payment-status.rules.ts";

/**
 * Of one reference from one network, and of one reference from everywhere, known or not: four digits are soon tried out. When either
 * is used up the whole phone number is asked for, so that who guesses keeps nobody out who knows the payer. Right ones are given back.
 */
const digitsFromHere: Limit = { name: "wrong-payer-digits-here", points: 10, seconds: 21_600, sentence: "" };
const digitsOfNumber: Limit = { name: "wrong-payer-digits", points: 30, seconds: 86_400, sentence: "" };

const WHOLE_PHONE =
  "Wrong digits were typed for this RRR too often. Type the payer's whole phone number, for example 08031234567";

/** Of one reference from one network. There are so many phone numbers that a short time of waiting is enough. */
const wholePhones: Limit = {
  name: "wrong-payer-phone",
  points: 20,
  seconds: 900,
  sentence: "Too many wrong numbers came from here for this RRR. Please try again in a quarter of an hour",
};

/** Of one network, whatever the reference: of a carrier's address thousands of people share one, and a program would try all. */
const strangers: Limit = {
  name: "wrong-payment-status",
  points: 300,
  seconds: 900,
  sentence: "Too many wrong numbers came from here. Please try again in a quarter of an hour",
};

/** The counters that a guess is counted in: which limit, for which key. */
type Counted = readonly (readonly [Limit, string])[];

function countersOf(rrr: string, phone: string, network: string): Counted {
  const fromHere = `${rrr} ${network}`;
  if (phone.length > 4)
    return [
      [strangers, network],
      [wholePhones, fromHere],
    ];
  return [
    [strangers, network],
    [digitsFromHere, fromHere],
    [digitsOfNumber, rrr],
  ];
}

/** Takes a guess of each counter, before anything is looked up: of any number of guesses in one moment no more are judged. */
async function takeGuess(limits: Limits, counters: Counted): Promise<void> {
  for (const [limit, key] of counters)
    try {
      await limits.take(limit, key);
    } catch (refused) {
      if (!(refused instanceof Refusal) || limit.sentence) throw refused;
      throw refuseFields("whole-phone-needed", { phone: WHOLE_PHONE });
    }
}

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
    const counters = countersOf(rrr, phone, networkOf(request));
    await takeGuess(limits, counters);
    const known = await paymentOfPhone(db, rrr, phone);
    if (!known)
      throw refuse(
        "payment-not-told",
        "No payment has this RRR and these digits. Look at the slip again; the phone is the one that its payer gave to the college",
      );
    await Promise.all(counters.map(([limit, key]) => limits.giveBack(limit, key)));
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
