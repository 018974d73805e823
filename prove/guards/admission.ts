import type { Guard } from "./guard.ts";

const leaving = "src/admission/offer/departure/departure.leave.server.ts";
const races = "src/admission/offer/departure/departure.race.test.ts";

/** What bad luck would do to applications and offers that are given up, and what keeps it from them. */
export const admissionGuards: readonly Guard[] = [
  {
    against: "a decline of a place whose payment is settled in that minute",
    file: leaving,
    has: " for update`.execute(trx);",
    becomes: "`.execute(trx);",
    shown: [races, "a decline at the minute in which the payment is settled"],
  },
  {
    against: "a withdrawal of what is offered in that minute",
    file: leaving,
    has: "  if (application.status !== 0)",
    becomes: "  if (application.status < 0)",
    shown: [races, "a withdrawal and a release that meet"],
  },
  {
    against: "money for a place that was given up, told as a recall",
    file: "src/admission/offer/acceptance/acceptance.server.ts",
    has: '? "given-up" : "recalled"',
    becomes: '? "recalled" : "recalled"',
    shown: [races, "a payment that is told of at the minute of a decline"],
  },
  {
    against: "a place that is deferred after the last day of its offer",
    file: leaving,
    has: "if (!(await isDeferrable(trx, due)))",
    becomes: "if (!due)",
    shown: [
      "src/admission/offer/departure/departure.deferral.test.ts",
      "a place is deferred while the college lets it",
    ],
  },
];
