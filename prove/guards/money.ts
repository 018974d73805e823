import type { Guard } from "./guard.ts";

const waivers = "src/bursary/fee-waiver/fee-waiver.test.ts";

/** What guessing and haste would do to money, and what keeps them from it. */
export const moneyGuards: readonly Guard[] = [
  {
    against: "trying out the digits of a payer's phone",
    file: "src/payments/payment-status/payment-status.server.ts",
    has: "await limits.take(wrongDigits, rrr);",
    becomes: "",
    shown: ["src/payments/payment-status/payment-status.test.ts", "who guesses"],
  },
  {
    against: "one network that tries out references",
    file: "src/payments/payment-status/payment-status.server.ts",
    has: "await limits.take(strangers, network);",
    becomes: "",
    shown: ["src/payments/payment-status/payment-status.test.ts", "who guesses"],
  },
  {
    against: "two who give the last free place at once",
    file: "src/bursary/fee-waiver/fee-waiver.plan.server.ts",
    has: "await sql`select pg_advisory_xact_lock(hashtextextended('free places', 0))`.execute(trx);",
    becomes: "",
    shown: [waivers, "no more free places"],
  },
];
