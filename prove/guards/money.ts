import type { Guard } from "./guard.ts";

const waivers = "src/bursary/fee-waiver/fee-waiver.test.ts";

const groups = "src/admission/group-payment/group-payment.race.test.ts";

/** What guessing and haste would do to money, and what keeps them from it. */
export const moneyGuards: readonly Guard[] = [
  {
    against: "trying out the digits of a payer's phone",
    file: "src/payments/payment-status/payment-status.server.ts",
    has: "    [digitsFromHere, fromHere],\n",
    becomes: "",
    shown: ["src/payments/payment-status/payment-status.test.ts", "who guesses"],
  },
  {
    against: "one network that tries out references",
    file: "src/payments/payment-status/payment-status.server.ts",
    has: "  return [\n    [strangers, network],\n    [digitsFromHere",
    becomes: "  return [\n    [digitsFromHere",
    shown: ["src/payments/payment-status/payment-status.test.ts", "who guesses"],
  },
  {
    against: "two who give the last free place at once",
    file: "src/bursary/fee-waiver/fee-waiver.plan.server.ts",
    has: "await sql`select pg_advisory_xact_lock(hashtextextended('free places', 0))`.execute(trx);",
    becomes: "",
    shown: [waivers, "no more free places"],
  },
  {
    against: "a list that pays for who pays himself in that moment",
    file: "src/admission/group-payment/group-payment.pay.server.ts",
    has: "::uuid for update`",
    becomes: "::uuid`",
    shown: [groups, "whoever pays himself in the moment"],
  },
  {
    against: "the money of a freed line that is given back and given to another",
    file: "src/admission/group-payment/line/line.server.ts",
    has: "if (payment) await lockedPayment(trx, payment);",
    becomes: "",
    shown: [groups, "the money of a freed line"],
  },
  {
    against: "a list that is called off while its reference is being made",
    file: "src/admission/group-payment/line/line.server.ts",
    has: 'if (unsettled) throw refuse("reference-being-made", unsettledWords(unsettled));',
    becomes: "",
    shown: [groups, "a list is not called off while"],
  },
  {
    against: "a list that pays for another programme than was paid for",
    file: "src/bursary/fee-waiver/fee-waiver.server.ts",
    has: "coalesce(l.programme,",
    becomes: "coalesce(null,",
    shown: ["src/admission/group-payment/group-payment.test.ts", "of the programme that was paid for"],
  },
];
